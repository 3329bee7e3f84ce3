"""Who answers next in a group conversation; a pure choice over names and what was said."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from enum import StrEnum

from desktop_app.core.domain.conversation import Message, Role
from desktop_app.core.domain.persona import Persona


class SpeakerMode(StrEnum):
    """How the next speaker is found.

    TURN goes round; MENTION lets the one answer who was named last, else it goes round; CHOICE takes
    whom the user picked and nobody else.
    """

    TURN = "turn"
    MENTION = "mention"
    CHOICE = "choice"


def _name_pattern(name: str) -> str:
    """A pattern for a name as a word of its own; Chinese and Japanese names need no gaps."""
    words = re.escape(name.strip())
    left = r"(?<![^\W_])" if name.strip()[:1].isascii() else ""
    right = r"(?![^\W_])" if name.strip()[-1:].isascii() else ""
    return f"(?i)@?{left}{words}{right}"


def mentioned(members: Sequence[Persona], text: str) -> list[Persona]:
    """The members a text names, in the order of their first mention; ``@Name`` comes before ``Name``.

    Of two names that begin at the same place the longer counts: "Anna Maria" is not "Anna".
    """
    found: list[tuple[bool, int, int, Persona]] = []
    taken: list[tuple[int, int]] = []
    for member in sorted(members, key=lambda member: -len(member.name)):
        if not member.name.strip():
            continue
        for match in re.finditer(_name_pattern(member.name), text):
            if any(start < match.end() and match.start() < end for start, end in taken):
                continue
            taken.append(match.span())
            found.append((not match.group().startswith("@"), match.start(), -len(member.name), member))
    ordered = sorted(found, key=lambda item: item[:3])
    return list({member.id: member for *_, member in ordered}.values())


def _after(members: Sequence[Persona], last_id: str | None, able: Collection[str]) -> Persona | None:
    """The next able member behind the one who spoke last, going round."""
    place = next((number for number, member in enumerate(members) if member.id == last_id), -1)
    round_ = [*members[place + 1 :], *members[: place + 1]]
    return next((member for member in round_ if member.id in able), None)


def next_speaker(
    members: Sequence[Persona],
    history: Sequence[Message],
    *,
    mode: SpeakerMode = SpeakerMode.TURN,
    chosen_id: str | None = None,
    muted: Collection[str] = (),
) -> Persona | None:
    """Who answers next.

    Args:
        members: The group, in the order in which it goes round.
        history: Messages so far, oldest first; only sendable ones count.
        mode: How to choose.
        chosen_id: Whom the user picked; holds in every mode, a muted one included.
        muted: Ids of members who do not answer by themselves.

    Returns:
        None when nobody may answer: an empty or wholly muted group, or CHOICE without a choice.
    """
    chosen = next((member for member in members if member.id == chosen_id), None)
    if chosen is not None or mode is SpeakerMode.CHOICE:
        return chosen
    able = {member.id for member in members if member.id not in muted}
    said = [message for message in history if message.is_sendable]
    spoken = [m.persona_id for m in said if m.role is Role.ASSISTANT and m.persona_id]
    last_id = spoken[-1] if spoken else None
    if mode is SpeakerMode.MENTION and said:
        author = said[-1].persona_id if said[-1].role is Role.ASSISTANT else None
        for member in mentioned(members, said[-1].text):
            if member.id in able and member.id != author:
                return member
    return _after(members, last_id, able)
