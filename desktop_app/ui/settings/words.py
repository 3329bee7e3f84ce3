"""The words of the settings: labels and help of the models, and what their choices are called.

The models hold plain English. ``word`` translates it; every text of the models stands below once more
so that the translation tool finds it (a test compares the two lists).
"""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication


def word(text: str) -> str:
    """A text of the settings models in the language of the program."""
    return QCoreApplication.translate("Settings", text)


def choice_word(value: str, field: str = "") -> str:
    """What a value of a choice is called; ``field`` tells apart equal values of different fields."""
    text = CHOICES.get(f"{field}.{value}") or CHOICES.get(value) or value
    return word(str(text))  # Qt types a marked text as an object


CHOICES = {
    "unset": QT_TRANSLATE_NOOP("Settings", "Unset"),
    "conversation": QT_TRANSLATE_NOOP("Settings", "Follow the conversation"),
    "zh": QT_TRANSLATE_NOOP("Settings", "Chinese"),
    "en": QT_TRANSLATE_NOOP("Settings", "English"),
    "language.system": QT_TRANSLATE_NOOP("Settings", "Like the system"),
    "color_scheme.system": QT_TRANSLATE_NOOP("Settings", "Like the system"),
    "color_scheme.light": QT_TRANSLATE_NOOP("Settings", "Light"),
    "color_scheme.dark": QT_TRANSLATE_NOOP("Settings", "Dark"),
    "language.zh_CN": "简体中文",
    "density.comfortable": QT_TRANSLATE_NOOP("Settings", "Comfortable"),
    "density.compact": QT_TRANSLATE_NOOP("Settings", "Compact"),
    "send_key.enter": QT_TRANSLATE_NOOP("Settings", "Enter (Shift+Enter for a new line)"),
    "send_key.ctrl_enter": QT_TRANSLATE_NOOP("Settings", "Ctrl+Enter (Enter for a new line)"),
    "engine.model": QT_TRANSLATE_NOOP("Settings", "A model"),
    "engine.extract": QT_TRANSLATE_NOOP("Settings", "Extract (no model, no network)"),
    "placement.system": QT_TRANSLATE_NOOP("Settings", "In the system message"),
    "placement.user": QT_TRANSLATE_NOOP("Settings", "As a leading user message"),
    "layout.auto": QT_TRANSLATE_NOOP("Settings", "Choose automatically"),
    "layout.in_place": QT_TRANSLATE_NOOP("Settings", "In place (uses the provider's cache)"),
    "layout.separate": QT_TRANSLATE_NOOP("Settings", "Separate (dialogue as data)"),
    "review_before_apply.manual": QT_TRANSLATE_NOOP("Settings", "For runs I start myself"),
    "review_before_apply.always": QT_TRANSLATE_NOOP("Settings", "For every run"),
    "review_before_apply.never": QT_TRANSLATE_NOOP("Settings", "Never"),
    "system_role.system": QT_TRANSLATE_NOOP("Settings", "system (usual)"),
    "system_role.developer": QT_TRANSLATE_NOOP("Settings", "developer"),
    "system_role.user": QT_TRANSLATE_NOOP("Settings", "user (for models without a system role)"),
    "reasoning_effort.minimal": QT_TRANSLATE_NOOP("Settings", "Minimal"),
    "reasoning_effort.low": QT_TRANSLATE_NOOP("Settings", "Low"),
    "reasoning_effort.medium": QT_TRANSLATE_NOOP("Settings", "Medium"),
    "reasoning_effort.high": QT_TRANSLATE_NOOP("Settings", "High"),
}

MODEL_TEXTS = (
    QT_TRANSLATE_NOOP("Settings", "Summarise automatically"),
    QT_TRANSLATE_NOOP("Settings", "Off means off: no request is made unless you press Compress."),
    QT_TRANSLATE_NOOP("Settings", "When the context fills up"),
    QT_TRANSLATE_NOOP("Settings", "Share of the window"),
    QT_TRANSLATE_NOOP(
        "Settings", "Of the window less the reserved output: a summary starts when so much is used."
    ),
    QT_TRANSLATE_NOOP("Settings", "After a number of messages"),
    QT_TRANSLATE_NOOP("Settings", "Your messages since the last summary"),
    QT_TRANSLATE_NOOP("Settings", "Counts only messages that you wrote."),
    QT_TRANSLATE_NOOP("Settings", "After a time"),
    QT_TRANSLATE_NOOP("Settings", "Minutes since the last summary"),
    QT_TRANSLATE_NOOP("Settings", "Fires only when there are new messages."),
    QT_TRANSLATE_NOOP("Settings", "Minimum turns"),
    QT_TRANSLATE_NOOP("Settings", "No automatic summary before this many new turns."),
    QT_TRANSLATE_NOOP("Settings", "Recent messages kept"),
    QT_TRANSLATE_NOOP("Settings", "The newest messages that stay word for word."),
    QT_TRANSLATE_NOOP("Settings", "Rewrite every"),
    QT_TRANSLATE_NOOP("Settings", "Every N-th run reads the whole history again; 0 means never."),
    QT_TRANSLATE_NOOP("Settings", "Largest automatic rewrite"),
    QT_TRANSLATE_NOOP("Settings", "Tokens; a longer history is read again only when you ask for it."),
    QT_TRANSLATE_NOOP("Settings", "Written by"),
    QT_TRANSLATE_NOOP(
        "Settings", "A model, or the extract that needs no model and quotes telling sentences."
    ),
    QT_TRANSLATE_NOOP("Settings", "Summary model"),
    QT_TRANSLATE_NOOP("Settings", "A cheaper model can write the summaries."),
    QT_TRANSLATE_NOOP("Settings", "Place of the summary"),
    QT_TRANSLATE_NOOP(
        "Settings", "In the system message, or as a leading user message for strict templates."
    ),
    QT_TRANSLATE_NOOP("Settings", "Form of the summary request"),
    QT_TRANSLATE_NOOP(
        "Settings", "In place reuses the provider's cache; separate sends the dialogue as data."
    ),
    QT_TRANSLATE_NOOP("Settings", "Language of the summary"),
    QT_TRANSLATE_NOOP("Settings", "Append a dialogue review"),
    QT_TRANSLATE_NOOP("Settings", "One line per covered message, written by code, not by the model."),
    QT_TRANSLATE_NOOP("Settings", "Length of the dialogue review"),
    QT_TRANSLATE_NOOP("Settings", "Characters; oldest lines go first."),
    QT_TRANSLATE_NOOP("Settings", "Review before applying"),
    QT_TRANSLATE_NOOP("Settings", "For runs you start yourself, for all runs, or never."),
    QT_TRANSLATE_NOOP("Settings", "Output limit (max_tokens) of a summary"),
    QT_TRANSLATE_NOOP("Settings", "Time limit of a summary"),
    QT_TRANSLATE_NOOP("Settings", "Seconds for a whole run, second tries included."),
    QT_TRANSLATE_NOOP("Settings", "Extra rules"),
    QT_TRANSLATE_NOOP("Settings", "Binding rules, placed last."),
    QT_TRANSLATE_NOOP("Settings", "Title of the dialogue review"),
    QT_TRANSLATE_NOOP("Settings", "Blank means the default."),
    QT_TRANSLATE_NOOP("Settings", "Temperature"),
    QT_TRANSLATE_NOOP("Settings", "Top p"),
    QT_TRANSLATE_NOOP("Settings", "Presence penalty"),
    QT_TRANSLATE_NOOP("Settings", "Frequency penalty"),
    QT_TRANSLATE_NOOP("Settings", "Seed"),
    QT_TRANSLATE_NOOP("Settings", "Reasoning effort"),
    QT_TRANSLATE_NOOP("Settings", "Reply limit"),
    QT_TRANSLATE_NOOP("Settings", "Tokens a reply may have at most."),
    QT_TRANSLATE_NOOP("Settings", "Currency"),
    QT_TRANSLATE_NOOP("Settings", "Fresh input"),
    QT_TRANSLATE_NOOP("Settings", "Cached input"),
    QT_TRANSLATE_NOOP("Settings", "Output"),
    QT_TRANSLATE_NOOP("Settings", "Name"),
    QT_TRANSLATE_NOOP("Settings", "Kind of provider"),
    QT_TRANSLATE_NOOP("Settings", "Base URL"),
    QT_TRANSLATE_NOOP("Settings", "Model"),
    QT_TRANSLATE_NOOP("Settings", "Model file"),
    QT_TRANSLATE_NOOP("Settings", "GGUF file of a local profile; blank: the bundled one."),
    QT_TRANSLATE_NOOP("Settings", "Context window"),
    QT_TRANSLATE_NOOP("Settings", "Tokens; not set when unknown."),
    QT_TRANSLATE_NOOP("Settings", "Output limit"),
    QT_TRANSLATE_NOOP("Settings", "Most tokens the model can answer with."),
    QT_TRANSLATE_NOOP("Settings", "System prompt"),
    QT_TRANSLATE_NOOP("Settings", "Name of the output limit"),
    QT_TRANSLATE_NOOP("Settings", "Field of the request that carries the reply limit."),
    QT_TRANSLATE_NOOP("Settings", "Role of the system prompt"),
    QT_TRANSLATE_NOOP("Settings", "Some models accept the system prompt only under another role."),
    QT_TRANSLATE_NOOP("Settings", "Accepts images"),
    QT_TRANSLATE_NOOP("Settings", "Extra headers"),
    QT_TRANSLATE_NOOP("Settings", "Extra body fields"),
    QT_TRANSLATE_NOOP("Settings", "Proxy"),
    QT_TRANSLATE_NOOP(
        "Settings", "Empty: the system's; none: direct. This machine is always asked directly."
    ),
    QT_TRANSLATE_NOOP("Settings", "CA file"),
    QT_TRANSLATE_NOOP("Settings", "PEM file for a private authority."),
    QT_TRANSLATE_NOOP("Settings", "Connect limit"),
    QT_TRANSLATE_NOOP("Settings", "Seconds until the connection must stand."),
    QT_TRANSLATE_NOOP("Settings", "First-token limit"),
    QT_TRANSLATE_NOOP("Settings", "Seconds until the first token."),
    QT_TRANSLATE_NOOP("Settings", "Idle limit"),
    QT_TRANSLATE_NOOP("Settings", "Seconds of silence in the middle of a reply."),
    QT_TRANSLATE_NOOP("Settings", "Retries"),
    QT_TRANSLATE_NOOP("Settings", "Refused parameters"),
    QT_TRANSLATE_NOOP("Settings", "Left out because the server refused them once."),
    QT_TRANSLATE_NOOP("Settings", "Name conversations automatically"),
    QT_TRANSLATE_NOOP("Settings", "Model for titles"),
    QT_TRANSLATE_NOOP("Settings", "A small model is enough."),
    QT_TRANSLATE_NOOP("Settings", "Language of titles"),
    QT_TRANSLATE_NOOP("Settings", "Show where we were after a day"),
    QT_TRANSLATE_NOOP("Settings", "Messages it looks at"),
    QT_TRANSLATE_NOOP("Settings", "Theme"),
    QT_TRANSLATE_NOOP("Settings", "Language"),
    QT_TRANSLATE_NOOP("Settings", "Font"),
    QT_TRANSLATE_NOOP("Settings", "Font size"),
    QT_TRANSLATE_NOOP("Settings", "Points; not set: the system's."),
    QT_TRANSLATE_NOOP("Settings", "Zoom"),
    QT_TRANSLATE_NOOP("Settings", "Density"),
    QT_TRANSLATE_NOOP("Settings", "Send with"),
    QT_TRANSLATE_NOOP("Settings", "Ask before a second provider sees a conversation"),
    QT_TRANSLATE_NOOP("Settings", "Asked once for each pair of providers."),
    QT_TRANSLATE_NOOP("Settings", "Look for updates"),
    QT_TRANSLATE_NOOP("Settings", "Off unless you switch it on."),
    QT_TRANSLATE_NOOP("Settings", "Recall older messages"),
    QT_TRANSLATE_NOOP("Settings", "Adds older messages that match the question to a request."),
)
