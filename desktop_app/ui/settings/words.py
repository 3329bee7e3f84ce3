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
    return word(text)


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
