"""Characters that may not stand in a title: controls, overrides, invisible ones, piles of accents."""

from __future__ import annotations

import re
import unicodedata

JOINERS = "\u200c\u200d"
"""Zero-width joiners: needed inside emoji and words, meaningless at an end."""

_LINE_ENDS = re.compile(r"\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_TAGS = "\U000e0020-\U000e007e"
_FLAG_OR_TAG = re.compile(f"(\U0001f3f4[{_TAGS}]{{1,12}}\U000e007f)|[\U000e0000-\U000e007f]")
_ACCENTS = "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]"
_ACCENT_PILE = re.compile(f"({_ACCENTS}{{4}}){_ACCENTS}+")
_VISIBLE_FORMATS = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u08e2")
_REMOVED_CATEGORIES = frozenset(("Cc", "Cs", "Cn", "Co"))


def _may_stay(character: str) -> bool:
    if character.isascii():
        return character.isprintable() or character == "\n"
    category = unicodedata.category(character)
    if category == "Cf":
        is_tag = "\U000e0020" <= character <= "\U000e007f"  # only those inside a flag are left by now
        return character in JOINERS or character in _VISIBLE_FORMATS or is_tag
    return category not in _REMOVED_CATEGORIES


def without_controls(text: str) -> str:
    r"""A text without characters that change its look or hide in it; line ends become ``\n``.

    Removed are control characters, bidi overrides and isolates, zero-width and tag characters, lone
    surrogates, private and unassigned code points, and accents beyond four in a pile. Joiners inside
    emoji and words stay, as do the tags of a flag.
    """
    text = _LINE_ENDS.sub("\n", text).replace("\t", " ")
    text = _FLAG_OR_TAG.sub(lambda match: match[1] or "", text)
    return _ACCENT_PILE.sub(r"\1", "".join(filter(_may_stay, text)))


def has_substance(text: str) -> bool:
    """Whether there is a letter, digit or pictogram in it, not only punctuation."""
    categories = map(unicodedata.category, text)
    return any(category[0] in "LN" or category == "So" for category in categories)
