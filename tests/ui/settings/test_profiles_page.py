"""Profiles: list, key, test, models, JSON fields, what the catalog knows."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget

from desktop_app.coordinator.address_checks import proxy_fault
from desktop_app.core.domain.errors import ConnectionFailed, KeychainUnavailable, KeyRejected
from desktop_app.core.domain.request import FoundServer, ModelEntry, TestOutcome
from desktop_app.core.domain.settings import LOCAL_PROFILE_ID
from desktop_app.ui.settings.json_field import parse_object
from desktop_app.ui.widgets.debounced_edit import DEBOUNCE_MS
from tests.builders import rename


def page_of(dialog):
    dialog.open_page("profiles")
    return dialog.pages["profiles"]


def names(dialog):
    shown = dialog.findChild(QListWidget, "profileList")
    return [shown.item(row).text() for row in range(shown.count())]


def field(page, *path):
    return page.fields[(True, path)]


def add(page, preset):
    page.box.add.menu().actions()
    next(a for a in page.box.add.menu().actions() if a.objectName() == f"addPreset_{preset}").trigger()


async def test_profile_is_added_from_a_preset_with_what_is_known(house):
    dialog = house.dialog()
    page = page_of(dialog)
    add(page, "deepseek")
    await house.settle()

    new = house.store.stored.profiles[-1]
    assert dialog.profile_id == new.id
    assert (new.name, new.model, new.base_url) == ("DeepSeek", "deepseek-chat", "https://api.deepseek.com/v1")
    assert (new.window, new.output_limit, new.prices.cached_input, new.prices.currency) == (
        128_000,
        8192,
        0.2,
        "CNY",
    )
    assert field(page, "name").control.text() == "DeepSeek"


async def test_list_buttons_change_the_list(house):
    dialog = house.dialog()
    page = page_of(dialog)
    page.box.duplicate.click()
    copy = dialog.profile_id
    page.box.up.click()
    page.box.default.click()
    await house.settle()

    assert names(dialog) == ["Built-in model", "A 2  (default)", "A", "B"]
    assert house.store.stored.default_profile_id == copy


async def test_delete_and_undo(house):
    dialog = house.dialog()
    page = page_of(dialog)
    before = house.preferences.settings
    page.box.delete.click()
    after = names(dialog)
    dialog.notices.findChild(object, "noticeButton").click()
    await house.settle()

    assert after == ["Built-in model  (default)", "B"]
    assert house.preferences.settings == before
    assert dialog.profile_id == "a"


async def test_key_of_a_deleted_profile_goes_when_the_dialog_is_closed(house):
    house.keychain.keys["a"] = "sk"
    dialog = house.dialog()
    page_of(dialog).box.delete.click()
    still = dict(house.keychain.keys)
    dialog.close()
    await house.settle()

    assert still == {"a": "sk"}
    assert house.keychain.keys == {}


async def test_built_in_profile_cannot_be_deleted_and_has_no_key_or_address(house):
    dialog = house.dialog()
    page = page_of(dialog)
    dialog.show_profile(LOCAL_PROFILE_ID)

    assert not page.box.delete.isEnabled()
    assert not page.key.isVisible()
    assert not page.address.isVisible()
    assert page.model_file.isVisible()


async def test_key_goes_to_the_keychain_and_never_comes_back(house):
    dialog = house.dialog()
    page = page_of(dialog)
    await house.settle()
    state = dialog.findChild(QLabel, "apiKeyState")
    before = state.text()
    key = dialog.findChild(QLineEdit, "apiKey")
    QTest.keyClicks(key, " sk-secret ")
    page.key.save.click()
    await house.settle()

    assert "No key stored" in before
    assert house.keychain.keys == {"a": "sk-secret"}
    assert state.text() == "Stored in Test keychain."
    assert key.text() == ""
    assert key.echoMode() == QLineEdit.EchoMode.Password
    assert "sk-secret" not in repr(house.preferences.settings)
    page.key.remove.click()
    await house.settle()
    assert house.keychain.keys == {}
    assert "No key stored" in state.text()


async def test_the_key_field_tells_where_keys_come_from(house):
    dialog = house.dialog()
    page_of(dialog)
    about = dialog.findChild(QLabel, "apiKeyAbout")
    shown = []
    for preset in ("deepseek", "ollama", "custom"):
        template = house.preferences.profile("a").changed(preset=preset)
        dialog.show_profile(house.preferences.add_profile(template))
        shown.append(about.text() if about.isVisible() else "")

    assert shown == [
        "Keys are made at https://platform.deepseek.com/api_keys.",
        "Servers of this kind usually need no key.",
        "",
    ]


async def test_an_entered_key_cannot_be_brought_back_by_undo(house):
    key = page_of(house.dialog()).key
    QTest.keyClicks(key.input, "sk-secret")
    key.save.click()
    await house.settle()
    key.input.setEchoMode(QLineEdit.EchoMode.Normal)  # with hidden letters Qt offers no undo at all
    key.input.undo()

    assert key.input.text() == ""


async def test_typed_key_lands_with_the_profile_it_was_typed_for(house):
    dialog = house.dialog()
    page_of(dialog)
    QTest.keyClicks(dialog.findChild(QLineEdit, "apiKey"), "sk-a")
    dialog.show_profile("b")
    await house.settle()

    assert house.keychain.keys == {"a": "sk-a"}
    assert "No key stored" in dialog.findChild(QLabel, "apiKeyState").text()


async def test_without_a_keychain_the_key_is_for_the_session_and_the_page_says_so(house):
    house.keychain.problem = KeychainUnavailable("No secret service runs.")
    dialog = house.dialog()
    page = page_of(dialog)
    await house.settle()
    state = dialog.findChild(QLabel, "apiKeyState")
    before = state.text()
    QTest.keyClicks(page.key.input, "sk-1")
    page.key.save.click()
    await house.settle()
    after = state.text()
    page.key.retry.click()
    await house.settle()

    assert "session only" in before
    assert after.startswith("The key is kept for this session only. No keychain found")
    assert state.text() == "Stored in Test keychain."


async def test_refused_key_is_told_and_the_old_one_stays(house):
    house.keychain.keys["a"] = "old"
    dialog = house.dialog()
    page = page_of(dialog)
    await house.settle()
    house.keychain.failure = KeyRejected("A line break at position 4.")
    QTest.keyClicks(page.key.input, "sk-1")
    page.key.save.click()
    await house.settle()

    assert "line break" in dialog.findChild(QLabel, "apiKeyState").text()
    assert house.keychain.keys == {"a": "old"}


async def test_final_address_is_shown_and_a_bad_one_named(house):
    dialog = house.dialog()
    page = page_of(dialog)
    address = field(page, "base_url")
    good = address.help.text()
    address.control.selectAll()
    QTest.keyClicks(address.control, "ftp://x")

    house.time.advance(DEBOUNCE_MS)
    rename(house.preferences, "a", "other")

    assert good == "Requests go to https://a.example/v1/chat/completions"
    assert "http://" in address.fault.text()
    assert address.control.text() == "ftp://x"
    assert (await house.stored()).base_url == "https://a.example/v1"


@pytest.mark.parametrize("secret", ["https://me:hunter2@a.example/v1", "https://me:hunter2"])
async def test_password_in_an_address_is_never_stored(house, secret):
    dialog = house.dialog()
    page = page_of(dialog)
    for path in ("base_url", "proxy"):
        line = field(page, path).control
        line.selectAll()
        QTest.keyClicks(line, secret)
        house.time.advance(DEBOUNCE_MS)
    dialog.close()
    await house.settle()

    assert all("hunter2" not in repr(settings) for settings in [*house.store.saves, house.store.stored])
    assert field(page, "base_url").fault.text()


@pytest.mark.parametrize("usable", ["", "none", "http://host:8080", "host:8080", "socks5://[::1]:1080"])
def test_proxies_that_can_be_used(usable):
    assert proxy_fault(usable) == ""


@pytest.mark.parametrize(
    "bad", ["ftp://host", "http://", "http://h:99999", "http://a b", "http://me:pw@h:1", "://"]
)
def test_proxies_that_cannot_be_used(bad):
    assert proxy_fault(bad)


async def test_file_is_typed_or_chosen(house):
    dialog = house.dialog()
    page = page_of(dialog)
    ca = field(page, "ca_file")
    ca.browse.click()
    chooser = ca.findChild(object, "chooseFile")
    is_modal_loop_free = chooser.isVisible()
    chooser.fileSelected.emit("/etc/ssl/own.pem")
    chooser.close()

    assert is_modal_loop_free
    assert ca.control.text() == "/etc/ssl/own.pem"
    assert (await house.stored()).ca_file == "/etc/ssl/own.pem"


async def test_test_shows_the_outcome_and_can_be_cancelled(house):
    house.provider.gate = asyncio.Event()
    house.provider.outcome = TestOutcome(True, "It answers <b>ok</b>", "https://a.example/v1", 0.42)
    dialog = house.dialog()
    page = page_of(dialog)
    QTest.keyClicks(field(page, "name").control, "!")
    page.test.click()
    during = page.test.text()
    page.test.click()
    cancelled = (page.test.text(), page.outcome.isVisible())
    house.provider.gate.set()
    page.test.click()
    await house.settle()

    assert during == "Cancel the test"
    assert cancelled == ("Test", False)
    assert page.outcome.text() == "It answers <b>ok</b> (https://a.example/v1, 0.4 s)"
    assert house.profile().name == "A!"


async def test_models_are_listed_and_free_text_stays_possible(house):
    house.provider.entries = [ModelEntry("m-1"), ModelEntry("m-2")]
    dialog = house.dialog()
    page = page_of(dialog)
    model = field(page, "model")
    model.load.click()
    await house.settle()
    offered = [model.control.itemText(i) for i in range(model.control.count())]
    shown = model.control.currentText()
    model.control.lineEdit().selectAll()
    QTest.keyClicks(model.control.lineEdit(), "m-9")
    house.time.advance(DEBOUNCE_MS)

    assert offered == ["m-1", "m-2"]
    assert shown == "m"
    assert (await house.stored()).model == "m-9"


@pytest.mark.parametrize(("profile_id", "window"), [("a", 10_000), ("b", 64_000)])
async def test_limits_of_a_chosen_model_are_filled_in_where_there_are_none(house, profile_id, window):
    house.provider.entries = [ModelEntry("n"), ModelEntry("m-2", 64_000, 4000)]
    dialog = house.dialog()
    page = page_of(dialog)
    dialog.show_profile(profile_id)
    model = field(page, "model")
    model.load.click()
    await house.settle()
    model.control.setCurrentIndex(1)
    model.control.activated.emit(1)

    stored = await house.stored(profile_id)
    assert (stored.model, stored.window) == ("m-2", window)


async def test_failing_model_list_is_told_beside_the_field(house):
    house.provider.failure = ConnectionFailed("Nothing answered <i>here</i>.")
    dialog = house.dialog()
    page = page_of(dialog)
    field(page, "model").load.click()
    await house.settle()

    assert field(page, "model").fault.text() == "No connection: Nothing answered <i>here</i>."
    assert house.failures == []


async def test_servers_on_this_machine_can_be_added(house):
    server = FoundServer("ollama", "http://localhost:11434/v1", (ModelEntry("qwen", 32_768),))
    dialog = house.dialog()
    page = page_of(dialog)
    dialog.profile_actions.add_server(server)
    await house.settle()

    new = house.store.stored.profiles[-1]
    assert (new.preset, new.model, new.window) == ("ollama", "qwen", 32_768)
    assert page.model.control.itemText(0) == "qwen"


async def test_no_server_is_told(house):
    dialog = house.dialog()
    page = page_of(dialog)
    page.box.search_requested.emit()
    await house.settle()

    assert "No model server found" in dialog.notices.texts()[0]


async def test_figures_of_the_catalog_are_taken_on_request(house):
    dialog = house.dialog()
    page = page_of(dialog)
    model = field(page, "model").control.lineEdit()
    hidden = page.facts.isVisible()
    model.selectAll()
    QTest.keyClicks(model, "deepseek-chat")
    text = page.facts.text()
    page.take_facts.click()
    await house.settle()

    assert not hidden
    assert text == "Catalog (2025-10): window 128,000, output limit 8,192 tokens."
    assert (house.store.stored.profile("a").window, page.take_facts.isEnabled()) == (128_000, False)


async def test_parameter_is_unset_or_a_value(house):
    dialog = house.dialog()
    page = page_of(dialog)
    temperature = field(page, "parameters", "temperature")
    start = (temperature.is_set.isChecked(), temperature.control.isEnabled())
    temperature.is_set.click()
    set_to = (await house.stored()).parameters.temperature
    temperature.control.setValue(0)
    house.time.advance(DEBOUNCE_MS)
    zero = (await house.stored()).parameters.temperature
    temperature.is_set.click()

    assert start == (False, False)
    assert (set_to, zero) == (0.7, 0.0)
    assert (await house.stored()).parameters.temperature is None


async def test_refused_parameters_are_shown_and_can_be_sent_again(house):
    house.preferences.remember_refused("a", "temperature")
    dialog = house.dialog()
    page = page_of(dialog)
    shown = page.refused.text()
    page.forget.click()

    assert shown.endswith("refused them: temperature")
    assert (await house.stored()).refused_parameters == ()


async def test_bad_json_stays_with_its_reason_and_is_not_stored(house):
    dialog = house.dialog()
    page = page_of(dialog)
    body = field(page, "extra_body")
    body.control.setPlainText('{"top_k": 40}')
    house.time.advance(DEBOUNCE_MS)
    await house.settle()
    body.control.setPlainText('{"top_k": 40,\n "x": }')
    house.time.advance(DEBOUNCE_MS)
    rename(house.preferences, "a", "other")
    await house.settle()

    assert body.fault.text() == "Not valid JSON in line 2, column 7."
    assert body.control.toPlainText() == '{"top_k": 40,\n "x": }'
    assert house.profile().extra_body == {"top_k": 40}


@pytest.mark.parametrize(
    ("text", "headers", "why"),
    [
        ("[1]", False, "must be an object"),
        ('{"a": NaN}', False, "NaN is no JSON value"),
        ('{"a": 1, "a": 2}', False, "twice"),
        ('{"messages": []}', False, "set by the program"),
        ('{"a": 1}', True, "must be a text"),
        ('{"a b": "x"}', True, "cannot be the name"),
        ('{"a": "x\\ny"}', True, "cannot carry"),
        ('{"a": "名"}', True, "cannot carry"),
        ("[" * 100_000, False, "Nested too deeply"),
        ('{"a": ', False, "line 1"),
    ],
)
def test_json_faults_are_named(qapp, text, headers, why):
    with pytest.raises(ValueError, match=why):
        parse_object(text, headers=headers)


def test_blank_json_is_empty(qapp):
    assert parse_object(" \n") == {}


async def test_names_with_markup_and_ampersands_are_literal(house):
    rename(house.preferences, "a", "<h1>R&D</h1>")
    dialog = house.dialog()
    page_of(dialog)

    assert "<h1>R&D</h1>  (default)" in names(dialog)
    combo = dialog.findChild(object, "summaryProfile")
    assert combo.currentText() == "<h1>R&D</h1>"
