"""Numbers, dates and times as values, so that 1,000 and 1000 or two notations of a day compare equal.

A notation may be ambiguous (1.000, 03/04/2025, 3:30): then every reading is kept, and two notations
agree when they share one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec"
MONTH_WORD = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
"""Pattern of a month's name or abbreviation, lower case."""

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ENGLISH = {word: value for value, word in enumerate(_SMALL.split())} | {
    word: 10 * tens for tens, word in enumerate(_TENS.split(), start=2)
}
_RANKS = "first second third fourth fifth sixth seventh eighth ninth tenth"
_ORDINALS = {word: value for value, word in enumerate(_RANKS.split(), start=1)}
_POWERS = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
_HAN_DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")} | {
    "两": 2,
    "〇": 0,
}
_HAN_POWERS = {"十": 10, "百": 100, "千": 1000, "万": 10**4, "亿": 10**8}
_SUFFIXES = {"k": 1000, "m": 10**6, "bn": 10**9, "b": 10**9, "mio": 10**6} | _HAN_POWERS | _POWERS

_UNIT_CLASSES = {
    "money": (
        "$ € £ ¥ ￥ ₹ usd eur gbp cny rmb jpy nok sek dollar euro pound yuan yen buck cent "
        "元 块 块钱 美元 欧元 人民币"
    ),
    "share": "% percent pct 百分之",
    "time": (
        "second sec s minute min hour hr h day week month year yr 秒 分钟 小时 天 日 周 星期 个月 月 年"
    ),
    "measure": (
        "mm cm m km mile inch foot feet ft kg g mg lb litre liter ml l kb mb gb tb "
        "米 公里 厘米 千米 公斤 斤 克 升 度"
    ),
}
_UNIT_OF = {word: name for name, words in _UNIT_CLASSES.items() for word in words.split()}
_LONGEST_FIRST = sorted(filter(str.isalpha, _UNIT_OF), key=len, reverse=True)
UNIT_WORDS = (
    rf"(?:(?:{'|'.join(filter(str.isascii, _LONGEST_FIRST))})s?\b|[%€]"
    rf"|{'|'.join(word for word in _LONGEST_FIRST if not word.isascii())})"
)
"""Pattern of a unit behind a number."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in a text.

    Attributes:
        values: Every value the notation can mean.
        unit: ``money``, ``share``, ``time``, ``measure``, or "" for a count or an unknown unit.
    """

    values: frozenset[float]
    unit: str = ""

    def agrees(self, other: Figure) -> bool:
        """Whether both can be the same number of the same kind of thing."""
        same_kind = self.unit == other.unit or not (self.unit and other.unit)
        return same_kind and not self.values.isdisjoint(other.values)


@dataclass(frozen=True, slots=True)
class Day:
    """A date in a text: year, month or day may be missing (None).

    Attributes:
        readings: (year, month, day) of every reading.
    """

    readings: frozenset[tuple[int | None, int | None, int | None]]

    def agrees(self, other: Day) -> bool:
        """Whether ``other`` says at least as much: month and day are there, no year contradicts."""
        return any(
            day in (None, other_day)
            and month in (None, other_month)
            and (year in (None, other_year) or (other_year is None and month is not None))
            for year, month, day in self.readings
            for other_year, other_month, other_day in other.readings
        )


@dataclass(frozen=True, slots=True)
class ClockTime:
    """A time of day in a text; ``minutes`` since midnight for every reading."""

    minutes: frozenset[int]

    def agrees(self, other: ClockTime) -> bool:
        """Whether both can be the same time."""
        return not self.minutes.isdisjoint(other.minutes)


def unit_class(word: str) -> str:
    """The kind of unit a word or sign names, "" when it is none."""
    word = word.strip().casefold()
    return _UNIT_OF.get(word) or _UNIT_OF.get(word.removesuffix("s"), "")


def _plain_values(digits: str) -> set[float]:
    """Readings of digits with separators: 1,000 · 1.000 · 1 000 · 1,5 · 12.50."""
    compact = re.sub(r"[ \u00a0\u202f'’_]", "", digits.replace("，", ",")).rstrip(".,")
    readings = set()
    if re.fullmatch(r"\d+(?:,\d{3})+(?:\.\d+)?", compact):
        readings.add(compact.replace(",", ""))
    if re.fullmatch(r"\d+(?:\.\d{3})+(?:,\d+)?", compact):
        readings.add(compact.replace(".", "").replace(",", "."))
    if re.fullmatch(r"\d+(?:[.,]\d+)?", compact):
        readings.add(compact.replace(",", "."))
    if not readings:
        readings.add(re.sub(r"\D", "", compact) or "0")
    return {float(reading[:40]) for reading in readings}


def number_values(digits: str, suffix: str = "") -> frozenset[float]:
    """Every value of a written number such as ``1,000``, ``1.5`` with suffix ``k``, ``3`` with ``万``."""
    factor = _SUFFIXES.get(suffix.strip().casefold(), 1)
    return frozenset(round(value * factor, 6) for value in _plain_values(digits))


def english_number(words: str) -> int | None:
    """The value of English number words (``twenty-five``, ``two hundred``), None if they are none."""
    total = current = 0
    seen = False
    for word in re.split(r"[\s-]+", words.casefold()):
        if word in _ENGLISH:
            current += _ENGLISH[word]
        elif word in _ORDINALS:
            current += _ORDINALS[word]
        elif word == "hundred":
            current = max(1, current) * 100
        elif word in _POWERS:
            total += max(1, current) * _POWERS[word]
            current = 0
        elif word not in ("and", "a"):
            return None
        seen = seen or word not in ("and", "a")
    return total + current if seen else None


def chinese_number(text: str) -> int | None:
    """The value of Chinese numerals (``三百二十``, ``两万``, ``二〇二三``), None if they are none."""
    if not text or any(c not in _HAN_DIGITS and c not in _HAN_POWERS for c in text):
        return None
    if all(c in _HAN_DIGITS for c in text):
        return int("".join(str(_HAN_DIGITS[c]) for c in text)[:15])
    total = section = digit = 0
    for character in text[:40]:
        if character in _HAN_DIGITS:
            digit = _HAN_DIGITS[character]
            continue
        power = _HAN_POWERS[character]
        if power >= _HAN_POWERS["万"]:
            total = (total + section + digit or 1) * power
            section = 0
        else:
            section += (digit or 1) * power
        digit = 0
    return total + section + digit


def _month(word: str) -> int:
    return _MONTHS.split().index(word.casefold()[:3]) + 1


def _year(text: str | None) -> int | None:
    if not text:
        return None
    year = int(text)
    return year + (2000 if year < 70 else 1900) if year < 100 else year  # noqa: PLR2004  as POSIX reads two digits


def named_day(month: str, day: str | None, year: str | None) -> Day:
    """A date with a month's name; ``day`` may carry an ordinal ending."""
    number = int(re.sub(r"\D", "", day)) if day else None
    return Day(frozenset({(_year(year), _month(month), number)}))


def numeric_day(first: str, second: str, third: str | None) -> Day | None:
    """A date of numbers: year first, or day and month in either order; None when it is no date."""
    parts = [first, second] + ([third] if third else [])
    numbers = [int(part) for part in parts]
    candidates: list[tuple[int | None, int, int | None]] = []
    if len(first) == 4:  # noqa: PLR2004  a year has four digits
        candidates.append((numbers[0], numbers[1], numbers[2] if third else None))
    else:
        year = _year(third)
        candidates += [(year, numbers[1], numbers[0]), (year, numbers[0], numbers[1])]
    readings = frozenset(
        (year, month, day)
        for year, month, day in candidates
        if 1 <= month <= 12 and (day is None or 1 <= day <= 31)  # noqa: PLR2004  the calendar
    )
    return Day(readings) if readings else None


def plain_day(year: int | None, month: int | None, day: int | None) -> Day | None:
    """A date of known parts, None when the calendar has no such month or day."""
    if month is None or not 1 <= month <= 12 or (day is not None and not 1 <= day <= 31):  # noqa: PLR2004
        return None
    return Day(frozenset({(year, month, day)}))


def clock_time(hour: int, minute: int, half: str | None) -> ClockTime:
    """A time of day; without am or pm (or a Chinese day part) both halves of the day are readings."""
    minutes = (hour % 24) * 60 + minute
    part = (half or "").casefold().replace(".", "").strip()
    if part in ("pm", "下午", "晚上", "傍晚", "中午"):
        return ClockTime(frozenset({minutes % 720 + 720}))
    if part in ("am", "上午", "早上", "凌晨", "清晨"):
        return ClockTime(frozenset({minutes % 720}))
    if hour > 12:  # noqa: PLR2004  a 24-hour clock
        return ClockTime(frozenset({minutes}))
    return ClockTime(frozenset({minutes % 720, minutes % 720 + 720}))
