"""Names that come with the program and are no proper names: they have words in each language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import ProfileSettings

GIVEN_NAMES = (
    QT_TRANSLATE_NOOP("GivenNames", "Built-in model"),
    QT_TRANSLATE_NOOP("GivenNames", "Custom"),
    QT_TRANSLATE_NOOP("GivenNames", "Demonstration model"),
)


def given_name(name: str) -> str:
    """A name in the language of the program, if it is one of ours; any other as it is."""
    return QCoreApplication.translate("GivenNames", name)


def profile_name(profile: ProfileSettings) -> str:
    """What a profile is called in lists."""
    return given_name(profile.name or profile.model or profile.id)
