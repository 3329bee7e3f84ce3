"""Search in all conversations, export, import, background: what concerns conversations as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop_app.coordinator.coordinators import Coordinators
from desktop_app.coordinator.exchanges import ExportForm
from desktop_app.core.domain.conversation import Conversation
from desktop_app.core.domain.errors import ThroughlineError
from desktop_app.core.domain.events import NoticeRaised
from desktop_app.ui.chat.conversation_presenter import ConversationPresenter
from desktop_app.ui.chat.transcript import Transcript
from desktop_app.ui.error_words import error_words
from desktop_app.ui.widgets.conversation_links import ConversationLinks
from desktop_app.ui.widgets.file_dialogs import ask_for_files, ask_for_target
from desktop_app.ui.widgets.renewal import Renewal

if TYPE_CHECKING:
    from desktop_app.ui.chat.search_dialog import SearchDialog


class LibraryPresenter(QObject):
    """Dialogs around the collection, and the card that says where a conversation stands.

    Signals:
        conversation_made: A new ``Conversation`` to show.
        chosen: Id of a conversation to show.
        told: A passing word.
    """

    conversation_made = Signal(object)
    chosen = Signal(str)
    told = Signal(str)

    def __init__(
        self,
        parts: Coordinators,
        shown: ConversationPresenter,
        transcript: Transcript,
        links: ConversationLinks,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._parts = parts
        self._do = parts.do
        self._shown = shown
        self._transcript = transcript
        self._links = links
        self._window = links.window()
        self._search: SearchDialog | None = None
        self._dismissed: set[str] = set()
        self._begun = False
        shown.shown.connect(self._on_shown)
        links.origin_requested.connect(self._on_links_origin_requested)
        transcript.background_refresh_requested.connect(self._on_refresh_requested)
        transcript.background_dismissed.connect(self._on_dismissed)

    def begin(self) -> None:
        """The settings are read: from now on the background card may be shown."""
        self._begun = True
        if self._shown.conversation is not None:
            self._on_shown(self._shown.conversation)

    # search
    def search(self, text: str) -> None:
        """Open the search over all conversations."""
        if self._search is None:
            from desktop_app.ui.chat.search_dialog import SearchDialog

            self._search = dialog = SearchDialog(self._window)
            Renewal(dialog, self._forget_search, lambda: self._renew_search(dialog))
            self._search.search_requested.connect(lambda words: self._do(self._find(words), "search"))
            self._search.hit_chosen.connect(lambda c, m: self._do(self._go_to(c, m), "open a hit"))
        self._search.show()
        self._search.raise_()
        self._search.begin(text)

    def _forget_search(self) -> None:
        self._search = None

    def _renew_search(self, former: SearchDialog) -> None:
        self.search(former.words())
        if self._search is not None:
            self._search.setGeometry(former.geometry())

    async def _find(self, text: str) -> None:
        hits = await self._parts.library.search(text)
        titles: dict[str, str] = {}
        for hit in hits:
            if hit.conversation_id not in titles:
                head = await self._parts.library.conversation(hit.conversation_id)
                titles[hit.conversation_id] = (
                    head.title if head and head.title else self.tr("New conversation")
                )
        if self._search is not None:
            self._search.show_hits(text, [(hit, titles[hit.conversation_id]) for hit in hits])

    async def _go_to(self, conversation_id: str, message_id: str) -> None:
        ids = await self._parts.library.path_ids(conversation_id)
        if message_id not in ids:
            await self._parts.chat.select_branch(message_id)
        await self._shown.open(conversation_id)
        self._transcript.jump_to(message_id)

    # files
    def export(self, conversation_id: str) -> None:
        """Ask for a file and write the conversation into it."""
        self._do(self._ask_export(conversation_id), "export")

    async def _ask_export(self, conversation_id: str) -> None:
        name = await self._parts.exchanges.suggested_name(conversation_id, ExportForm.PACK)
        ask_for_target(
            self._window,
            self.tr("Export the conversation"),
            "exportDialog",
            name,
            lambda path: self._do(self._export(conversation_id, path), "export"),
            filters=(
                self.tr("Hand-off pack (*.throughline)"),
                self.tr("Markdown (*.md)"),
                self.tr("Plain text (*.txt)"),
                self.tr("JSON, every branch (*.json)"),
            ),
        )

    async def _export(self, conversation_id: str, path: str) -> None:
        await self._parts.exchanges.export_to(conversation_id, path)
        self.told.emit(self.tr("Exported to {name}.").replace("{name}", Path(path).name))

    def ask_import(self) -> None:
        """Ask for files and import the conversations in them."""
        ask_for_files(
            self._window,
            self.tr("Import conversations"),
            "importDialog",
            self.import_files,
            filters=(
                self.tr("Conversations (*.throughline *.json *.jsonl *.zip)"),
                self.tr("All files (*)"),
            ),
        )

    def import_files(self, paths: Sequence[str]) -> None:
        """Import conversations from files, and show the last of them.

        Args:
            paths: Chosen in a dialog, dropped, or opened from outside.
        """
        if paths:
            self._do(self._import(paths), "import")

    async def _import(self, paths: Sequence[str]) -> None:
        found: list[Conversation] = []
        notes: dict[str, None] = {}
        for path in paths:
            try:
                outcome = await self._parts.exchanges.import_from(path)
            except ThroughlineError as error:  # one bad file does not keep the others out
                self._parts.announcer.publish(NoticeRaised(error, key=f"import {path}"))
                continue
            found.extend(outcome.conversations)
            notes.update(dict.fromkeys(outcome.notes))
        if found:
            # Nobody looks back on what has just come: no model is asked about it unless the user does.
            self._dismissed.update(conversation.id for conversation in found)
            self.conversation_made.emit(found[-1])
            self.told.emit(" ".join([self._imported_words(found), *map(error_words, list(notes)[:4])]))

    def _imported_words(self, found: Sequence[Conversation]) -> str:
        if len(found) == 1:
            return self.tr("“{title}” was imported.").replace("{title}", found[0].title)
        return self.tr("{count} conversations imported.").replace("{count}", str(len(found)))

    # background
    def continue_in_new(self, conversation_id: str) -> None:
        """Make a conversation that starts from this one's background and facts."""
        self.told.emit(self.tr("Writing the background…"))
        self._do(self._continue(conversation_id), "continue in a new conversation")

    def continue_shown(self) -> None:
        """As ``continue_in_new``, for the conversation in the window."""
        if self._shown.conversation_id is not None:
            self.continue_in_new(self._shown.conversation_id)

    async def _continue(self, conversation_id: str) -> None:
        self.conversation_made.emit(await self._parts.backgrounds.continue_in_new(conversation_id))

    def _on_shown(self, conversation: Conversation) -> None:
        self._transcript.set_background_card("")
        self._links.show_origin("")
        if conversation.origin_id is not None:
            self._do(self._show_origin(conversation), "show the origin")
        if not self._begun:
            return
        if conversation.active_leaf_id is None and conversation.id not in self._dismissed:
            self._transcript.set_background_card(conversation.background)
            return
        if conversation.id not in self._dismissed and self._parts.backgrounds.is_due(conversation):
            if conversation.background:
                self._transcript.set_background_card(conversation.background)
            else:
                self._on_refresh_requested()

    async def _show_origin(self, conversation: Conversation) -> None:
        origin = await self._parts.library.conversation(conversation.origin_id or "")
        if origin is not None and origin.deleted_at is None and self._is_shown(conversation.id):
            self._links.show_origin(origin.title or self.tr("New conversation"))

    def _is_shown(self, conversation_id: str) -> bool:
        return self._shown.conversation_id == conversation_id

    def _on_links_origin_requested(self) -> None:
        shown = self._shown.conversation
        if shown is not None and shown.origin_id is not None:
            self.chosen.emit(shown.origin_id)

    def _on_refresh_requested(self) -> None:
        if self._shown.conversation_id is not None:
            self._do(self._write_background(self._shown.conversation_id), "background")

    async def _write_background(self, conversation_id: str) -> None:
        def show(text: str, *, running: bool) -> None:
            if self._is_shown(conversation_id):
                self._transcript.set_background_card(text, running=running)

        show("", running=True)
        try:
            text = await self._parts.backgrounds.write(
                conversation_id, on_text=lambda text: show(text, running=True)
            )
        except ThroughlineError as error:
            show("", running=False)
            self.told.emit(error_words(str(error)))
            return
        show(text, running=False)

    def _on_dismissed(self) -> None:
        if self._shown.conversation_id is not None:
            self._dismissed.add(self._shown.conversation_id)
