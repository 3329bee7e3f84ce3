"""How the text of a summary is laid out for reading."""

from __future__ import annotations

import re

_RULE = re.compile(r"\s*={5,}\s*$")
_FRAME = re.compile(r"\s*={3,}[^=]{1,80}={3,}\s*$")
_HEADING = re.compile(r"\s*[\[【]([^\[\]【】\n]{1,120})[\]】]\s*$")


def laid_out(text: str) -> str:
    """The Markdown of a summary for its card: headings bold, without the frame around it.

    A model writes ``[Heading]`` lines between two lines of equals signs. Read as Markdown, the lower one
    would turn the last section into a large heading.
    """
    lines: list[str] = []
    fenced = False
    for line in text.split("\n"):
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        heading = None if fenced else _HEADING.match(line)
        if not fenced and (_RULE.match(line) or _FRAME.match(line)):
            continue
        lines += ["", f"**{heading[1]}**", ""] if heading else [line]
    return "\n".join(lines).strip("\n")
