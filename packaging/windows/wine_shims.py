"""Makes the two Windows libraries that Wine lacks and Qt asks for; they go into Wine, never into the setup.

``icuuc.dll`` is part of Windows and missing in Wine; ``mscms.dll`` lacks the calls for colour profiles.
The stand-ins answer every call with nothing, which Qt takes as "not available".
"""

from __future__ import annotations

import re
from pathlib import Path

import project

_COLOUR = ("WcsCreateIccProfile", "WcsOpenColorProfileW")
_TOOLS = "x86_64-w64-mingw32-"


def build(qt_core: Path, target: Path) -> list[Path]:
    """Compile the stand-ins into ``target``.

    Args:
        qt_core: ``Qt6Core.dll``: its import table names the calls to ICU.
        target: A folder.
    """
    table = project.run(f"{_TOOLS}objdump", "-p", qt_core)
    part = table.partition("DLL Name: icuuc.dll")[2].partition("DLL Name:")[0]
    icu = re.findall(r"^\s+[0-9a-f]+\s+\d+\s+(\w+)$", part, re.MULTILINE)
    return [_library(target, "icuuc", icu), _library(target, "mscms", _COLOUR)]


def _library(target: Path, name: str, calls: list[str] | tuple[str, ...]) -> Path:
    source, library = target / f"{name}.c", target / f"{name}.dll"
    source.write_text(
        "".join(f"__declspec(dllexport) void *{call}(void) {{ return 0; }}\n" for call in calls)
    )
    project.run(f"{_TOOLS}gcc", "-shared", "-s", "-o", library, source)
    return library
