"""The summary page beside the prompt preview, and what its buttons do."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QMessageBox, QSplitter, QVBoxLayout, QWidget

from desktop_app.coordinator.prompt_preview import preview_prompt
from desktop_app.coordinator.settings_lint import lint_summary
from desktop_app.coordinator.summary_forecast import forecast_for_new_conversation
from desktop_app.ui.given_names import profile_name
from desktop_app.ui.settings.preview_pane import PreviewPane
from desktop_app.ui.settings.summary_page import SummaryPage

if TYPE_CHECKING:
    from desktop_app.coordinator.preferences import Preferences
    from desktop_app.coordinator.settings_lab import SettingsLab
    from desktop_app.coordinator.summary_forecast import Forecast
    from desktop_app.coordinator.tasks import Tasks
    from desktop_app.core.domain.settings import ProfileSettings, Settings
    from desktop_app.ui.notices import NoticeBar
    from desktop_app.ui.settings.edit_session import EditSession

PREVIEW_WIDTH = 300
"""Pixels the preview needs beside the fields; where there is less room, it goes under them."""


SHARES = (600, 400)
"""Of fields and preview."""


class SummaryView(QWidget):
    """Keeps the preview, the live line and the contradictions in step with what is typed."""

    def __init__(
        self,
        parent: QWidget,
        session: EditSession,
        preferences: Preferences,
        tasks: Tasks,
        notices: NoticeBar,
        *,
        count_tokens: Callable[[str], int],
        forecast: Callable[[ProfileSettings], Forecast | None] | None,
        lab: SettingsLab | None,
        use_english: bool,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._preferences = preferences
        self._tasks = tasks
        self._notices = notices
        # Preview and contradictions count the same prompt, which a pasted text can make megabytes long.
        self._count_tokens = lru_cache(maxsize=4)(count_tokens)
        self._forecast = forecast
        self._lab = lab
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.setChildrenCollapsible(False)
        self.page = SummaryPage(self.splitter, use_english=use_english)
        self.page.lab.setVisible(lab is not None)
        self.preview = PreviewPane(self.splitter)
        self.splitter.addWidget(self.page)
        self.splitter.addWidget(self.preview)
        self.preview.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.splitter)
        self.page.preview_toggled.connect(self._on_preview_toggled)
        self.page.language_changed.connect(self._on_language_changed)
        self.page.copy_requested.connect(self._on_copy_requested)
        self.page.reset_all_requested.connect(self._on_reset_all_requested)
        self.page.lab_requested.connect(self._on_lab_requested)

    # showing

    def refresh(self) -> None:
        """Show preview, live line and contradictions of what is typed at present."""
        draft = self._session.draft()
        profile = draft.profile(self.page.profile_id)
        if profile is None:
            return
        english = self.page.use_english
        if self.preview.isVisibleTo(self):
            preview = preview_prompt(profile.summary, english, count_tokens=self._count_tokens)
            self.preview.show_preview(preview)
        self.page.show_findings(lint_summary(draft, profile, english, count_tokens=self._count_tokens))
        self._show_forecast(profile)

    def refresh_forecast(self) -> None:
        """Show the live line anew: the open conversation changed."""
        profile = self._session.draft().profile(self.page.profile_id)
        if profile is not None:
            self._show_forecast(profile)

    def _show_forecast(self, profile: ProfileSettings) -> None:
        forecast = self._forecast(profile) if self._forecast is not None else None
        self.page.show_forecast(forecast or forecast_for_new_conversation(profile))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the preview beside or under the fields, as the width allows."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        content = self.page.content.minimumSizeHint().width()
        needed = content + self.page.verticalScrollBar().sizeHint().width()
        beside = self.width() >= needed + PREVIEW_WIDTH
        self.page.setMinimumWidth(needed if beside else 0)
        self.splitter.setOrientation(Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical)

    # acting

    def _on_preview_toggled(self, on: bool) -> None:
        if on and not self.preview.isVisibleTo(self):
            self.preview.show()
            self._arrange()
            self.splitter.setSizes(list(SHARES))
        self.preview.setVisible(on)
        self.refresh()

    def _on_language_changed(self) -> None:
        self._session.flush()
        self.page.show_settings(self._session.draft(), self.page.profile_id)
        self.refresh()

    def _on_copy_requested(self) -> None:
        self._session.flush()
        source = self.page.profile_id
        others = [p for p in self._preferences.settings.profiles if p.id != source]
        menu = QMenu(self)
        menu.setObjectName("copySummaryMenu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if len(others) > 1:
            everyone = tuple(p.id for p in others)
            menu.addAction(self.tr("All other profiles"), lambda: self.copy_to(source, everyone))
            menu.addSeparator()
        for other in others:
            name = profile_name(other).replace("&", "&&")
            menu.addAction(name, lambda target=other.id: self.copy_to(source, (target,)))  # type: ignore[misc]
        menu.popup(self.page.copy.mapToGlobal(QPoint(0, self.page.copy.height())))

    def copy_to(self, source: str, targets: tuple[str, ...]) -> None:
        """Give other profiles these summary settings; can be undone."""
        before = {p.id: p.summary for p in self._preferences.settings.profiles if p.id in targets}

        def undo(settings: Settings) -> Settings:
            for profile in settings.profiles:
                if profile.id in before:
                    settings = settings.with_profile(profile.changed(summary=before[profile.id]))
            return settings

        self._preferences.copy_summary(source, targets, origin=self._session.origin)
        text = self.tr("Summary settings copied; profiles changed: {count}.").replace(
            "{count}", str(len(before))
        )
        self._notices.show_undo(text, lambda: self._put(undo), key="summary copied")

    def _put(self, change: Callable[[Settings], Settings]) -> None:
        if self._preferences.apply(change, origin=self._session.origin):
            self._preferences.save_soon()

    def _on_reset_all_requested(self, profile_id: str, language: str) -> None:
        box = QMessageBox(self)
        box.setObjectName("confirmResetAll")
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(self.tr("Reset all sections"))
        box.setText(self.tr("Set every section of this language back to the default?"))
        reset = box.addButton(self.tr("Reset"), QMessageBox.ButtonRole.AcceptRole)
        reset.setObjectName("confirmResetAllButton")
        box.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        reset.clicked.connect(lambda: self.reset_all(profile_id, language))
        box.open()

    def reset_all(self, profile_id: str, language: str) -> None:
        """Set all sections of a language back; can be undone."""
        self._session.flush()
        profile = self._preferences.settings.profile(profile_id)
        if profile is None:
            return
        before = getattr(profile.summary, language).sections

        def put(sections: tuple[object, ...]) -> None:
            self._session.choose(profile_id, ("summary", language, "sections"), sections)

        put(())
        if before:
            self._notices.show_undo(
                self.tr("All sections are back to the default."), lambda: put(before), key="sections reset"
            )

    def _on_lab_requested(self) -> None:
        if self._lab is None:
            return
        from desktop_app.ui.settings.lab_window import LabWindow

        self._session.flush()
        window = LabWindow(
            self._lab,
            self._preferences,
            self._tasks,
            self._session,
            self.page.profile_id,
            self.page.language,
            self,
        )
        window.open()
