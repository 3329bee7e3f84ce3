"""Where the program keeps its files; apart from the ports, because the first paint needs only this."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class AppPaths:
    """Where the program keeps its files; every path lies under ``data_dir``."""

    data_dir: Path

    @property
    def database(self) -> Path:
        """The one SQLite file."""
        return self.data_dir / "throughline.db"

    @property
    def settings(self) -> Path:
        """The settings file (JSON, differences only)."""
        return self.data_dir / "settings.json"

    @property
    def window_state(self) -> Path:
        """Geometry, theme, language and font of the last session, read before the first paint."""
        return self.data_dir / "window.json"

    @property
    def log(self) -> Path:
        """The rotated log file."""
        return self.data_dir / "logs" / "throughline.log"

    @property
    def backups(self) -> Path:
        """Copies made before migrations, and damaged files set aside."""
        return self.data_dir / "backups"
