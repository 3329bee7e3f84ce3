"""The editor of one section of the summary prompt."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.settings.fields import push_button, set_kind
from desktop_app.ui.settings.full_screen_editor import FullScreenEditor
from desktop_app.ui.settings.text_sync import CompositionWatch, show_in_line, show_in_text
from desktop_app.ui.widgets.plain_rows import plain_label

INSTRUCTION_ROWS = 7
TITLE_CHARACTERS = 200
"""Longer headings are cut by the prompt builder."""


class SectionEditor(QFrame):
    """A folded header with switch and mark; unfolded title, instruction, *Reset*, *Full screen*.

    An empty field shows the default as its placeholder, and the default is what applies.

    Args:
        section_id: Built-in section, such as ``core_task``.
        parent: Owner.
    """

    edited = Signal(str, object, object)
    """(section id, field, value) for each step of typing."""

    chosen = Signal(str, object, object)
    """(section id, field, value) for a finished choice."""

    replaced = Signal(str, str, str, str)
    """(profile id, language, section id, instruction) from the full screen, for where it was opened."""

    def __init__(self, section_id: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.section_id = section_id
        self.setObjectName(f"sectionEditor_{section_id}")
        self.setProperty("kind", "section")
        self._profile_id, self._language = "", ""
        self._default_title, self._default_instruction = "", ""
        self._before_reset: tuple[str, str] | None = None
        self._shown = ""
        self._build_header()
        self._build_body()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.setSpacing(6)
        layout.addLayout(self._header_row)
        layout.addWidget(self.body)
        self.set_unfolded(False)

    # building

    def _build_header(self) -> None:
        self.header = QToolButton(self)
        self.header.setObjectName("sectionHeader")
        self.header.setCheckable(True)
        self.header.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.header.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.header.toggled.connect(self.set_unfolded)
        self.mark = plain_label(self.tr("edited"), self, kind="mark")
        self.mark.setObjectName("sectionEdited")
        self.mark.setWordWrap(False)
        self.enabled = QCheckBox(self.tr("On"), self)
        self.enabled.setObjectName("sectionEnabled")
        self.enabled.toggled.connect(self._on_enabled_toggled)
        self._header_row = QHBoxLayout()
        self._header_row.addWidget(self.header, 1)
        self._header_row.addWidget(self.mark, 0, Qt.AlignmentFlag.AlignVCenter)
        self._header_row.addWidget(self.enabled)

    def _build_body(self) -> None:
        self.body = QWidget(self)
        self.title = QLineEdit(self.body)
        self.title.setObjectName("sectionTitle")
        self.title.setAccessibleName(self.tr("Title of the section"))
        self.title.setMaxLength(TITLE_CHARACTERS)
        self.title.textChanged.connect(self._on_title_changed)
        self.instruction = QPlainTextEdit(self.body)
        self.instruction.setObjectName("sectionInstruction")
        self.instruction.setAccessibleName(self.tr("Instruction for the section"))
        self.instruction.setTabChangesFocus(True)
        self.instruction.setFixedHeight(INSTRUCTION_ROWS * self.fontMetrics().lineSpacing() + 18)
        self.instruction.textChanged.connect(self._on_instruction_changed)
        self._title_watch = CompositionWatch(self.title)
        self._instruction_watch = CompositionWatch(self.instruction)
        self.count = plain_label("", self.body, kind="muted")
        self.count.setObjectName("sectionCount")
        self.count.setWordWrap(False)
        self.faults = {
            name: plain_label("", self.body, kind="warning") for name in ("title", "instruction", "enabled")
        }
        self._build_buttons()
        self._lay_out_body()

    def _build_buttons(self) -> None:
        self.reset = push_button("sectionReset", self.tr("Reset"), self.body, self._on_reset_clicked)
        self.undo_reset = push_button(
            "sectionUndoReset", self.tr("Undo reset"), self.body, self._on_undo_reset_clicked
        )
        self.undo_reset.hide()
        self.from_default = push_button(
            "sectionFromDefault",
            self.tr("Start from the default text"),
            self.body,
            self._on_from_default_clicked,
        )
        self.full_screen = push_button(
            "sectionFullScreen", self.tr("Full screen"), self.body, self._on_full_screen_clicked
        )

    def _lay_out_body(self) -> None:
        buttons = QHBoxLayout()
        for button in (self.reset, self.undo_reset, self.from_default):
            buttons.addWidget(button)
        buttons.addStretch(1)
        above = QHBoxLayout()
        above.addWidget(self._field_label(self.tr("Instruction"), self.instruction), 1)
        above.addWidget(self.full_screen)
        column = QVBoxLayout(self.body)
        column.setContentsMargins(22, 0, 4, 6)
        column.setSpacing(5)
        column.addWidget(self.faults["enabled"])
        column.addWidget(self._field_label(self.tr("Title"), self.title))
        column.addWidget(self.title)
        column.addWidget(self.faults["title"])
        column.addLayout(above)
        column.addWidget(self.instruction)
        column.addWidget(self.count, 0, Qt.AlignmentFlag.AlignRight)
        column.addWidget(self.faults["instruction"])
        column.addLayout(buttons)
        for fault in self.faults.values():
            fault.hide()

    def _field_label(self, text: str, buddy: QWidget) -> QLabel:
        label = plain_label(text, self.body)
        label.setBuddy(buddy)
        return label

    # showing

    def show_section(
        self,
        profile_id: str,
        language: str,
        *,
        default_title: str,
        default_instruction: str,
        enabled: bool,
        title: str,
        instruction: str,
    ) -> None:
        """Show a section as stored; "" for title or instruction means the default applies."""
        fresh = (profile_id, language) != (self._profile_id, self._language)
        if fresh:
            self._end_undo()
        self._profile_id, self._language = profile_id, language
        self._default_title, self._default_instruction = default_title, default_instruction
        self.title.setPlaceholderText(default_title)
        self.instruction.setPlaceholderText(default_instruction)
        with QSignalBlocker(self.enabled):
            self.enabled.setChecked(enabled)
        # What differs only by white space around it is the same setting: the text stays as typed.
        if fresh or self.title.text().strip() != title.strip():
            self._title_watch.when_done(lambda: self._show_title(title, fresh=fresh))
        if fresh or self.instruction.toPlainText().strip() != instruction.strip():
            self._instruction_watch.when_done(lambda: self._show_instruction(instruction, fresh=fresh))
        self._refresh()

    def _show_title(self, text: str, *, fresh: bool = False) -> None:
        show_in_line(self.title, text, fresh=fresh)
        self._refresh()

    def _show_instruction(self, text: str, *, fresh: bool = False) -> None:
        self._shown = text
        with QSignalBlocker(self.instruction):
            show_in_text(self.instruction, text, fresh=fresh)
        self._refresh()

    def take_text(self, instruction: str) -> None:
        """Show an instruction that was written in the full screen."""
        self._end_undo()
        self._show_instruction(instruction)

    def show_fault(self, field: str, text: str) -> None:
        """Show a contradiction beside its field; "" takes it away."""
        label = self.faults[field]
        label.setText(text)
        label.setVisible(bool(text))

    def set_unfolded(self, unfolded: bool) -> None:
        """Show or hide title and instruction."""
        with QSignalBlocker(self.header):
            self.header.setChecked(unfolded)
        self.header.setArrowType(Qt.ArrowType.DownArrow if unfolded else Qt.ArrowType.RightArrow)
        self.body.setVisible(unfolded)

    @property
    def is_edited(self) -> bool:
        """Whether the section differs from the default as far as the shown texts tell."""
        return (
            not self.enabled.isChecked()
            or self.title.text().strip() not in ("", self._default_title)
            or self.instruction.toPlainText().strip() not in ("", self._default_instruction)
        )

    def _refresh(self) -> None:
        on = self.enabled.isChecked()
        effective = self.title.text().strip() or self._default_title
        self.header.setText(effective.replace("&", "&&"))
        self.header.setAccessibleName(self.tr("Section {title}").replace("{title}", effective))
        self.enabled.setAccessibleName(self.tr("Use section {title}").replace("{title}", effective))
        self.mark.setVisible(self.is_edited)
        self.mark.setText(self.tr("edited") if on else self.tr("off"))
        set_kind(self.mark, "mark" if on else "muted")
        for widget in (self.title, self.instruction, self.from_default, self.full_screen):
            widget.setEnabled(on)
        typed = self.instruction.toPlainText()
        used = typed.strip() or self._default_instruction
        text = self.tr("{count} characters") if typed.strip() else self.tr("{count} characters (default)")
        self.count.setText(text.replace("{count}", f"{len(used):,}"))
        self.reset.setEnabled(self.is_edited)
        self.from_default.setVisible(not typed.strip())

    # acting

    def _on_enabled_toggled(self, on: bool) -> None:
        self._refresh()
        self.chosen.emit(self.section_id, "enabled", on)

    def _on_title_changed(self, text: str) -> None:
        self._end_undo()
        self._refresh()
        self.edited.emit(self.section_id, "title", text)

    def _on_instruction_changed(self) -> None:
        text = self.instruction.toPlainText()
        if text == self._shown:
            return  # a composition in progress, or a change of format
        self._shown = text
        self._end_undo()
        self._refresh()
        self.edited.emit(self.section_id, "instruction", text)

    def _end_undo(self) -> None:
        self._before_reset = None
        self.undo_reset.hide()

    def _on_reset_clicked(self) -> None:
        before = (self.title.text(), self.instruction.toPlainText())
        was_on = self.enabled.isChecked()
        self._put("", "")
        self.enabled.setChecked(True)
        self._before_reset = before
        self._was_on = was_on
        self.undo_reset.show()

    def _on_undo_reset_clicked(self) -> None:
        if self._before_reset is not None:
            title, instruction = self._before_reset
            self._put(title, instruction)
            self.enabled.setChecked(self._was_on)
        self._end_undo()

    def _put(self, title: str, instruction: str) -> None:
        """Replace both texts as one finished choice; Ctrl+Z in the fields still works."""
        show_in_line(self.title, title)
        self._show_instruction(instruction)
        self.chosen.emit(self.section_id, "title", title)
        self.chosen.emit(self.section_id, "instruction", instruction)

    def _on_from_default_clicked(self) -> None:
        cursor = QTextCursor(self.instruction.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(self._default_instruction)
        self.instruction.setFocus()

    def _on_full_screen_clicked(self) -> None:
        editor = FullScreenEditor(
            self.title.text().strip() or self._default_title,
            self.instruction.toPlainText(),
            self._default_instruction,
            self,
        )
        # The edit belongs to what was shown when the editor was opened.
        target = (self._profile_id, self._language, self.section_id)
        editor.text_accepted.connect(lambda text: self.replaced.emit(*target, text))
        editor.open()
