"""Joins the facts panel to the library."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMainWindow, QWidget

from desktop_app.coordinator.coordinators import Coordinators
from desktop_app.core.domain.conversation import Fact
from desktop_app.core.domain.errors import ThroughlineError
from desktop_app.core.domain.events import Event, FactsChanged
from desktop_app.ui.chat.conversation_presenter import ConversationPresenter
from desktop_app.ui.chat.facts_panel import FactsPanel
from desktop_app.ui.error_words import error_words
from desktop_app.ui.widgets.renewal import Renewal


class FactsPresenter(QObject):
    """Shows and edits the facts of the conversation shown and of all conversations.

    Signals:
        undo_offered: ``(text, coroutine function)``.
    """

    undo_offered = Signal(str, object)

    def __init__(
        self, parts: Coordinators, shown: ConversationPresenter, owner: QWidget, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._parts = parts
        self._shown = shown
        self._owner = owner
        self._panel: FactsPanel | None = None
        shown.shown.connect(lambda _conversation: self._refresh())
        parts.announcer.listen(self._on_event)

    def open(self) -> None:
        """Show the panel, made at the first call."""
        if self._panel is None:
            self._panel = self._made()
        self._panel.show()
        self._refresh()

    def _made(self) -> FactsPanel:
        window = self._owner.window()
        panel = FactsPanel(window)
        if isinstance(window, QMainWindow):
            window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, panel)
        library = self._parts.library
        panel.added.connect(
            lambda text, everywhere: self._do(
                library.add_fact(text, conversation_id=None if everywhere else self._shown.conversation_id),
                "add a fact",
            )
        )
        panel.changed.connect(lambda fact: self._do(self._change(fact), "change a fact"))
        panel.removed.connect(lambda fact: self._do(self._remove(fact), "remove a fact"))
        panel.reordered.connect(lambda ids: self._do(self._reorder(ids), "order the facts"))
        panel.suggest_requested.connect(lambda: self._do(self._suggest(), "suggest facts"))
        Renewal(panel, self._forget, self.open)
        return panel

    def _forget(self) -> None:
        self._panel = None

    def _refresh(self) -> None:
        if self._panel is not None and self._panel.isVisible():
            self._do(self._fill(), "show the facts")

    async def _fill(self) -> None:
        conversation_id = self._shown.conversation_id
        local = await self._parts.library.facts(conversation_id) if conversation_id else []
        everywhere = await self._parts.library.facts(None)
        if self._panel is not None and conversation_id == self._shown.conversation_id:
            self._panel.show_facts(local, everywhere)

    async def _change(self, fact: Fact) -> None:
        known = {one.id: one for one in await self._parts.library.facts(fact.conversation_id)}
        await self._parts.library.save_fact(fact)
        former = known.get(fact.id)
        if former is not None and former.text != fact.text:  # a switch undoes itself
            self.undo_offered.emit(self.tr("Fact changed."), lambda: self._parts.library.save_fact(former))

    async def _remove(self, fact: Fact) -> None:
        await self._parts.library.delete_fact(fact)
        self.undo_offered.emit(self.tr("Fact removed."), lambda: self._parts.library.save_fact(fact))

    async def _reorder(self, ids: list[str]) -> None:
        scopes = [*await self._parts.library.facts(self._shown.conversation_id)]
        scopes += await self._parts.library.facts(None)
        by_id = {fact.id: fact for fact in scopes}
        for position, fact_id in enumerate(ids):
            fact = by_id.get(fact_id)
            if fact is not None and fact.position != position:
                await self._parts.library.save_fact(replace(fact, position=position))

    async def _suggest(self) -> None:
        conversation_id = self._shown.conversation_id
        if conversation_id is None:
            return
        self._tell(self.tr("Asking the model…"), busy=True)
        try:
            found = await self._parts.backgrounds.suggest_facts(conversation_id)
        except ThroughlineError as error:
            self._tell(error_words(str(error)))
            return
        for text in found:
            await self._parts.library.add_fact(text, conversation_id=conversation_id, enabled=False)
        words = self.tr("{count} facts found; tick those that are to be sent.")
        self._tell(words.replace("{count}", str(len(found))))

    def _tell(self, words: str, *, busy: bool = False) -> None:
        if self._panel is not None:
            self._panel.show_state(words, busy=busy)

    def _on_event(self, event: Event) -> None:
        if isinstance(event, FactsChanged):
            self._refresh()

    def _do(self, work: Coroutine[Any, Any, object], name: str) -> None:
        self._parts.do(work, name, conversation_id=self._shown.conversation_id)
