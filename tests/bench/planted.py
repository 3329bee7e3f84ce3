"""Facts to plant into a dialogue, and the same facts in another notation."""

from __future__ import annotations

import random
from dataclasses import dataclass

GIVEN = ("Ottoline", "Brynjar", "Saoirse", "Kwame", "Ludmila", "Anselm", "Tamsin", "Wilhelmina", "Dariusz")
FAMILY = ("Brandt", "Okonkwo", "Vasquez", "Lindqvist", "Haverford", "Szymanski", "Delacroix", "Petrakis")
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
          "November", "December")  # fmt: skip
WORDS = (
    "otter",
    "lantern",
    "cobalt",
    "meadow",
    "quarry",
    "saffron",
    "glacier",
    "thimble",
    "harbor",
    "juniper",
)


@dataclass(frozen=True)
class Planted:
    kind: str
    sentence: str
    needle: str
    other: str


def plant(rng: random.Random) -> list[Planted]:
    """One fact of every kind, in a random form."""
    year, month, day = rng.randint(1987, 2031), rng.randint(1, 12), rng.randint(1, 28)
    amount = rng.randint(1100, 98_000)
    count = rng.randint(13, 970)
    given, family = rng.choice(GIVEN), rng.choice(FAMILY)
    word, second = rng.sample(WORDS, 2)
    number = rng.randint(100, 9999)
    hour, minute = rng.randint(1, 11), rng.choice([5, 10, 20, 25, 35, 40, 50, 55])
    percent = rng.randint(11, 97)
    date_forms = [
        (f"{day} {MONTHS[month - 1]} {year}", f"{year}-{month:02d}-{day:02d}"),
        (f"{MONTHS[month - 1]} {day}, {year}", f"{year}年{month}月{day}日"),
        (f"{year}-{month:02d}-{day:02d}", f"{MONTHS[month - 1][:3]} {day}, {year}"),
        (f"{year}年{month}月{day}日", f"{year}/{month:02d}/{day:02d}"),
    ]
    date, other_date = rng.choice(date_forms)
    amounts = [
        (f"${amount:,}", f"{amount} dollars"),
        (f"{amount} EUR", f"€{amount:,}"),
        (f"{amount:,}", f"{amount}"),
    ]
    money, other_money = rng.choice(amounts)
    code = rng.choice(
        [
            f"zx-{number}",
            f"QX{number % 10}-{number}",
            f"parse_{word}",
            f"{word}{second.capitalize()}",
            f"INC-{number}",
            f"v{number % 9}.{number % 13}.{number % 7}",
            f"{word}_{second}()",
            f"`{word} --{second}`",
        ]
    )
    path = rng.choice(
        [
            f"/srv/{word}/{second}.csv",
            f"~/{word}/{second}.md",
            f"C:\\{word}\\{second}.docx",
            f"{word}_{number}.xlsx",
            f"src/{word}/{second}.py",
        ]
    )
    url = rng.choice(
        [f"https://{word}.example.org/{second}?id={number}", f"http://{word}{number}.io/{second}"]
    )
    mail = f"{word}.{number}@{second}.org"
    phrase = f"{word} {second} at dawn"
    counted = rng.choice([f"The order is for {count} crates.", f"We counted {count} of them."])
    clock, later = f"{hour}:{minute:02d}", f"{hour + 12}:{minute:02d}"
    person = f"{given} {family}"
    named = rng.choice([f"My landlord is {person} now.", f"{person} will handle it."])
    bare = code.strip("`")
    return [
        Planted("number", counted, str(count), f"{count}"),
        Planted("money", f"The deposit is {money} this time.", money, other_money),
        Planted("percent", f"They take {percent}% of it.", f"{percent}%", f"{percent} percent"),
        Planted("date", f"The handover is on {date}, remember.", date, other_date),
        Planted("time", f"Pick up at {clock} pm then.", clock, later),
        Planted("code", f"The ticket to quote is {code} for now.", bare, bare),
        Planted("path", f"I saved it under {path} yesterday.", path, path),
        Planted("url", f"All of it is at {url} if you want.", url, url),
        Planted("email", f"Write to {mail} about it.", mail, mail),
        Planted("quote", f'The phrase is "{phrase}" and nothing else.', phrase, phrase),
        Planted("name", named, person, f"{family}, {given}"),
    ]
