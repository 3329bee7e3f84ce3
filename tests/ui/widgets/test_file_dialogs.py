"""Asking for files."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_app.ui.widgets.file_dialogs import ask_for_files, ask_for_target


@pytest.fixture
def window(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


def dialog_of(window):
    return window.findChild(QFileDialog, "asked")


def test_files_are_told_and_the_dialog_goes(qtbot, window):
    told = []
    ask_for_files(window, "Choose", "asked", told.append, filters=("Texts (*.txt)",))
    dialog = dialog_of(window)
    modes = [dialog.fileMode()]

    dialog.filesSelected.emit(["a.txt", "b.txt"])
    dialog.reject()
    qtbot.waitUntil(lambda: dialog_of(window) is None)
    ask_for_files(window, "Choose", "asked", told.append, many=False)
    dialog_of(window).fileSelected.emit("c")
    modes.append(dialog_of(window).fileMode())

    assert told == [["a.txt", "b.txt"], ["c"]]
    assert modes == [QFileDialog.FileMode.ExistingFiles, QFileDialog.FileMode.ExistingFile]


def test_a_target_takes_the_suffix_of_the_chosen_kind(window):
    told = []
    kinds = ("Pack (*.throughline)", "Markdown (*.md)")
    ask_for_target(window, "Export", "asked", "Talk.throughline", told.append, filters=kinds)
    dialog = dialog_of(window)
    suffixes = [dialog.defaultSuffix()]

    dialog.filterSelected.emit(kinds[1])
    suffixes.append(dialog.defaultSuffix())
    dialog.fileSelected.emit("/x/Talk.md")

    assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
    assert suffixes == ["throughline", "md"]
    assert told == ["/x/Talk.md"]
