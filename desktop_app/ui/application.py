"""The running program: start, live changes of look and language, notices, shutdown."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from desktop_app.coordinator.chat import Chats
from desktop_app.coordinator.coordinators import Coordinators
from desktop_app.coordinator.crash_reports import CrashReport
from desktop_app.coordinator.library import Library
from desktop_app.coordinator.machine import give_back_memory
from desktop_app.coordinator.preferences import Preferences
from desktop_app.coordinator.summaries import Summaries
from desktop_app.coordinator.updates import Updates
from desktop_app.coordinator.worker_threads import WorkerThreads
from desktop_app.core.domain.conversation import Conversation
from desktop_app.core.domain.errors import Action, ThroughlineError
from desktop_app.core.domain.events import Event, NoticeRaised, SettingsChanged
from desktop_app.core.domain.ports import AppPaths, ConversationStore
from desktop_app.ui.chat.cast_presenter import CastPresenter
from desktop_app.ui.chat.conversation_presenter import ConversationPresenter
from desktop_app.ui.chat.library_presenter import LibraryPresenter
from desktop_app.ui.chat.list_presenter import ListPresenter
from desktop_app.ui.chat.model_choice import ModelChoice
from desktop_app.ui.chat.reply_presenter import ReplyPresenter
from desktop_app.ui.chat.status_words import status_text
from desktop_app.ui.chat.summary_presenter import SummaryPresenter
from desktop_app.ui.desktop_application import DesktopApplication
from desktop_app.ui.fatal import report_fatal
from desktop_app.ui.garbage import GarbageCollection
from desktop_app.ui.look import Look
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.profile_chooser import ProfileChooser
from desktop_app.ui.quit_signals import QuitSignals
from desktop_app.ui.update_notice import UpdateNotice
from desktop_app.ui.window_state import save_window_state

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import Settings
    from desktop_app.ui.settings.dialog import SettingsDialog
    from desktop_app.ui.single_instance import InstanceServer

_log = logging.getLogger(__name__)
ZOOM_STEP = 0.1
SETTLED_MS = 3_000
"""When the work of the start is over."""
STORE_CHECK_MS = 30_000
"""When a large store is read wholly: long after the start."""


class Application(QObject):
    """Joins windows and coordinators for the life of the process.

    Args:
        paths: Where files are kept.
        parts: The coordinators.
        window: The main window, furnished.
        updates: Looks for newer versions; None leaves it out.
        release: Gives up the data folder at the very end.
    """

    _crashed = Signal(object)

    def __init__(
        self,
        paths: AppPaths,
        parts: Coordinators,
        window: MainWindow,
        *,
        updates: Updates | None = None,
        release: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__()
        self.window = window
        self._paths = paths
        self._look = Look(window, window.start_state, window.translators)
        self._parts = parts
        self._updates = UpdateNotice(updates, window.notices, parts.do, self) if updates else None
        self._release = release
        self._quit = asyncio.Event()
        self._started = False
        self._stopped = False
        self._exit_code = 0
        self._settings_dialog: SettingsDialog | None = None
        self._second_starts: InstanceServer | None = None
        self._list = ListPresenter(parts, window.conversations, self)
        self._chat = ConversationPresenter(parts, window.transcript, window.composer, self)
        self._summary = SummaryPresenter(parts, self._chat, window.transcript, window.composer, self)
        self._whole = LibraryPresenter(parts, self._chat, window.transcript, window.links, self)
        self._replies = ReplyPresenter(parts, window.transcript, self)
        self._cast = CastPresenter(parts, self._chat, window.composer, window.transcript, window.links, self)
        self._models = ModelChoice(parts, self._chat, window, self)
        self._profiles = ProfileChooser(parts, self._chat, window, self)
        self._connect()

    def _connect(self) -> None:
        window, parts = self.window, self._parts
        parts.announcer.listen(self._on_event)
        self._crashed.connect(self._show_crash)
        window.close_requested.connect(self.quit)
        window.settings_requested.connect(self._on_settings_requested)
        window.zoom_requested.connect(self._on_zoom_requested)
        window.words_changed.connect(self._chat.tell_again)
        window.words_changed.connect(self._summary.refresh)
        window.find_requested.connect(window.transcript.open_find)
        window.viewer_requested.connect(self._summary.open_viewer)
        window.facts_requested.connect(self._summary.open_facts)
        window.ledger_requested.connect(self._summary.open_savings)
        window.transcript.empty.model_file_requested.connect(self._models.ask)
        window.transcript.empty.provider_requested.connect(self._on_provider_requested)
        window.notices.action_requested.connect(self._on_notice_action)
        for chosen in (self._list.chosen, self._whole.chosen):
            chosen.connect(lambda i: parts.do(self._chat.open(i), "open a conversation"))
        self._list.head_changed.connect(self._on_head_changed)
        self._chat.shown.connect(self._on_shown)
        self._chat.reply_changed.connect(lambda reply: window.show_status(status_text(reply)))
        for made in (self._chat.fork_made, self._cast.conversation_made, self._whole.conversation_made):
            made.connect(self._list.show)
        self._chat.link_activated.connect(lambda url: QDesktopServices.openUrl(QUrl(url)))
        self._chat.error_action_requested.connect(
            lambda action, owner: self._on_notice_action(action.value, owner)
        )
        window.personas_requested.connect(self._cast.open)
        window.import_requested.connect(self._whole.ask_import)
        for dropped in (window.files_opened, self._chat.packs_dropped):
            dropped.connect(self._whole.import_files)
        window.conversations.search_requested.connect(self._whole.search)
        window.conversations.export_requested.connect(self._whole.export)
        window.conversations.continue_requested.connect(self._whole.continue_in_new)
        window.continue_requested.connect(self._whole.continue_shown)
        undoers = (self._list, self._chat, self._summary, self._cast)
        for undoer in undoers:
            undoer.undo_offered.connect(self._offer_undo)
        for told in (teller.told for teller in (*undoers, self._whole, self._replies, self._models)):
            told.connect(lambda text: window.notices.show_info(text, key="told", seconds=4.0))

    @property
    def chat(self) -> Chats:
        """Send, stop, retry, regenerate, edit."""
        return self._parts.chat

    @property
    def preferences(self) -> Preferences:
        """Settings, profiles, keys."""
        return self._parts.preferences

    @property
    def library(self) -> Library:
        """Conversations as a collection."""
        return self._parts.library

    @property
    def summaries(self) -> Summaries:
        """Automatic and manual summaries."""
        return self._parts.summaries

    @property
    def store(self) -> ConversationStore:
        """Conversations on disk."""
        return self._parts.store

    def listen(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Hear every event of the coordinators; the returned function ends that."""
        return self._parts.announcer.listen(listener)

    async def show_conversation(self, conversation_id: str) -> None:
        """Show a conversation in the window."""
        await self._chat.open(conversation_id)

    @property
    def shown_conversation_id(self) -> str | None:
        """The conversation in the window."""
        return self._chat.conversation_id

    async def run(self, files: Sequence[str] = ()) -> int:
        """Show the window, work until the user quits, shut down.

        Args:
            files: Absolute paths of conversations to import once all is there.

        Returns:
            The exit code.
        """
        crashes = self._parts.crashes
        crashes.install()
        loop = asyncio.get_running_loop()
        crashes.watch(loop)
        loop.set_default_executor(WorkerThreads())  # type: ignore[arg-type]
        signals = QuitSignals(self.quit, self)
        garbage = GarbageCollection(self)
        self.window.show()
        try:
            await self.start()
            self._listen_for_second_starts()
            self._whole.import_files(files)
            await self._quit.wait()
        except Exception as error:  # noqa: BLE001 - whatever it is, the user is told and the data are closed
            self._exit_code = 1
            report_fatal(error)
        finally:
            await self.shutdown()
            garbage.stop()
            signals.restore()
        return self._exit_code

    def _listen_for_second_starts(self) -> None:
        from desktop_app.ui.single_instance import InstanceServer

        self._second_starts = InstanceServer(self._paths.data_dir, self)
        self._second_starts.raise_requested.connect(self.raise_window)
        self._second_starts.files_given.connect(self._whole.import_files)
        app = QApplication.instance()
        if isinstance(app, DesktopApplication):
            app.give_files_to(self._whole.import_files)

    async def start(self) -> None:
        """Open the store and fill the window; called once, by ``run`` or a test."""
        await self.fill()
        await self._load_preferences()
        self._parts.crashes.listen(self._crashed.emit)  # from any thread
        self._summary.begin()
        self._whole.begin()
        self._cast.begin()
        QTimer.singleShot(SETTLED_MS, self, give_back_memory)
        QTimer.singleShot(STORE_CHECK_MS, self, self._on_store_check_due)

    async def fill(self) -> None:
        """The part of the start that the first paint needs: the store, the list, the conversation."""
        if self._started:
            return
        self._started = True
        self._show_errors(await self._parts.store.open(), "store")
        await self._chat.open(await self._list.fill(self._look.state.conversation_id))

    def _on_store_check_due(self) -> None:
        self._parts.do(self._check_store(), "store-check")

    async def _check_store(self) -> None:
        """Read a store that was too large to be read wholly at open, then empty the bin."""
        self._show_errors(await self._parts.store.check(), "store-check")
        await self._parts.library.purge_old()

    async def _load_preferences(self) -> None:
        """Read the settings after the first paint: their models cost start-up time."""
        self._show_errors(await self._parts.preferences.load(), "settings")
        self._profiles.begin()
        self._take_settings(self._parts.preferences.settings)
        if self._updates is not None:
            self._updates.begin()

    def quit(self) -> None:
        """Ask for the end; ``run`` returns once everything is safe on disk."""
        self._quit.set()

    async def shutdown(self) -> None:
        """Save what is open, end tasks, close files; safe to call twice."""
        if self._stopped:
            return
        self._stopped = True
        if self._second_starts is not None:
            self._second_starts.close()
        parts, guard = self._parts, self._parts.crashes.guard
        await guard(self._flush_dialogs(), "edits")
        if self._started:
            await guard(self._chat.flush(), "draft")
        await parts.tasks.shutdown()
        await guard(parts.preferences.flush(), "settings")
        await guard(asyncio.wait_for(parts.provider.aclose(), 2.0), "provider")
        last = replace(self._look.state, conversation_id=self._chat.conversation_id)
        save_window_state(self._paths.window_state, self.window.state(last))
        await guard(parts.store.close(), "store")
        self._release()
        self.window.allow_close()
        self.window.close()

    async def _flush_dialogs(self) -> None:
        self._cast.flush()
        if self._settings_dialog is not None:
            self._settings_dialog.flush()

    def raise_window(self) -> None:
        """Bring the window to the front: a second start asked for it."""
        self.window.come_forward()

    def open_settings(self, page: str = "", profile_id: str | None = None) -> None:
        """Show the settings dialog, made at the first call."""
        if self._settings_dialog is None:
            self._settings_dialog = self._made_settings_dialog()
        self._settings_dialog.open_page(page or "profiles", profile_id)

    def _made_settings_dialog(self) -> SettingsDialog:
        from desktop_app.coordinator.settings_lab import SettingsLab
        from desktop_app.ui.settings.dialog import SettingsDialog

        parts = self._parts
        return SettingsDialog(
            parts.preferences,
            parts.tasks,
            self.window,
            catalog=parts.catalog,
            forecast=self._summary.forecast,
            lab=SettingsLab(parts.store, parts.provider, parts.preferences, parts.requests),
            data_dir=str(self._paths.data_dir),
            use_english=self._look.is_english,
        )

    def _on_settings_requested(self) -> None:
        self.open_settings()

    def _on_provider_requested(self) -> None:
        self.open_settings("profiles")
        if self._settings_dialog is not None:
            self._settings_dialog.profile_actions.offer_kinds()

    # look
    def _take_settings(self, settings: Settings) -> None:
        """Apply what the settings say about the look and list the profiles."""
        self._look.take(settings.appearance)
        self.window.composer.set_send_key(settings.appearance.send_key)
        self._profiles.show()

    def _on_zoom_requested(self, step: int) -> None:
        def change(settings: Settings) -> Settings:
            look = settings.appearance
            zoom = 1.0 if step == 0 else min(3.0, max(0.5, round(look.zoom + step * ZOOM_STEP, 2)))
            return settings.model_copy(update={"appearance": look.model_copy(update={"zoom": zoom})})

        self._parts.do(self._parts.preferences.update(change), "zoom")

    # events and notices
    def _on_event(self, event: Event) -> None:
        match event:
            case SettingsChanged(settings):
                self._take_settings(settings)
            case NoticeRaised(error, key, conversation_id):
                self._show_error(error, key, conversation_id or "")

    def _on_shown(self, conversation: Conversation) -> None:
        self.window.conversations.select(conversation.id)
        self.window.show_title(conversation.title)
        self._profiles.show()

    def _on_head_changed(self, conversation: Conversation) -> None:
        if conversation.id == self._chat.conversation_id:
            self._chat.take_head(conversation)
            self.window.show_title(conversation.title)
            self._profiles.show()

    def _show_errors(self, errors: Iterable[ThroughlineError], key: str) -> None:
        for number, error in enumerate(errors):
            self._show_error(error, f"{key} {number}", "")

    def _show_error(self, error: ThroughlineError, key: str, conversation_id: str) -> None:
        self.window.notices.show_error(
            error.title, error.message, error.action.value, key=key, conversation_id=conversation_id
        )

    def _offer_undo(self, text: str, undo: Callable[[], Coroutine[Any, Any, object]]) -> None:
        self.window.notices.show_undo(text, lambda: self._parts.do(undo(), "undo"), key=text)

    def _show_crash(self, report: CrashReport) -> None:
        self.window.notices.show_crash(report.title, report.text, key=report.key)

    async def _try_keychain(self, profile_id: str) -> None:
        """Look for the keychain anew, and say how that went."""
        state = await self._parts.preferences.key_state(profile_id, retry=True)
        if state.problem is not None:
            raise state.problem
        self.window.notices.show_info(self.tr("The keychain can be used again."))

    def _on_notice_action(self, action: str, conversation_id: str) -> None:
        parts = self._parts
        bound = self._chat.conversation.profile_id if self._chat.conversation else None
        match action:
            case Action.OPEN_PROFILE | Action.CHOOSE_MODEL_FILE:
                self.open_settings("profiles", bound)
            case Action.OPEN_SUMMARY_SETTINGS:
                self.open_settings("summary", bound)
            case Action.UNLOCK_KEYCHAIN:
                parts.do(self._try_keychain(bound or ""), "keychain")
            case Action.COMPRESS:
                self._summary.compress()
            case Action.ALLOW_PROVIDER:
                parts.do(self._summary.allow_writer(), "allow the provider")
            case Action.REWRITE_SUMMARY:
                self._summary.rewrite()
            case Action.RETRY:
                parts.do(parts.preferences.flush(), "save the settings")
            case _:
                _log.info("No action %s for %s", action, conversation_id)
