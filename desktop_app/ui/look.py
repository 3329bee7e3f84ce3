"""Theme, language, font and zoom of the running program, changed live."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QTranslator
from PySide6.QtGui import QGuiApplication

from desktop_app.ui.desktop_application import running_application
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.resources import apply_theme, install_translations, language_code
from desktop_app.ui.window_state import WindowState

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import AppearanceSettings


class Look:
    """Applies appearance settings and remembers them for the next first paint.

    Args:
        window: Told when words or icons have to be made again.
        state: The look the window was painted in.
        translators: Those installed for it.
    """

    def __init__(self, window: MainWindow, state: WindowState, translators: list[QTranslator]) -> None:
        self._window = window
        self._state = state
        self._translators = translators
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._on_system_scheme_changed)

    @property
    def state(self) -> WindowState:
        """Window place as last stored, and the look in force."""
        return self._state

    @property
    def is_english(self) -> bool:
        """Whether the program speaks English now."""
        return language_code(self._state.language) == "en"

    def take(self, look: AppearanceSettings) -> None:
        """Put appearance settings in force; nothing happens when they are in force already."""
        before = self._state
        self._state = replace(
            before,
            color_scheme=look.color_scheme,
            language=look.language,
            font_family=look.font_family,
            font_size=look.font_size,
            zoom=look.zoom,
            density=look.density,
        )
        if self._state == before:
            return
        if before.language != look.language:
            self._speak(look.language)
        self._paint()

    def _speak(self, language: str) -> None:
        app = running_application()
        for translator in self._translators:
            app.removeTranslator(translator)
        self._translators = install_translations(app, language)
        self._window.retranslate()

    def _paint(self) -> None:
        state = self._state
        apply_theme(
            running_application(),
            state.color_scheme,
            family=state.font_family,
            points=state.font_size,
            zoom=state.zoom,
            density=state.density,
        )
        self._window.refresh_icons()

    def _on_system_scheme_changed(self) -> None:
        if self._state.color_scheme == "system":
            self._paint()
