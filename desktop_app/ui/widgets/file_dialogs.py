"""Asking for files: one dialog to open some, one to name a target; both return at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QFileDialog, QWidget


def ask_for_files(
    parent: QWidget,
    title: str,
    name: str,
    then: Callable[[list[str]], object],
    *,
    filters: Sequence[str] = (),
    many: bool = True,
) -> None:
    """Let the user choose files that exist.

    Args:
        parent: Window to stand above.
        title: Of the dialog.
        name: ``objectName`` of the dialog.
        then: Called with the paths; not called when nothing was chosen.
        filters: Kinds of files offered, such as ``Models (*.gguf)``; all without any.
        many: Whether several may be chosen.
    """
    dialog = _dialog(parent, title, name, filters)
    if many:
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(then)
    else:
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda path: then([path]))
    dialog.open()


def ask_for_target(
    parent: QWidget,
    title: str,
    name: str,
    suggested: str,
    then: Callable[[str], object],
    *,
    filters: Sequence[str] = (),
) -> None:
    """Let the user say where a new file goes; a name without suffix gets that of the chosen filter.

    Args:
        parent: Window to stand above.
        title: Of the dialog.
        name: ``objectName`` of the dialog.
        suggested: File name to begin with.
        then: Called with the path; not called when the dialog was left.
        filters: Kinds of files offered, such as ``Markdown (*.md)``; the first is chosen.
    """
    dialog = _dialog(parent, title, name, filters)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.selectFile(suggested)
    if filters:
        dialog.setDefaultSuffix(_suffix_of(filters[0]))
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(_suffix_of(chosen)))
    dialog.fileSelected.connect(then)
    dialog.open()


def _dialog(parent: QWidget, title: str, name: str, filters: Sequence[str]) -> QFileDialog:
    dialog = QFileDialog(parent, title)
    dialog.setObjectName(name)
    if filters:
        dialog.setNameFilters(list(filters))
    dialog.finished.connect(dialog.deleteLater)
    return dialog


def _suffix_of(kind: str) -> str:
    """``md`` for ``Markdown (*.md)``."""
    return kind.rpartition("*.")[2].rstrip(")")
