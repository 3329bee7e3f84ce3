"""Errors of the Qt-free core are said in the language of the program."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from desktop_app.core.domain import errors
from desktop_app.core.domain.conversation import Message, MessageState, Role
from desktop_app.core.provider.errors import Call, refusal
from desktop_app.ui.chat.row import Row
from desktop_app.ui.chat.status_line import status_of
from desktop_app.ui.error_words import error_words
from desktop_app.ui.notices import NoticeBar
from desktop_app.ui.resources import install_translations

PROGRAM = Path(errors.__file__).parents[2]
RAISERS = {name for name, value in vars(errors).items() if isinstance(value, type)}
REASON_ONLY = re.compile(r"(7: )?7\.?")
"""A file's name and what the system said of it: there is nothing of ours to translate."""
PUT_TOGETHER = {
    "7 sends requests on 7. They are not followed, so that your key goes nowhere you did not name. "
    "Enter the right base URL.": "x sends requests on to y. They are not followed, so that your key goes "
    "nowhere you did not name. Enter the right base URL.",
    "The proxy set by 7 7. Change it, or set the profile's proxy to `none`.": "The proxy set by x is not an "
    "address that can be used. Change it, or set the profile's proxy to `none`.",
    "7 The server may have no list of models. 7": "Nothing was found. The server may have no list of models.",
}
"""Texts of which a part is chosen at run time, with a whole one in their place."""


@pytest.fixture
def chinese(qapp):
    translators = install_translations(qapp, "zh_CN")
    yield
    for translator in translators:
        QApplication.removeTranslator(translator)


def raised_texts() -> Iterator[tuple[str, str]]:
    """(place, text) of every error that core and coordinator make; gaps are filled with 7."""
    for path in sorted(p for part in ("core", "coordinator") for p in (PROGRAM / part).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                for text in texts_of(node):
                    yield f"{path.relative_to(PROGRAM)}:{node.lineno}", text


def texts_of(call: ast.Call) -> list[str]:
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    if name == "refuse" and len(call.args) == 2:
        reason = filled(call.args[1])
        return [f"7: {reason}."] if reason and reason != "7" else []
    if name not in RAISERS:
        return []
    values = [*call.args[:1], *(k.value for k in call.keywords if k.arg == "title")]
    return [text for text in map(filled, values) if text and not REASON_ONLY.fullmatch(text)]


def filled(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "7" for part in node.values)
    return ""


def titles() -> set[str]:
    kinds = [vars(errors)[name] for name in RAISERS]
    return {kind.title for kind in kinds if issubclass(kind, errors.ThroughlineError)}


def is_said_in_chinese(text: str) -> bool:
    return bool(re.search("[\u4e00-\u9fff]", error_words(text)))


@pytest.mark.usefixtures("chinese")
def test_every_title_and_message_is_known():
    found = dict.fromkeys(titles(), "errors.py") | {text: place for place, text in raised_texts()}
    unknown = {
        text: place for text, place in found.items() if not is_said_in_chinese(PUT_TOGETHER.get(text, text))
    }

    assert len(found) > 150
    assert unknown == {}, "add them to ui/error_texts.py or ui/connection_texts.py"


def test_in_english_nothing_changes(qapp):
    texts = [*titles(), *(text for _, text in raised_texts())]

    assert [text for text in texts if error_words(text) != text] == []


@pytest.mark.usefixtures("chinese")
def test_values_stay_and_known_values_are_translated():
    told = error_words("The certificate of models.test:8443 was not accepted: it has expired.")

    assert told == "models.test:8443 的证书未被接受：证书已过期。"


@pytest.mark.usefixtures("chinese")
@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 405, 408, 413, 429, 500, 503])
def test_the_servers_own_words_follow_ours_untouched(status):
    call = Call("http://models.test/v1/chat/completions", key="k")
    said = "Zorp: 12 flurbs. Quux!"
    error = refusal(status, {}, {"error": {"message": said}}, "", call)
    told = error_words(str(error))

    assert told.endswith("：" + said)
    assert re.search("[\u4e00-\u9fff]", told.removesuffix(said))


@pytest.mark.usefixtures("chinese")
def test_strange_text_stays_as_it_is():
    for text in ("", "Zorp.", "a: b", "a. b", "{name}: {0}", "\\1 \\g<x>", "模型没有应答"):
        assert error_words(text) == text


@pytest.mark.usefixtures("chinese")
def test_a_stored_error_is_shown_in_the_language_in_force():
    message = Message(
        id="m",
        conversation_id="c",
        parent_id=None,
        role=Role.ASSISTANT,
        text="",
        created_at=0.0,
        state=MessageState.FAILED,
        error="No connection: Nothing answers at 127.0.0.1:9. Is the server running?",
    )

    assert status_of(Row(message)).text == "无法连接：127.0.0.1:9 没有响应。服务器是否在运行？"


@pytest.mark.usefixtures("chinese")
def test_a_notice_is_said_in_the_language_in_force(qtbot):
    bar = NoticeBar()
    qtbot.addWidget(bar)
    bar.show_error("Could not save the settings", "The folder cannot be written.")

    assert bar.texts() == ["无法保存设置. 该文件夹无法写入。"]
