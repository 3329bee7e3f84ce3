"""What the summary page says about forecasts and contradictions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    from desktop_app.coordinator.settings_lint import Finding
    from desktop_app.coordinator.summary_forecast import Forecast

_HOUR = 60
_DAY = 24 * _HOUR


def forecast_text(forecast: Forecast) -> str:
    """The live line: what is left until the next automatic summary, or why none will start."""
    if forecast.hold:
        return _hold_text(forecast.hold)
    left = []
    if forecast.tokens_left is not None:
        text = QCoreApplication.translate("SummaryWords", "{count} more tokens")
        left.append(text.replace("{count}", f"{_rounded(forecast.tokens_left):,}"))
    if forecast.messages_left is not None:
        text = (
            QCoreApplication.translate("SummaryWords", "1 message")
            if forecast.messages_left == 1
            else QCoreApplication.translate("SummaryWords", "{count} messages")
        )
        left.append(text.replace("{count}", str(forecast.messages_left)))
    if forecast.minutes_left is not None:
        left.append(_duration(forecast.minutes_left))
    if not left:
        return QCoreApplication.translate("SummaryWords", "No automatic summary: no trigger is on.")
    joined = QCoreApplication.translate("SummaryWords", " or ").join(left)
    line = (
        QCoreApplication.translate("SummaryWords", "Next automatic summary: after about {left}")
        if forecast.has_conversation
        else QCoreApplication.translate(
            "SummaryWords", "In a new conversation, the first automatic summary: after about {left}"
        )
    )
    return line.replace("{left}", joined)


def _hold_text(hold: str) -> str:
    texts = {
        "off": QCoreApplication.translate(
            "SummaryWords", "Automatic summaries are off; the Compress button still works."
        ),
        "failed": QCoreApplication.translate(
            "SummaryWords", "Automatic summaries wait: the last run failed. Change a setting or retry it."
        ),
        "low_gain": QCoreApplication.translate(
            "SummaryWords", "Automatic summaries wait: the last one saved less than 5 %."
        ),
    }
    return texts.get(hold, QCoreApplication.translate("SummaryWords", "No automatic summary at present."))


def _rounded(tokens: int) -> int:
    """Two figures are as exact as an estimate is."""
    unit: int = 10 ** max(0, len(str(tokens)) - 2)
    return round(tokens / unit) * unit


def _duration(minutes: float) -> str:
    if minutes >= 2 * _DAY:
        text, count = QCoreApplication.translate("SummaryWords", "{count} days"), minutes / _DAY
    elif minutes >= 2 * _HOUR:
        text, count = QCoreApplication.translate("SummaryWords", "{count} hours"), minutes / _HOUR
    else:
        text, count = QCoreApplication.translate("SummaryWords", "{count} minutes"), minutes
    return text.replace("{count}", str(round(count)))


def fault_text(finding: Finding) -> str:
    """A contradiction in words."""
    texts = {
        "all_sections_off": QCoreApplication.translate(
            "SummaryWords", "All sections are off, so the texts of the sections have no effect."
        ),
        "same_title": QCoreApplication.translate(
            "SummaryWords", "Another section has the title “{detail}” too; the model will mix them up."
        ),
        "other_language": QCoreApplication.translate(
            "SummaryWords", "This text is in another language than the prompt around it."
        ),
        "rules_too_long": QCoreApplication.translate(
            "SummaryWords", "Prompt and answer do not fit the model's window ({detail} tokens)."
        ),
        "small_summary_model": QCoreApplication.translate(
            "SummaryWords",
            "This model's window is smaller than the trigger ({detail} tokens): it works in pieces.",
        ),
        "summary_model_gone": QCoreApplication.translate(
            "SummaryWords", "This profile was deleted: summaries will fail until you choose another."
        ),
        "no_trigger": QCoreApplication.translate(
            "SummaryWords", "No trigger is on, so no automatic summary will ever start."
        ),
        "share_without_window": QCoreApplication.translate(
            "SummaryWords", "The window of this profile is unknown, so this trigger never fires."
        ),
        "tail_over_trigger": QCoreApplication.translate(
            "SummaryWords",
            "So many messages are kept that a run after {detail} new ones would find nothing to fold.",
        ),
    }
    return texts[finding.fault.value].replace("{detail}", finding.detail)
