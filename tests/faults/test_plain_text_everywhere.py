"""Titles, names, replies and errors are data: no widget of the whole program takes them for markup."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from PySide6 import QtGui
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QFileDialog,
    QLabel,
    QMessageBox,
    QTextBrowser,
    QTextEdit,
    QWidget,
)

from desktop_app.core.domain.conversation import Fact, Message, MessageState, Role
from desktop_app.core.domain.errors import ServerFailed
from desktop_app.core.domain.events import NoticeRaised
from desktop_app.core.domain.persona import Persona, PromptPreset
from desktop_app.core.domain.summary import Summary
from desktop_app.ui.chat.message_actions import MessageAction

SOURCES = Path(__file__).resolve().parents[2] / "desktop_app"
HOSTILE = "<b>x</b><img src='file:///tmp/a.png'> &lt; a & b [*]"


async def fill(app) -> str:
    """A conversation in which every text that can come from elsewhere is hostile."""
    head = await app.library.create(title=HOSTILE)
    answer = Message("m2", head.id, "m1", Role.ASSISTANT, HOSTILE, 2.0, model=HOSTILE, speaker=HOSTILE)
    failed = Message(
        "m4",
        head.id,
        "m3",
        Role.ASSISTANT,
        "",
        4.0,
        state=MessageState.FAILED,
        error=HOSTILE,
        finish_reason=HOSTILE,
    )
    file = await app.store.put_blob(b"text", HOSTILE, "text/plain")
    for message in (
        Message("m1", head.id, None, Role.USER, HOSTILE, 1.0, attachments=(file,)),
        answer,
        Message("m3", head.id, "m2", Role.USER, f"```{HOSTILE}\n{HOSTILE}\n```", 3.0),
        failed,
    ):
        await app.store.add_message(message)
    await app.store.add_summary(
        Summary("s", head.id, "m2", HOSTILE, 5.0, "hash", model_text=HOSTILE, model=HOSTILE, covered_count=2)
    )
    for number, owner in enumerate((head.id, None)):
        await app.store.save_fact(Fact(f"f{number}", HOSTILE, 1.0, conversation_id=owner))
    await app._parts.cast.save(Persona("p", HOSTILE, description=HOSTILE))
    await app._parts.cast.save(PromptPreset("q", HOSTILE, HOSTILE))
    await app.store.change_conversation(head.id, background=HOSTILE)
    return head.id


async def open_everything(person) -> None:
    app, window = person.app, person.window
    for name in ("viewerAction", "factsAction", "personasAction", "findAction", "ledgerAction"):
        window.action(name).trigger()
    for name in ("summary_review_requested", "summary_versions_requested"):
        getattr(window.transcript, name).emit("s")
    window.conversations.search_requested.emit("x")
    app.open_settings()
    dialog = person.widget("settingsDialog")
    for page in tuple(dialog.pages):
        app.open_settings(page)
    window.notices.show_info(HOSTILE, HOSTILE)
    window.notices.show_undo(HOSTILE, lambda: None)
    window.notices.show_crash(HOSTILE, HOSTILE, key="k")
    app._parts.announcer.publish(NoticeRaised(ServerFailed(HOSTILE), "key", None))
    window.transcript.set_background_card(HOSTILE)
    window.transcript.link_hovered.emit(HOSTILE)
    await person.until(lambda: len(window.transcript.canvas.widgets()) == 4)
    for view in window.transcript.canvas.widgets().values():
        view.do(MessageAction.DETAILS)
    await person.until(lambda: not len(app._parts.tasks))


def is_misread(tip: str) -> bool:
    """Whether Qt would take a tooltip for markup and show something else than the words meant."""
    if not QtGui.Qt.mightBeRichText(tip):
        return False
    read = QtGui.QTextDocument()
    read.setHtml(tip)
    return HOSTILE not in read.toPlainText()


def complaints() -> list[str]:
    found = []
    for widget in QApplication.allWidgets():
        where = f"{type(widget).__name__} {widget.objectName()!r} in {QWidget.window(widget).objectName()!r}"
        if is_misread(widget.toolTip()):
            found.append(f"tooltip of {where}: {widget.toolTip()!r}")
        if isinstance(widget, QLabel) and widget.textFormat() is not Qt.TextFormat.PlainText:
            found.append(f"{widget.textFormat()} in {where}: {widget.text()!r}")
        if isinstance(widget, QMessageBox) and widget.textFormat() is not Qt.TextFormat.PlainText:
            found.append(f"{where} takes markup")
        if isinstance(widget, QTextEdit):
            found += [f"{where}: {fault}" for fault in document_faults(widget)]
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            found += [f"{where}: {fault}" for fault in item_faults(widget)]
        if isinstance(widget, QAbstractButton) and re.search(r"(?<!&) & (?!&)", widget.text()):
            found.append(f"{where} loses an ampersand: {widget.text()!r}")
    return found


def document_faults(edit: QTextEdit) -> list[str]:
    html = edit.document().toHtml()
    faults = [] if "file:///" not in html.replace("file:///tmp/a.png'&gt;", "") else ["markup was read"]
    if not edit.isReadOnly() and edit.acceptRichText():
        faults.append("takes pasted markup")
    if isinstance(edit, QTextBrowser) and (edit.openLinks() or edit.openExternalLinks()):
        faults.append("opens links by itself")
    return faults


def item_faults(view: QAbstractItemView) -> list[str]:
    model = view.model()
    rows = range(model.rowCount(QModelIndex()))
    tips = [model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole) for row in rows]
    return [f"tooltip of a row: {tip!r}" for tip in tips if isinstance(tip, str) and is_misread(tip)]


@pytest.mark.limit(60)
async def test_no_widget_takes_what_it_shows_for_markup(program, provider):
    async with program(provider) as person:
        app = person.app
        await app.preferences.update(
            lambda s: s.changed(profiles=tuple(p.changed(name=HOSTILE, model=HOSTILE) for p in s.profiles))
        )
        conversation_id = await fill(app)
        await app.show_conversation(conversation_id)
        await open_everything(person)

        assert complaints() == []
        shown = " ".join(label.text() for label in person.window.findChildren(QLabel))
        assert HOSTILE in shown


async def test_a_title_stands_in_the_frame_as_it_is(program, provider):
    async with program(provider) as person:
        head = await person.app.library.create(title=HOSTILE)
        await person.app.show_conversation(head.id)

        assert person.window.windowHandle().title().startswith(HOSTILE)


def calls(function: str):
    """(file, source, target) of every ``target = function(...)`` in the windows."""
    for path in (SOURCES / "ui").rglob("*.py"):
        source = path.read_text("utf-8")
        for node in ast.walk(ast.parse(source)):
            if not isinstance(node, ast.Assign):
                continue
            targets, values = ((getattr(side, "elts", [side])) for side in (node.targets[0], node.value))
            for target, value in zip(targets, values, strict=False):
                if isinstance(value, ast.Call) and ast.unparse(value.func) == function:
                    yield path, source, ast.unparse(target)


@pytest.mark.parametrize("function", ["QLabel", "QMessageBox"])
def test_every_label_and_box_is_told_to_show_plain_text(function):
    """Also those no test opens: Qt guesses the format of the others by their text."""
    forgotten = [
        f"{path.name}: {target}"
        for path, source, target in calls(function)
        if f"{target}.setTextFormat(" not in source and "for label in (" not in source
    ]

    assert forgotten == []


FORBIDDEN = {"eval", "exec", "compile", "__import__"}
MODULES = {"pickle", "shelve", "marshal", "dill", "code"}


def test_no_code_comes_out_of_data_and_no_check_is_switched_off():
    found = []
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            place = f"{path.relative_to(SOURCES)}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN:
                found.append(f"{place} {node.func.id}")
            elif isinstance(node, ast.Import | ast.ImportFrom):
                names = [alias.name for alias in node.names] + [getattr(node, "module", None) or ""]
                found += [f"{place} {name}" for name in names if name.split(".")[0] in MODULES]
            elif isinstance(node, ast.keyword) and isinstance(node.value, ast.Constant):
                wrong = {("shell", True), ("verify", False), ("check_hostname", False)}
                found += [place] if (node.arg, node.value.value) in wrong else []
            elif isinstance(node, ast.Attribute) and node.attr in {"CERT_NONE", "setHtml", "insertHtml"}:
                found.append(f"{place} {node.attr}")

    assert found == []


@pytest.mark.parametrize("name", ["../../etc/cron.d/x", "/etc/passwd", "..\\..\\x", "a\nb", ""])
async def test_a_name_is_no_path_when_a_file_is_suggested(program, provider, name):
    async with program(provider) as person:
        person.app._cast._ask_export_persona(Persona("p", name))
        dialog = person.window.findChild(QFileDialog)
        chosen = Path(dialog.selectedFiles()[0])
        folder = Path(dialog.directory().absolutePath())
        dialog.close()

        assert folder == Path.cwd()
        assert chosen.parent == folder
        assert chosen.suffix == ".png"
