"""Which links may be opened, and what a reader must be told about them."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*):")
_HIDDEN = re.compile(r"[\x00-\x20\x7f-\xa0\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_URL_LIKE = re.compile(
    r"(?:[a-z][a-z0-9+.-]*://)?((?:[^\s/@]+@)?[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:[/?#].*)?", re.IGNORECASE
)


class Refusal(StrEnum):
    """Why a link is not opened."""

    SCHEME = "scheme"
    RELATIVE = "relative"
    MALFORMED = "malformed"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known about a link.

    Attributes:
        target: The address as it would be opened, hidden characters made visible.
        host: The host it leads to in ASCII (so look-alike letters show), blank for mail.
        refusal: Why it is not opened, or None.
        disguised: True if the address carries a user name or other letters than it seems to.
    """

    target: str
    host: str = ""
    refusal: Refusal | None = None
    disguised: bool = False


def judge(href: str) -> Verdict:
    """Judge the target of a link by what is written, without resolving anything.

    Only ``http``, ``https`` and ``mailto`` may be opened: everything else could start a
    program, read a file or leave the conversation.
    """
    shown = _HIDDEN.sub(_made_visible, href.strip())
    scheme = _SCHEME.match(href)
    name = scheme[1].lower() if scheme else ""
    if shown != href or "\\" in href or not href:
        return Verdict(shown, refusal=Refusal.MALFORMED)
    if not name:
        return Verdict(shown, refusal=Refusal.RELATIVE)
    if name == "mailto":
        return Verdict(shown)
    if name not in {"http", "https"}:
        return Verdict(shown, refusal=Refusal.SCHEME)
    return _judge_web(href, href[len(name) + 1 :].startswith("//"))


def _judge_web(href: str, has_host: bool) -> Verdict:
    try:
        parts = urlsplit(href)
        name = parts.hostname or ""
        host = _ascii(name)
        _ = parts.port  # raises for a port that is no number
    except ValueError:
        return Verdict(href, refusal=Refusal.MALFORMED)
    if not host or not has_host:
        return Verdict(href, refusal=Refusal.MALFORMED)
    return Verdict(href, host, disguised="@" in parts.netloc or host != name)


def _ascii(host: str) -> str:
    """A host name as it is looked up; look-alike letters show as ``xn--``."""
    return host if host.isascii() else host.encode("idna").decode("ascii")


def _made_visible(match: re.Match[str]) -> str:
    return f"%{ord(match[0]):02X}" if match[0].isascii() else "\ufffd"


def contradicts(text: str, verdict: Verdict) -> bool:
    """True if a link's text names another host than the one it leads to, or its address is disguised."""
    if verdict.disguised:
        return True
    named = _URL_LIKE.fullmatch(text.strip())
    if named is None or not verdict.host:
        return False
    return _bare(named[1].rpartition("@")[2]) != _bare(verdict.host) and not _is_file_name(text)


def _bare(host: str) -> str:
    with suppress(UnicodeError):
        host = _ascii(host)
    return host.lower().removeprefix("www.")


def _is_file_name(text: str) -> bool:
    """``main.py`` or ``notes.txt`` as link text is a name, not a host."""
    return (
        re.fullmatch(
            r"[\w.-]+\.(py|js|ts|md|txt|html?|json|csv|pdf|c|h|cpp|rs|go|java|toml|ya?ml|png|jpe?g|svg)",
            text.strip(),
        )
        is not None
    )
