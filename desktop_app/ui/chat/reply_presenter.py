"""What goes with single replies: their cost, and code saved from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QObject, Signal

from desktop_app.coordinator.coordinators import Coordinators
from desktop_app.coordinator.text_files import save_text
from desktop_app.core.domain.conversation import Message
from desktop_app.ui.chat.transcript import Transcript
from desktop_app.ui.widgets.file_dialogs import ask_for_target

if TYPE_CHECKING:
    from desktop_app.core.summary.ledger import Money


class ReplyPresenter(QObject):
    """Joins the transcript to prices and to the file system.

    Signals:
        told: A passing word.
    """

    told = Signal(str)

    def __init__(self, parts: Coordinators, transcript: Transcript, parent: QObject) -> None:
        super().__init__(parent)
        self._parts = parts
        self._transcript = transcript
        transcript.set_cost_formatter(self.cost_of)
        transcript.code_save_requested.connect(self._on_transcript_code_save_requested)

    def cost_of(self, message: Message) -> str:
        """What a reply cost, by the prices of its profile; "" when one of them is unknown."""
        profile = self._parts.preferences.settings.profile(message.profile_id)
        if message.usage is None or profile is None:
            return ""
        if profile.is_local:
            return self.tr("none, it runs on this computer")
        from desktop_app.core.summary.ledger import request_cost  # late: not needed to show a window

        money = request_cost(message.usage, profile.prices)
        return "" if money is None else money_text(money)

    def _on_transcript_code_save_requested(self, code: str, name: str) -> None:
        ask_for_target(
            self._transcript.window(),
            self.tr("Save the code"),
            "saveCodeDialog",
            name,
            lambda path: self._parts.do(self._save(path, code), "save the code"),
        )

    async def _save(self, path: str, code: str) -> None:
        name = await save_text(path, code)
        self.told.emit(self.tr("Saved as {name}.").replace("{name}", name))


def money_text(money: Money) -> str:
    """``USD 0.0123``: four digits that count, since a reply costs far less than a cent."""
    digits = f"{money.amount:.4f}" if money.amount >= 0.01 else f"{money.amount:.2g}"  # noqa: PLR2004
    return f"{money.currency} {QLocale().toString(float(digits), 'g', 6)}"
