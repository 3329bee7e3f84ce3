"""Cost of replies, and code saved from them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QFileDialog

from desktop_app.core.domain.conversation import Usage
from desktop_app.core.domain.settings import LOCAL_PROFILE_ID, PriceSettings, ProfileSettings, Settings
from desktop_app.core.summary.ledger import Money
from desktop_app.ui.chat.reply_presenter import ReplyPresenter, money_text
from tests.ui.chat.conftest import message


@pytest.fixture
def work():
    return []


@pytest.fixture
def presenter(transcript, work):
    priced = ProfileSettings(id="p", prices=PriceSettings(input=1.0, cached_input=0.1, output=2.0))
    bare = ProfileSettings(id="q")
    local = ProfileSettings(id=LOCAL_PROFILE_ID, preset="built-in")
    parts = SimpleNamespace(
        preferences=SimpleNamespace(settings=Settings(profiles=(local, priced, bare))),
        do=lambda coroutine, name: work.append(coroutine),
    )
    return ReplyPresenter(parts, transcript, transcript)


def reply(profile_id):
    return message("a", usage=Usage(1_000_000, 100_000, 500_000), profile_id=profile_id)


@pytest.fixture(autouse=True)
def english():
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English))
    yield
    QLocale.setDefault(before)


def test_cost_follows_the_profiles_prices(presenter):
    assert presenter.cost_of(reply("p")) == "USD 0.75"


def test_unknown_price_or_profile_is_no_number(presenter):
    assert presenter.cost_of(reply("q")) == ""
    assert presenter.cost_of(reply("gone")) == ""
    assert presenter.cost_of(message("a", profile_id="p")) == ""


def test_local_model_costs_nothing(presenter):
    assert "this computer" in presenter.cost_of(reply(LOCAL_PROFILE_ID))


def test_small_amounts_keep_their_digits():
    assert money_text(Money(0.00012, "USD")) == "USD 0.00012"
    assert money_text(Money(1.5, "CNY")) == "CNY 1.5"


async def test_code_goes_into_the_file_the_user_names(transcript, presenter, work, tmp_path, until):
    told = []
    presenter.told.connect(told.append)
    transcript.code_save_requested.emit("print('ä')\n", "snippet.py")
    dialog = transcript.window().findChild(QFileDialog, "saveCodeDialog")
    dialog.fileSelected.emit(str(tmp_path / "x.py"))
    dialog.close()

    await work[0]

    assert (tmp_path / "x.py").read_text(encoding="utf-8") == "print('ä')\n"
    assert told == ["Saved as x.py."]
