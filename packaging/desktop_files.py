"""The files a Linux desktop wants around the program, the same for every kind of package."""

from __future__ import annotations

import gzip
import io
from datetime import UTC, datetime
from pathlib import Path

import icons
from project import APP_ID, PACK_TYPE, ROOT, fill, source_date, version

LINUX = ROOT / "packaging" / "linux"


def values() -> dict[str, str]:
    """What the templates are filled with."""
    day = datetime.fromtimestamp(source_date(), UTC).date().isoformat()
    return {"APP_ID": APP_ID, "VERSION": version(), "DATE": day, "PACK_TYPE": PACK_TYPE}


def write(prefix: Path) -> None:
    """Write menu entry, metainfo, file type, icons and man page under ``prefix`` (``/usr`` or its like)."""
    share = prefix / "share"
    fill(LINUX / "throughline.desktop", share / "applications" / "throughline.desktop", values())
    fill(LINUX / "metainfo.xml", share / "metainfo" / f"{APP_ID}.metainfo.xml", values())
    fill(LINUX / "mime.xml", share / "mime" / "packages" / "throughline.xml", values())
    icons.write_hicolor(share / "icons")
    page = share / "man" / "man1" / "throughline.1"
    fill(LINUX / "throughline.1", page, values())
    compressed(page)


def compressed(path: Path) -> None:
    """Replace a file by its gzip, without name and time inside."""
    data = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=data, mtime=0) as file:
        file.write(path.read_bytes())
    path.with_name(path.name + ".gz").write_bytes(data.getvalue())
    path.unlink()
