"""Says the errors of the core in the language of the program."""

from __future__ import annotations

import re
from functools import cache

from PySide6.QtCore import QCoreApplication

from desktop_app.ui.connection_texts import CONNECTION_TEXTS
from desktop_app.ui.error_texts import ERROR_TEXTS, JOINTS

translate = QCoreApplication.translate
# Qt types a marked text as an object.
_SENTENCES, _HEAD_AND_TAIL, _FULL_STOP = map(str, JOINTS)
_TEXTS = tuple(map(str, (*ERROR_TEXTS, *CONNECTION_TEXTS)))
_GAP = re.compile(r"\{(\w+)\}")


def error_words(text: str) -> str:
    """A title, a message or ``title: message`` of an error, in the language of the program.

    Whatever is not ours, such as a server's own words, stays as it is; so does everything in English.
    """
    return _known(text) or _sentences(text) or _colon(text) or text


def _known(text: str) -> str | None:
    """A text of the list, whole or without its full stop."""
    found = _one_of_the_list(text)
    if found is None and text.endswith("."):
        sentence = _one_of_the_list(text[:-1])
        found = _joined(_FULL_STOP, sentence=sentence) if sentence else None
    return found


def _one_of_the_list(text: str) -> str | None:
    if text in _plain_texts():
        return translate("Errors", text)
    for template, pattern in _patterns():
        values = pattern.fullmatch(text)
        if values is not None:
            return _filled(translate("Errors", template), values.groupdict())
    return None


def _filled(template: str, values: dict[str, str]) -> str:
    """The values in their places; a value that is itself a text of the list is translated."""
    plain = _plain_texts()

    def value_of(gap: re.Match[str]) -> str:
        value = values[gap[1]]
        return translate("Errors", value) if value in plain else value

    return _GAP.sub(value_of, template)


def _sentences(text: str) -> str | None:
    """A known text followed by more, such as what happens to a key until the keychain opens."""
    for end in (place.start() for place in re.finditer(r"(?<=\.) ", text)):
        first, rest = _known(text[:end]), text[end + 1 :]
        if first is not None:
            return _joined(_SENTENCES, first=first, rest=error_words(rest))
    return None


def _colon(text: str) -> str | None:
    """``title: message``, ``what happened: the server's words`` or ``place in a file: fault``."""
    for place in re.finditer(r": ", text):
        before, after = text[: place.start()], text[place.end() :]
        head, tail = _known(before), _known(after)
        if head is not None or tail is not None:
            return _joined(_HEAD_AND_TAIL, head=head or before, tail=tail or error_words(after))
    return None


def _joined(joint: str, **parts: str) -> str:
    return _GAP.sub(lambda gap: parts[gap[1]], translate("Errors", joint))


@cache
def _plain_texts() -> frozenset[str]:
    return frozenset(text for text in _TEXTS if not _GAP.search(text))


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each text with gaps and the expression that finds it; the one with most words of its own first."""
    gapped = (text for text in _TEXTS if _GAP.search(text))
    templates = sorted(gapped, key=_own_words, reverse=True)
    return tuple((text, re.compile(_expression(text), re.DOTALL)) for text in templates)


def _own_words(template: str) -> int:
    return len(_GAP.sub("", template))


def _expression(template: str) -> str:
    """A gap ends before a colon, behind which a server's own words follow, unless it stands behind one."""
    parts = re.split(r"\{\w+\}", template)
    inner = [".+?" if part.endswith(": ") else r"(?:(?!: ).)+?" for part in parts]
    gaps = [f"(?P<{name}>{any_text})" for name, any_text in zip(_GAP.findall(template), inner, strict=False)]
    return "".join(re.escape(part) + gap for part, gap in zip(parts, [*gaps, ""], strict=True))
