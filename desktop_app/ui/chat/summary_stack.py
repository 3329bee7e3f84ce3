"""The summary cards under one message."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.ui.chat.row import SummaryCardData, SummaryRun
from desktop_app.ui.chat.summary_card import SummaryCard
from desktop_app.ui.resources import Theme

_GAP = 8


class SummaryStack(QObject):
    """Makes and places the cards; they are children of the message's widget.

    Signals:
        action_requested: As of ``SummaryCard``.
        height_changed: A card needs another height.
    """

    action_requested = Signal(str, str)
    height_changed = Signal()

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._owner = owner
        self._theme: Theme | None = None
        self._cards: list[SummaryCard] = []
        self._run: SummaryCard | None = None

    def show_cards(self, cards: Sequence[SummaryCardData], run: SummaryRun | None, theme: Theme) -> None:
        """Stored summaries, oldest first, and the one being written."""
        while len(self._cards) > len(cards):
            self._remove(self._cards.pop())
        while len(self._cards) < len(cards):
            self._cards.append(self._new(theme))
        for card, data in zip(self._cards, cards, strict=True):
            card.show_summary(data)
        if run is None and self._run is not None:
            self._remove(self._run)
            self._run = None
        elif run is not None:
            self._run = self._run or self._new(theme)
            self._run.show_run(run)
        if theme != self._theme:
            self._theme = theme
            for card in self._all():
                card.apply_theme(theme)

    def clear(self) -> None:
        """Remove all cards."""
        for card in self._all():
            self._remove(card)
        self._cards, self._run = [], None

    def layout_to(self, y: int, x: int, width: int) -> int:
        """Place the cards from ``y`` on, at ``x``; returns where they end."""
        for card in self._all():
            height = card.layout_to(width)
            card.setGeometry(x, y + _GAP, width, height)
            y += height + 2 * _GAP
        return y

    def _all(self) -> list[SummaryCard]:
        return [*self._cards, *([self._run] if self._run is not None else [])]

    def _new(self, theme: Theme) -> SummaryCard:
        card = SummaryCard(self._owner)
        card.apply_theme(theme)
        card.height_changed.connect(self.height_changed)
        card.action_requested.connect(self.action_requested)
        card.show()
        return card

    @staticmethod
    def _remove(card: SummaryCard) -> None:
        card.hide()
        card.deleteLater()
