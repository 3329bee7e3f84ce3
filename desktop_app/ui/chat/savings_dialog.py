"""What summaries cost and saved: totals, the break-even turn, a small plot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QLabel, QListWidget, QVBoxLayout, QWidget

from desktop_app.ui.widgets.line_plot import LinePlot
from desktop_app.ui.widgets.opening_size import open_at

if TYPE_CHECKING:
    from desktop_app.core.summary.ledger import Ledger, SummaryAccount, Total


class SavingsDialog(QDialog):
    """Shows a ledger.

    Signals:
        scope_changed: True for all conversations, False for the one shown.
    """

    scope_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("savingsDialog")
        self.setWindowTitle(self.tr("Savings"))
        self._scope = QComboBox(self)
        self._scope.setObjectName("savingsScope")
        self._scope.setAccessibleName(self.tr("Conversations counted"))
        self._scope.addItems([self.tr("This conversation"), self.tr("All conversations")])
        self._scope.currentIndexChanged.connect(lambda row: self.scope_changed.emit(row == 1))
        self._words = QLabel(self)
        self._words.setObjectName("savingsWords")
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setWordWrap(True)
        self._plot = LinePlot(self)
        self._plot.setObjectName("savingsPlot")
        self._plot.setAccessibleName(self.tr("Tokens saved less tokens spent, after each request"))
        self._list = QListWidget(self)
        self._list.setObjectName("savingsList")
        self._list.setAccessibleName(self.tr("Summaries, oldest first"))
        self._list.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(10)
        layout.addWidget(self._scope)
        layout.addWidget(self._words)
        layout.addWidget(self._plot)
        layout.addWidget(self._list, 1)
        open_at(self, 560, 560)

    @property
    def counts_all(self) -> bool:
        """Whether all conversations are counted."""
        return self._scope.currentIndex() == 1

    def take_place_of(self, former: SavingsDialog) -> None:
        """Stand where the former window stood and count what it counted."""
        self.setGeometry(former.geometry())
        self._scope.setCurrentIndex(int(former.counts_all))

    def show_ledger(self, ledger: Ledger) -> None:
        """Show the figures."""
        self._words.setText("\n".join(self._sums(ledger)))
        points = ledger.series
        self._plot.setVisible(len(points) > 1)
        last = self.tr("after {count} requests").replace("{count}", str(points[-1].request)) if points else ""
        self._plot.show_values([p.tokens for p in points], first=self.tr("tokens saved, net"), last=last)
        self._list.clear()
        for number, account in enumerate(ledger.accounts, start=1):
            self._list.addItem(self._line(number, account))
        if not ledger.accounts:
            self._list.addItem(self.tr("No summary has been made by a model here yet."))

    def _sums(self, ledger: Ledger) -> list[str]:
        lines = [
            self.tr("Summaries took {spent} tokens; requests were {saved} tokens shorter for them.")
            .replace("{spent}", f"{ledger.spent_tokens:,}")
            .replace("{saved}", f"{ledger.saved_tokens:,}")
        ]
        lines += [self._total_words(total) for total in ledger.totals]
        if ledger.unpriced:
            words = self.tr("{count} requests have no known price and count in tokens only.")
            lines.append(words.replace("{count}", str(ledger.unpriced)))
        return lines

    def _total_words(self, total: Total) -> str:
        words = self.tr(
            "{currency}: {all} spent in all, {summaries} of it on summaries, which saved "
            "{least} (all cached) to {most} (all fresh)."
        )
        for name, value in {
            "currency": total.currency,
            "all": f"{total.spent:.4f}",
            "summaries": f"{total.spent_on_summaries:.4f}",
            "least": f"{total.saved.least:.4f}",
            "most": f"{total.saved.most:.4f}",
        }.items():
            words = words.replace("{" + name + "}", value)
        return words

    def _line(self, number: int, account: SummaryAccount) -> str:
        head = (
            self.tr("Summary {number}: {spent} tokens, saved {saved} in {count} requests.")
            .replace("{number}", str(number))
            .replace("{spent}", f"{account.spent_tokens:,}")
            .replace("{saved}", f"{account.saved_tokens:,}")
            .replace("{count}", str(account.requests))
        )
        if account.break_even_tokens is None:
            return f"{head}\n" + self.tr("Not paid back yet.")
        words = self.tr("Paid back with request {count}.")
        return f"{head}\n" + words.replace("{count}", str(account.break_even_tokens))
