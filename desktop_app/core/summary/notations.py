"""The notations in which exact details are written, one row each, in order of precedence."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from desktop_app.core.summary.details import DetailKind, Value, folded
from desktop_app.core.summary.figures import (
    MONTH_WORD,
    UNIT_WORDS,
    Figure,
    chinese_number,
    clock_time,
    english_number,
    named_day,
    number_values,
    numeric_day,
    plain_day,
    unit_class,
)

Read = Callable[[re.Match[str]], Value | None]


def _never(_match: re.Match[str]) -> bool:
    return False


def _always(_match: re.Match[str]) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Notation:
    """One way to write a detail.

    Attributes:
        pattern: Regular expression, compiled by ``re`` at first use.
        read: Its meaning; None when the match is no such detail after all.
        signs: The text needs one of these characters for a match; "" for no such condition, "0"
            stands for any digit.
        after_quotes: Whether a quotation hides it.
        is_weak: Whether a match is worth little to a reader.
    """

    kind: DetailKind
    pattern: str
    read: Read
    signs: str = ""
    after_quotes: bool = False
    is_weak: Callable[[re.Match[str]], bool] = _never

    def may_occur(self, text: str) -> bool:
        """A cheap test that spares most texts the pattern."""
        if self.signs == "0":
            return any(digit in text for digit in "0123456789")
        return not self.signs or any(sign in text for sign in self.signs)


_HAN_DIGITS = "零一二三四五六七八九两〇"
_HAN_SMALL = r"(?:十[一二]?|[一二两三四五六七八九])"
_NOT_IN_URL = r"\s<>\"'“”「」『』（）()，。；、！？`\0"
_TOP_DOMAINS = "com|org|net|io|dev|cn|de|uk|ai|app|edu|gov|fr|jp|eu|info|co|no|se|ch|es|it|nl|test|local"
_EXTENSIONS = (
    "py|js|ts|tsx|jsx|rs|go|java|kt|c|cc|cpp|h|hpp|cs|rb|php|sh|bat|ps1|sql|html|css|json|jsonl|ya?ml|toml|ini"
    "|cfg|conf|env|md|rst|txt|csv|tsv|xlsx?|docx?|pptx?|odt|ods|pdf|png|jpe?g|gif|svg|webp|mp[34]|wav|mov|zip"
    "|gz|tar|7z|log|db|sqlite|ipynb|lock|xml|exe|dll|so|apk|iso|gguf|parquet|bak|bin|pem|key|psd|dwg|step"
)
_GROUPED = (
    r"\d{1,3}(?:[,.'’，\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?(?![\d])"  # 1,000 · 1.000,50
    r"|\d{1,3}(?: \d{3})+(?![\d-]|[.,]\d)"  # 1 000
    r"|\d+(?:[.,]\d+)?"
)
_SUFFIX = r"(?:k|bn|million|billion|thousand|hundred|[万亿千百])(?![a-zA-Z])"
_TEENS = (
    r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
    r"(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?"
    r"|(?:two|three|four|five|six|seven|eight|nine)[ -](?:hundred|thousand|million|billion)"
    r"|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
)


def _string(match: re.Match[str]) -> str:
    return folded(match.group())


def _address(match: re.Match[str]) -> str | None:
    """A URL without what differs between two ways to write the same address."""
    text = folded(match.group().rstrip(".,;:!?"))
    return re.sub(r"^https?://(?:www\.)?|^www\.", "", text).rstrip("/") or None


def _code(match: re.Match[str]) -> str | None:
    text = folded(match.group().strip("`"))
    return text if any(map(str.isalnum, text)) else None


def _path(match: re.Match[str]) -> str | None:
    text = match.group()
    letters = sum(map(str.isalpha, text))
    return folded(text.rstrip("/.")) if letters >= 2 else None  # noqa: PLR2004  "/" and "./" are no paths


def _numeric_day(match: re.Match[str]) -> Value | None:
    first, _, second, third = match.groups()
    if len(first) != 4 and len(third) not in (2, 4):  # noqa: PLR2004  digits of a year
        return None
    return numeric_day(first, second, third)


def _iso_month(match: re.Match[str]) -> Value | None:
    return numeric_day(match["y"], match["m"], None)


def _day_first(match: re.Match[str]) -> Value:
    return named_day(match["m"], match["d"], match["y"])


def _month_of_year(match: re.Match[str]) -> Value:
    return named_day(match["m"], None, match["y"])


def _han_value(text: str | None) -> int | None:
    if not text:
        return None
    return int(text) if text.isdecimal() else chinese_number(text)


def _han_day(match: re.Match[str]) -> Value | None:
    return plain_day(*(_han_value(match[group]) for group in ("y", "m", "d")))


def _time(match: re.Match[str]) -> Value | None:
    hour, minute = int(match["h"]), int(match["min"] or 0)
    if hour > 24 or minute > 59:  # noqa: PLR2004  the clock
        return None
    return clock_time(hour, minute, match["part"])


def _han_time(match: re.Match[str]) -> Value | None:
    hour = _han_value(match["h"])
    minute = 30 if match["half"] else _han_value(match["min"]) or 0
    return None if hour is None else clock_time(hour, minute, match["part"])


def _number(match: re.Match[str]) -> Value:
    unit = unit_class(match["currency"] or "") or unit_class(match["unit"] or "")
    return Figure(number_values(match["digits"], match["suffix"] or ""), unit)


def _number_is_weak(match: re.Match[str]) -> bool:
    """A bare number below ten says little; with a currency, a unit or a decimal it does."""
    unit = unit_class(match["currency"] or "") or unit_class(match["unit"] or "")
    return not unit and len(match["digits"]) == 1 and not match["suffix"]


def _han_number(match: re.Match[str]) -> Value | None:
    digits = match["digits"]
    value = chinese_number(digits)
    is_idiom = len(set(digits)) == 1 or all(digit in "十百千万亿" for digit in digits)
    if value is None or is_idiom or (not match["share"] and not match["unit"]):
        return None
    unit = "share" if match["share"] else unit_class(match["unit"])
    return Figure(frozenset({float(value)}), unit)


def _number_words(match: re.Match[str]) -> Value | None:
    value = english_number(match["words"])
    return None if value is None else Figure(frozenset({float(value)}), unit_class(match["unit"] or ""))


def _phone(match: re.Match[str]) -> Value | None:
    digits = re.sub(r"\D", "", match.group())
    return Figure(frozenset({float(digits)})) if 7 <= len(digits) <= 15 else None  # noqa: PLR2004  ITU-T E.164


def _decade(match: re.Match[str]) -> Value:
    return Figure(frozenset({float(re.sub(r"\D", "", match.group()))}))


_K = DetailKind
_URL = (
    rf"(?:https?|ftp|wss?|s3|git|ssh|file)://[^{_NOT_IN_URL}]+(?:\([^\s()]*\))?[^{_NOT_IN_URL}]*(?<![.,;:!?])"
)
_DOMAIN = rf"(?<![\w.@])(?:[a-z0-9][a-z0-9-]*\.)+(?:{_TOP_DOMAINS})\b(?:/[^{_NOT_IN_URL}]*)?(?<![.,;:!?])"
_ROOTED_PATH = r"(?<![\w/.:<])(?:~|\.{1,2}|\$\w+)?/[\w@+-][\w.@+-]*(?:/[\w.@+-]+)*/?(?<!\.)"
_DEEP_PATH = (
    r"(?<![\w/.-])[\w.-]+(?:/[\w.-]+)*/[\w-]+(?:\.[\w-]+)*\.[A-Za-z]\w{0,5}\b"
    r"|(?<![\w/.-])[A-Za-z][\w.-]*(?:/[\w-]+){2,}/?"
)
_DRIVE_PATH = r"(?<![A-Za-z])[A-Za-z]:\\(?:[^\s\\/:*?\"<>|，。；、]+\\?)*(?<![.,;:)])"
_HUMPS = r"\b(?:[a-z][a-z0-9]*(?:[A-Z][a-z0-9]+)+[A-Z]?|(?:[A-Z][a-z0-9]+){2,}|[A-Z][a-z]+[A-Z]{2,})\b"
_LETTERS_THEN_DIGITS = (
    r"(?<![\w.-])(?=[A-Za-z-]*\d)[A-Za-z]{1,40}(?:-?[A-Za-z0-9]+){0,12}(?:[.:/-][A-Za-z0-9]+)*"
)
_WITH_SIGNS = (  # passwords and the like: letters, digits and signs in one word
    r"(?<![\w#@/=.&?-])(?=[A-Za-z0-9]*[#@!$%&*+=^~][A-Za-z0-9#@!$%&*+=^~]*)(?=\S*\d)(?=\S*[A-Za-z])"
    r"[A-Za-z0-9]{1,40}[#@!$%&*+=^~][A-Za-z0-9#@!$%&*+=^~]{1,40}(?<![!%])"
)
_BRANCH = r"(?<![\w/.-])[A-Za-z][\w.]{0,40}/[A-Za-z0-9.]+[-_][\w.-]+\b"
_DIGITS_THEN_LETTERS = (
    r"(?<![\w.-])(?:\d+[A-Za-z]{1,40}\d[A-Za-z0-9]*(?:-[A-Za-z0-9]+)*|\d+-[A-Z]{1,6}(?:-?[A-Z0-9]+)*\b"
    r"|\d+[A-Z]{2,8}\d*\b|\d+(?:-\d+){2,}"
    r"|(?!(?:19|20)\d\d-(?:19|20)\d\d\b)\d{2,}-\d{3,})(?![\w-])"
)
_DAY_FIRST = (
    rf"\b(?P<d>\d{{1,2}}(?:st|nd|rd|th)?)\s+(?:of\s+)?(?P<m>{MONTH_WORD})\b\.?(?:,?\s+(?P<y>\d{{4}})\b)?"
)
_MONTH_FIRST = (
    rf"\b(?P<m>{MONTH_WORD})\.?\s+(?:the\s+)?(?P<d>\d{{1,2}}(?:st|nd|rd|th)?)\b"
    r"(?!\s*(?::\d|[ap]m\b|%|,\d{3}\b|\.\d))(?:,?\s+(?P<y>\d{4})\b)?"
)
_HAN_YEAR = rf"(?P<y>\d{{4}}|[{_HAN_DIGITS}]{{4}})\s*年\s*"
_HAN_MONTH = rf"(?P<m>\d{{1,2}}|{_HAN_SMALL})\s*月"
_CLOCK = r"(?<![\d:.])(?P<h>\d{1,2}):(?P<min>\d{2})(?::\d{2})?(?:\s*(?P<part>[ap]\.?m\b\.?))?(?![\d:])"
_HOUR = r"(?<![\d:.])(?P<h>\d{1,2})(?P<min>(?!))?\s*(?P<part>[ap]\.?m\b\.?)"
_HAN_CLOCK = (
    rf"(?P<part>上午|下午|早上|晚上|凌晨|清晨|中午|傍晚)\s*(?P<h>\d{{1,2}}|{_HAN_SMALL})\s*[点时:：]"
    rf"(?:(?P<half>半)|(?P<min>\d{{1,2}}|[{_HAN_DIGITS}十]{{1,3}})分?)?"
)
_PHONE = r"(?<![\w+])\+\d[\d ()-]{6,}\d|(?<![\w-])\(?\d{2,4}\)?[ -]\d{3,4}[ -]\d{3,4}(?![\w-])"
_NUMBER = (
    rf"(?<![\w.])(?P<currency>[$€£¥₹]|(?:usd|eur|gbp|rmb|cny)\s)?\s?(?P<digits>{_GROUPED})"
    rf"(?:\s?(?P<suffix>{_SUFFIX}))?(?:st|nd|rd|th)?(?![a-z]*\d)(?:[\s-]?(?P<unit>{UNIT_WORDS}))?"
)
_COUNTED = "元|块|个|人|天|年|月|周|岁|次|公里|公斤|名|台|页|户|以内|以上|以下|左右"
_HAN_NUMBER = rf"(?P<share>百分之)?(?P<digits>[{_HAN_DIGITS}十百千万亿]{{2,}})(?P<unit>{_COUNTED})?"
_NUMBER_WORDS = rf"\b(?P<words>{_TEENS})\b(?:[\s-](?P<unit>{UNIT_WORDS}))?"


def _row(kind: DetailKind, pattern: str, read: Read, signs: str = "", flags: str = "ai") -> Notation:
    """A notation that a quotation does not hide."""
    return Notation(kind, f"(?{flags}){pattern}", read, signs)


def _late(kind: DetailKind, pattern: str, read: Read, signs: str = "", flags: str = "ai") -> Notation:
    """A notation that counts only outside quotations."""
    return Notation(kind, f"(?{flags}){pattern}", read, signs, after_quotes=True)


NOTATIONS: tuple[Notation, ...] = (
    _row(_K.URL, _URL, _address, ":", "i"),
    _row(_K.EMAIL, r"[a-z0-9][\w.+-]{0,63}@[a-z0-9][\w-]*(?:\.[a-z0-9][\w-]*)+", _string, "@"),
    _row(_K.CODE, r"`[^`\n\0]{1,120}`", _code, "`"),
    _row(_K.CODE, _WITH_SIGNS, _string, "#@!$%&*+=^~", "a"),
    _row(
        _K.DATE,
        r"(?<![\d.])(\d{4}|\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{1,2})(?![\d/-]|\.\d)",
        _numeric_day,
        "-/.",
    ),
    _row(_K.PATH, _DRIVE_PATH, _path, "\\", "u"),
    _row(_K.PATH, _ROOTED_PATH, _path, "/", "u"),
    _row(_K.PATH, _DEEP_PATH, _path, "/"),
    _row(_K.PATH, _BRANCH, _path, "/"),
    _row(_K.PATH, rf"(?<![\w.])[\w-]+(?:\.[\w-]+)*\.(?:{_EXTENSIONS})\b(?!\()", _path, "."),
    _row(_K.PATH, rf"(?<![\w.])[\w-]+\.(?:{_EXTENSIONS})\b(?!\()", _path, ".", "ui"),
    _row(_K.URL, _DOMAIN, _address, "."),
    _row(_K.CODE, r"\bv?\d+(?:\.\d+){2,}(?:[-+][\w.]+)?\b(?::\d+)?|\bv\d+(?:\.\d+)*\b", _string, "0"),
    _row(_K.CODE, r"\b[a-z_]\w*(?:(?:\.|::)\w+)*\(\)|(?<![\w-])--[a-z][\w-]*", _string, "(-"),
    _row(_K.CODE, r"(?<![\w@#])[@#][a-z0-9_][\w-]+(?:/[\w.-]+\b)?", _string, "@#"),
    _row(_K.CODE, r"\b[a-z]\w*_\w+\b|\b__\w+__\b|\b[a-z_]\w*(?:::\w+)+", _string, "_:"),
    _row(_K.CODE, r"\b[a-z]\w*(?:\.[a-z_]\w+){2,}\b", _string, "."),
    _late(_K.CODE, _HUMPS, _string, flags="a"),
    _late(_K.DATE, _DAY_FIRST, _day_first, "0"),
    _late(_K.DATE, _MONTH_FIRST, _day_first, "0"),
    _late(_K.DATE, rf"\b(?P<m>{MONTH_WORD})\.?,?\s+(?:of\s+)?(?P<y>\d{{4}})\b", _month_of_year, "0"),
    _late(
        _K.DATE,
        rf"(?:{_HAN_YEAR})?{_HAN_MONTH}\s*(?P<d>\d{{1,2}}|[{_HAN_DIGITS}十]{{1,3}})\s*[日号]",
        _han_day,
        "月",
    ),
    _late(_K.DATE, rf"{_HAN_YEAR}{_HAN_MONTH}(?P<d>(?!))?", _han_day, "年"),
    _late(_K.DATE, r"(?<!\d)(?P<y>\d{4})-(?P<m>\d{2})(?![\d-])", _iso_month, "-"),
    _late(_K.TIME, _CLOCK, _time, ":"),
    _late(_K.TIME, _HOUR, _time, "0"),
    _late(_K.TIME, _HAN_CLOCK, _han_time, "点时:："),
    _late(_K.NUMBER, _PHONE, _phone, "0"),
    _late(_K.CODE, _LETTERS_THEN_DIGITS, _string, "0", "a"),
    _late(_K.CODE, _DIGITS_THEN_LETTERS, _string, "0", "a"),
    _late(_K.NUMBER, r"(?<!\w)(?:['’]\d\d|\d{2,4}['’]?s)\b", _decade, "0"),
    Notation(_K.NUMBER, f"(?ai){_NUMBER}", _number, "0", after_quotes=True, is_weak=_number_is_weak),
    _late(_K.NUMBER, _HAN_NUMBER, _han_number, "十百千万亿二三四五六七八九"),
    Notation(_K.NUMBER, f"(?ai){_NUMBER_WORDS}", _number_words, "", after_quotes=True, is_weak=_always),
)
"""Earlier rows win: what one has matched is hidden from the later ones."""
