"""Writes ``docs/settings.md`` from the settings models: ``python -m tests.settings_reference``."""

from __future__ import annotations

from pathlib import Path

from desktop_app.core.domain import settings as models
from desktop_app.core.domain.settings_path import FieldDescription, describe

FILE = Path(__file__).resolve().parent.parent / "docs" / "settings.md"

GROUPS = (
    ("Profile", models.ProfileSettings, "profiles[]"),
    ("Parameters of a profile", models.ModelParameters, "profiles[].parameters"),
    ("Prices of a profile", models.PriceSettings, "profiles[].prices"),
    ("Summary settings of a profile", models.SummarySettings, "profiles[].summary"),
    ("Per language (`zh`, `en`)", models.LanguageSummarySettings, "profiles[].summary.zh"),
    ("Titles", models.TitleSettings, "titles"),
    ("Background", models.BackgroundSettings, "background"),
    ("Appearance", models.AppearanceSettings, "appearance"),
    ("Data & privacy", models.PrivacySettings, "privacy"),
)

HEAD = """# Settings

Made from the models in `desktop_app/core/domain/settings.py` by `python -m tests.settings_reference`.

The file is `settings.json` in the data folder. It holds only what differs from the defaults, and a
version. Keys it does not know are kept. A value outside its bounds falls back to its default alone, and
the file as it was is copied to `backups`. API keys are never in it.
"""


def reference() -> str:
    """The whole page."""
    parts = [HEAD]
    for title, model, place in GROUPS:
        rows = [describe(model, (name,)) for name, info in model.model_fields.items() if info.title]
        lines = [
            f"| `{row.name}` | {row.label} | {_values(row)} | {_default(row)} | {row.help} |" for row in rows
        ]
        head = "| key | label | values | default | |\n|---|---|---|---|---|"
        parts.append(f"## {title}\n\nIn `{place}`.\n\n{head}\n" + "\n".join(lines) + "\n")
    return "\n".join(parts)


def _values(row: FieldDescription) -> str:
    if row.choices:
        values = ", ".join(f"`{choice}`" for choice in row.choices)
    elif isinstance(row.default, bool):
        values = "true, false"
    elif (row.bounds.minimum, row.bounds.maximum) == (None, None):
        values = "number" if row.is_whole else ""
    else:
        low, high = (
            None if b is None else f"{b:g}" if b < 1e6 else f"{b:.0f}"
            for b in (row.bounds.minimum, row.bounds.maximum)
        )
        values = f"{low} or more" if high is None else f"{low} to {high}"
    return f"{values}, or unset".removeprefix(", ") if row.is_optional else values


def _default(row: FieldDescription) -> str:
    if row.default is None:
        return "unset"
    if row.default in ("", (), {}):
        return "empty"
    return f"`{str(row.default).lower() if isinstance(row.default, bool) else row.default}`"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(reference(), encoding="utf-8")
