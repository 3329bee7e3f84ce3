"""The settings dialog: pages in a list, a search, and the state of saving."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QHideEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.coordinator.prompt_preview import estimated_tokens
from desktop_app.ui.desktop_application import running_application
from desktop_app.ui.error_words import error_words
from desktop_app.ui.notices import NoticeBar
from desktop_app.ui.settings.edit_session import EditSession
from desktop_app.ui.settings.page_shelf import PageParts, PageShelf, page_title
from desktop_app.ui.settings.save_state_bar import SaveStateBar
from desktop_app.ui.settings.text_sync import CompositionWatch
from desktop_app.ui.widgets.debounced_edit import DEBOUNCE_MS
from desktop_app.ui.widgets.plain_rows import plain_label

if TYPE_CHECKING:
    from desktop_app.coordinator.preferences import Preferences
    from desktop_app.coordinator.settings_lab import SettingsLab
    from desktop_app.coordinator.summary_forecast import Forecast
    from desktop_app.coordinator.tasks import Tasks
    from desktop_app.core.domain.catalog import ModelCatalog
    from desktop_app.core.domain.settings import ProfileSettings
    from desktop_app.core.domain.settings_path import SettingPath
from desktop_app.ui.settings.page import SettingsPage
from desktop_app.ui.settings.profile_actions import ProfileActions
from desktop_app.ui.settings.summary_view import SummaryView

PREFERRED_SIZE = (1120, 760)
SMALLEST_SIZE = (560, 340)
NAVIGATION_WIDTH = 190


class SettingsDialog(QDialog):
    """Every setting in reach, saved as it is typed.

    Edits are in force at once and on disk soon after; there is no OK to press. Create it at the first
    opening only, since it imports the settings models.

    Args:
        preferences: The settings' one writer.
        tasks: Runs writes and questions.
        parent: The main window.
        catalog: Presets and known models.
        count_tokens: Estimates the tokens of a text.
        forecast: When the next automatic summary of the open conversation will start under a profile
            with edits that may not be saved yet; None when no conversation is open.
        lab: Runs settings on a past conversation; without one the button is hidden.
        data_dir: Where the data are, for display.
        use_english: Language of the section texts shown first.
        interval: Milliseconds an edit waits for more typing.
        timer: Makes the timer of the edits; tests bring one they move by hand.
    """

    def __init__(
        self,
        preferences: Preferences,
        tasks: Tasks,
        parent: QWidget | None = None,
        *,
        catalog: ModelCatalog,
        count_tokens: Callable[[str], int] = estimated_tokens,
        forecast: Callable[[ProfileSettings], Forecast | None] | None = None,
        lab: SettingsLab | None = None,
        data_dir: str = "",
        use_english: bool = True,
        interval: int = DEBOUNCE_MS,
        timer: Callable[[QObject], QTimer] = QTimer,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("settingsDialog")
        self._preferences = preferences
        self._parts = PageParts(
            preferences, tasks, catalog, count_tokens, forecast, lab, data_dir, use_english
        )
        self._profile_id = preferences.settings.default_profile_id
        self.session = EditSession(preferences, self, interval=interval, timer=timer)
        self.session.changed.connect(self._on_settings_changed)
        self.session.draft_changed.connect(self._show_draft)
        self.session.refused.connect(self._on_edit_refused)
        self.session.accepted.connect(lambda _id, path: self._show_fault(path, ""))
        self.session.waiting_changed.connect(lambda _waiting: self._show_save_state())
        stop = preferences.on_save_state(lambda _state: self._show_save_state())
        session = self.session

        def stop_listening() -> None:  # no method: the slots of what dies with the dialog are not called
            stop()
            session.close()

        self.destroyed.connect(stop_listening)
        self._frame: QWidget | None = None
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(0, 0, 0, 0)
        # A new language comes as one event for each file of translations.
        self._rebuild = QTimer(self, singleShot=True, interval=0)
        self._rebuild.timeout.connect(self._on_language_changed)
        self._build()
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self._on_find)
        running_application().focusChanged.connect(self._on_focus_changed)
        self._fit_screen()

    # building

    def _build(self) -> None:
        self.setWindowTitle(self.tr("Settings"))
        self._frame = QWidget(self)
        self.notices = NoticeBar(self._frame)
        self._build_pages()
        self._build_navigation()
        self.pages["summary"]  # other windows lead here by the names of its parts
        body = QHBoxLayout()
        body.setSpacing(0)
        body.addWidget(self._navigation)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self.stack, 1)
        right.addWidget(self.notices)
        body.addLayout(right, 1)
        column = QVBoxLayout(self._frame)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(body, 1)
        self.footer = SaveStateBar(self._frame)
        self.footer.retry_requested.connect(self._on_retry_requested)
        self.footer.close_requested.connect(self.close)
        column.addWidget(self.footer)
        self._outer.addWidget(self._frame)
        self._show_settings()
        self._show_save_state()

    def _build_pages(self) -> None:
        self.stack = QStackedWidget(self._frame)
        self.stack.setObjectName("settingsStack")
        self.pages = PageShelf(self, self.stack, self._parts, self.notices, self._on_page_built)

    def _on_page_built(self, _name: str, page: SettingsPage) -> None:
        page.edited.connect(self.session.edit)
        page.chosen.connect(self.session.choose)
        page.withdrawn.connect(self.session.withdraw)
        page.show_settings(self.session.draft(), self._profile_id)
        self._put_footer_last()

    def _put_footer_last(self) -> None:
        """Tab reaches the buttons at the bottom after the fields of the page, which was made later."""
        last = self.previousInFocusChain()
        while last is not None and last is not self and not last.focusPolicy() & Qt.FocusPolicy.TabFocus:
            last = last.previousInFocusChain()
        if hasattr(self, "footer") and last not in (None, self, self.footer.close_button):
            self.setTabOrder(last, self.footer.retry)
            self.setTabOrder(self.footer.retry, self.footer.close_button)

    def _build_navigation(self) -> None:
        self._navigation = QFrame(self._frame)
        self._navigation.setProperty("kind", "sidebar")
        self.search = QLineEdit(self._navigation)
        self.search.setObjectName("settingsSearch")
        self.search.setPlaceholderText(self.tr("Search the settings"))
        self.search.setAccessibleName(self.tr("Search the settings"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._on_search_changed)
        self.list = QListWidget(self._navigation)
        self.list.setObjectName("settingsPages")
        self.list.setAccessibleName(self.tr("Pages"))
        for name in self.pages:
            item = QListWidgetItem(page_title(name))
            item.setData(Qt.ItemDataRole.UserRole, name)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.list.currentRowChanged.connect(self._on_row_changed)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._fit_navigation()
        self.none_found = plain_label(self.tr("Nothing found."), self._navigation, kind="muted")
        self.none_found.hide()
        column = QVBoxLayout(self._navigation)
        column.setContentsMargins(12, 14, 12, 12)
        column.setSpacing(10)
        column.addWidget(self.search)
        column.addWidget(self.none_found)
        column.addWidget(self.list, 1)

    def _fit_navigation(self) -> None:
        self._navigation.setFixedWidth(max(NAVIGATION_WIDTH, self.list.sizeHintForColumn(0) + 30))

    def _fit_screen(self) -> None:
        room = self.screen().availableSize()
        self.setMinimumSize(min(SMALLEST_SIZE[0], room.width()), min(SMALLEST_SIZE[1], room.height()))
        self.resize(
            min(PREFERRED_SIZE[0], int(room.width() * 0.96)), min(PREFERRED_SIZE[1], int(room.height() * 0.9))
        )

    # showing

    def open(self) -> None:
        """Show the dialog beside the main window, which stays usable."""
        self.setModal(False)
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.activateWindow()

    def open_page(self, name: str, profile_id: str | None = None) -> None:
        """Open the dialog on a page: profiles, summary, tasks, appearance, privacy or about.

        Args:
            name: The page; an unknown name leaves the page as it is.
            profile_id: Profile to show; None or a deleted one leaves the profile as it is.
        """
        self.search.clear()
        if name in self.pages:
            self.list.setCurrentRow(list(self.pages).index(name))
        if profile_id is not None:
            self.show_profile(profile_id)
        self.open()

    @property
    def profile_id(self) -> str:
        """The profile that the Profiles and Summary pages show."""
        return self._profile_id

    def show_profile(self, profile_id: str) -> None:
        """Show another profile; what was typed for the former one is saved there first."""
        if profile_id == self._profile_id or self._preferences.settings.profile(profile_id) is None:
            return
        self.flush()
        self._profile_id = profile_id
        self._show_settings()

    def refresh_forecast(self) -> None:
        """Tell the live line that the open conversation changed."""
        if self.pages.summary is not None:
            self.pages.summary.refresh_forecast()

    def _show_settings(self) -> None:
        draft = self.session.draft()
        if draft.profile(self._profile_id) is None:
            self._profile_id = draft.default_profile_id
        for page in self.pages.built:
            page.show_settings(draft, self._profile_id)
        if self.pages.profile_actions is not None:
            self.pages.profile_actions.show_profile(self._profile_id)
        self._refresh_summary()

    def _show_draft(self) -> None:
        draft = self.session.draft()
        for page in self.pages.built:
            page.show_draft(draft)
        self._refresh_summary()

    def _refresh_summary(self) -> None:
        if self.pages.summary is not None:
            self.pages.summary.refresh()

    def _show_fault(self, path: SettingPath, text: str) -> None:
        for page in self.pages.built:
            page.show_fault(path, text)

    def _on_edit_refused(self, profile_id: str, path: SettingPath, why: str) -> None:
        if profile_id in ("", self._profile_id):
            self._show_fault(path, error_words(why))

    def _on_settings_changed(self) -> None:
        if self.isVisible():  # else the pages are filled when it is shown again
            self._show_settings()

    def _show_save_state(self) -> None:
        self.footer.show_state(self._preferences.save_state, is_waiting=self.session.is_waiting)

    # acting

    def flush(self) -> None:
        """Put in force and save what was typed; also called before the program quits."""
        for watch in self.findChildren(CompositionWatch):
            watch.commit()
        for page in self.pages.built:
            page.flush()
        self.session.flush()

    def _on_row_changed(self, row: int) -> None:
        if row < 0:
            return
        self.flush()
        self.pages.show(list(self.pages)[row])
        self._refresh_summary()

    def _on_focus_changed(self, old: QWidget | None, _new: QWidget | None) -> None:
        if old is not None and self.isAncestorOf(old):
            self.session.flush()

    def _on_retry_requested(self) -> None:
        self.session.flush()
        self._preferences.save_soon()

    def _on_find(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def _on_search_changed(self, text: str) -> None:
        words = text.casefold().split()
        shown = []
        for row, name in enumerate(self.pages):
            found = self.pages[name].mark_found(words)
            in_title = all(word in page_title(name).casefold() for word in words)
            if found or in_title:
                shown.append(name)
            self.list.item(row).setHidden(not (found or in_title))
        self.none_found.setVisible(not shown)
        if not words or not shown:
            return
        names = list(self.pages)
        current = names[self.list.currentRow()]
        name = current if current in shown else shown[0]
        self.list.setCurrentRow(names.index(name))
        self.pages[name].show_first_found()

    @property
    def summary(self) -> SummaryView:
        """The summary page with its preview."""
        self.pages["summary"]
        assert self.pages.summary is not None  # noqa: S101 - made with the page
        return self.pages.summary

    @property
    def profile_actions(self) -> ProfileActions:
        """What the buttons of the profiles page do."""
        self.pages["profiles"]
        assert self.pages.profile_actions is not None  # noqa: S101 - made with the page
        return self.pages.profile_actions

    def _on_language_changed(self) -> None:
        """Build everything anew in the new language; page, profile and pending edits stay."""
        self.flush()
        row, old = self.list.currentRow(), self._frame
        if old is not None:
            self._outer.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._build()
        self.list.setCurrentRow(row)
        self.pages.show(list(self.pages)[row])

    # Qt

    def changeEvent(self, event: QEvent) -> None:
        """Follow a new language; save when another window becomes active."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and self._frame is not None:
            self._rebuild.start()
        elif event.type() == QEvent.Type.FontChange and self._frame is not None:
            self._fit_navigation()
        elif event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow():
            self.session.flush()

    def showEvent(self, event: QShowEvent) -> None:
        """Show what is in force now."""
        super().showEvent(event)
        self.pages.show(list(self.pages)[self.list.currentRow()])
        self._show_settings()
        if self.pages.profile_actions is not None:
            self.pages.profile_actions.begin()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save what was typed."""
        self.flush()
        super().closeEvent(event)

    def reject(self) -> None:
        """Close; but Esc while searching ends the search only."""
        if self.search.hasFocus() and self.search.text():
            self.search.clear()
        else:
            super().reject()

    def done(self, result: int) -> None:
        """Save what was typed; Esc comes here."""
        self.flush()
        super().done(result)

    def hideEvent(self, event: QHideEvent) -> None:
        """Save what was typed, however the window goes away."""
        self.flush()
        if self.pages.profile_actions is not None:
            self.pages.profile_actions.end()
        super().hideEvent(event)
