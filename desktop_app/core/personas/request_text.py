"""The texts a persona adds to a request: system message, closing instructions, first message."""

from __future__ import annotations

from desktop_app.core.domain.persona import Persona
from desktop_app.core.personas.placeholders import fill

DEFAULT_USER = "User"
"""Stands for the user where no name is known."""


def card_name(persona: Persona) -> str:
    """The name ``{{char}}`` stands for: a version 3 card's nickname where there is one."""
    card = persona.extra.get("card")
    data = card.get("data") if isinstance(card, dict) else None
    nickname = data.get("nickname") if isinstance(data, dict) else None
    return nickname if isinstance(nickname, str) and nickname.strip() else persona.name


def system_text(persona: Persona, *, user: str = DEFAULT_USER, base: str = "") -> str:
    """The persona's part of the system message, placeholders filled.

    Args:
        persona: Whom the model plays.
        user: The user's name.
        base: The profile's system prompt; used where the persona has none, and for ``{{original}}``.
    """
    char = card_name(persona)
    prompt = persona.system_prompt if persona.system_prompt.strip() else base
    parts = [fill(prompt, user=user, char=char, original=base)]
    parts += [
        fill(part, user=user, char=char)
        for part in (persona.description, persona.personality, persona.scenario, persona.examples)
    ]
    return "\n\n".join(part.strip() for part in parts if part.strip())


def closing_text(persona: Persona, *, user: str = DEFAULT_USER, base: str = "") -> str:
    """Instructions that stand after the history, "" for none; part of the tail, never of the prefix."""
    return fill(persona.closing_instructions, user=user, char=card_name(persona), original=base).strip()


def greeting(persona: Persona, *, user: str = DEFAULT_USER, number: int = 0) -> str:
    """What the persona says first; ``number`` counts through the alternatives, going round."""
    greetings = [text for text in (persona.first_message, *persona.alternate_greetings) if text.strip()]
    if not greetings:
        return ""
    return fill(greetings[number % len(greetings)], user=user, char=card_name(persona))
