"""The settings lab: edited sections beside the saved ones, tried on a past conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop_app.coordinator.prompt_preview import marked_lines
from desktop_app.coordinator.settings_edit import EditKey, section_defaults, with_edit
from desktop_app.core.domain.summary import SECTION_IDS
from desktop_app.ui.error_words import error_words
from desktop_app.ui.settings.asking import Asking
from desktop_app.ui.settings.fields import push_button, set_kind
from desktop_app.ui.settings.lab_pane import LabPane
from desktop_app.ui.settings.page import Card
from desktop_app.ui.settings.preview_pane import mark_lines
from desktop_app.ui.settings.section_editor import SectionEditor
from desktop_app.ui.widgets.plain_rows import plain_label

if TYPE_CHECKING:
    from desktop_app.coordinator.answers import Answer
    from desktop_app.coordinator.preferences import Preferences
    from desktop_app.coordinator.settings_lab import SettingsLab, Trial
    from desktop_app.coordinator.tasks import Tasks
    from desktop_app.core.domain.conversation import Conversation
    from desktop_app.core.domain.settings import SummarySettings
    from desktop_app.ui.settings.edit_session import EditSession

SAVED, EDITED = 0, 1
SECTIONS_WIDTH = 380


class LabWindow(QDialog):
    """Edits a copy of a profile's sections; *Keep* puts it in force, *Drop* forgets it.

    Args:
        lab: Runs the trials.
        preferences: Where the saved sections are.
        tasks: Runs the questions.
        session: Where a kept edit goes.
        profile_id: Profile whose sections are tried.
        language: ``zh`` or ``en``: whose sections are tried.
        parent: The dialog it belongs to.
    """

    def __init__(
        self,
        lab: SettingsLab,
        preferences: Preferences,
        tasks: Tasks,
        session: EditSession,
        profile_id: str,
        language: str,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("settingsLab")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Try sections on a past conversation"))
        self._lab = lab
        self._preferences = preferences
        self._session = session
        self._profile_id, self._language = profile_id, language
        self._draft = preferences.settings
        self._preparing = Asking(tasks, self)
        self._running = [Asking(tasks, self), Asking(tasks, self)]
        self._listing = Asking(tasks, self)
        for asking in (self._preparing, *self._running):
            asking.busy_changed.connect(self._show_busy)
        self._build()
        self._show_draft()
        room = self.screen().availableSize()
        self.resize(min(1180, int(room.width() * 0.94)), min(760, int(room.height() * 0.88)))
        self._listing.ask(lab.conversations, self._on_conversations, name="list conversations for the lab")

    # building

    def _build(self) -> None:
        self.conversations = QComboBox(self)
        self.conversations.setObjectName("labConversation")
        self.conversations.setAccessibleName(self.tr("Conversation to try on"))
        self.conversations.setMinimumContentsLength(24)
        self.conversations.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.run = push_button("labRun", self.tr("Run both"), self, self._on_run_clicked)
        self.run.setProperty("kind", "primary")
        self.cancel = push_button("labCancel", self.tr("Cancel"), self, self.stop)
        top = QHBoxLayout()
        top.addWidget(plain_label(self.tr("Conversation"), self))
        top.addWidget(self.conversations, 1)
        top.addWidget(self.run)
        top.addWidget(self.cancel)
        self.message = plain_label("", self, kind="muted")
        self.message.setObjectName("labMessage")
        self.panes = [
            LabPane("labSaved", self.tr("Saved sections"), self),
            LabPane("labEdited", self.tr("Edited sections"), self),
        ]
        results = QSplitter(Qt.Orientation.Horizontal, self)
        results.setChildrenCollapsible(False)
        for pane in self.panes:
            results.addWidget(pane)
        body = QSplitter(Qt.Orientation.Horizontal, self)
        body.setChildrenCollapsible(False)
        body.addWidget(self._build_sections())
        body.addWidget(results)
        body.setSizes([420, 700])
        self.drop = push_button("labDrop", self.tr("Drop the edit"), self, self.reject)
        self.keep = push_button("labKeep", self.tr("Keep the edit"), self, self._on_keep_clicked)
        self.keep.setProperty("kind", "primary")
        bottom = QHBoxLayout()
        bottom.addWidget(self.message, 1)
        bottom.addWidget(self.drop)
        bottom.addWidget(self.keep)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(10)
        column.addLayout(top)
        column.addWidget(body, 1)
        column.addLayout(bottom)

    def _build_sections(self) -> QScrollArea:
        area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        card = Card(
            self.tr("The edit"),
            area,
            help_text=self.tr("Nothing here is saved until you keep it."),
        )
        self.sections = {}
        for section_id in SECTION_IDS:
            editor = SectionEditor(section_id, card)
            editor.setObjectName(f"labSection_{section_id}")
            editor.edited.connect(self._on_edited)
            editor.chosen.connect(self._on_edited)
            editor.replaced.connect(
                lambda _profile, _language, name, text: self._take_instruction(name, text)
            )
            card.add_wide(editor)
            self.sections[section_id] = editor
        holder = QWidget(area)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 8, 0)
        column.addWidget(card)
        column.addStretch(1)
        area.setWidget(holder)
        area.setMinimumWidth(SECTIONS_WIDTH)
        return area

    # showing

    @property
    def _saved(self) -> SummarySettings | None:
        profile = self._preferences.settings.profile(self._profile_id)
        return profile.summary if profile else None

    @property
    def _edited(self) -> SummarySettings | None:
        profile = self._draft.profile(self._profile_id)
        return profile.summary if profile else None

    def _show_draft(self) -> None:
        english = self._language == "en"
        edited = self._edited
        overrides = {o.id: o for o in getattr(edited, self._language).sections} if edited else {}
        for default in section_defaults(english):
            override = overrides.get(default.id)
            self.sections[default.id].show_section(
                self._profile_id,
                self._language,
                default_title=default.title,
                default_instruction=default.instruction,
                enabled=override is None or override.enabled is not False,
                title=(override.title or "") if override else "",
                instruction=(override.instruction or "") if override else "",
            )
        self._show_busy()

    def _show_busy(self) -> None:
        busy = any(asking.busy for asking in (self._preparing, *self._running))
        self.cancel.setEnabled(busy)
        self.run.setEnabled(not busy and self.conversations.count() > 0)
        self.keep.setEnabled(self._saved is not None and self._edited != self._saved)

    def _say(self, text: str, kind: str = "muted") -> None:
        set_kind(self.message, kind)
        self.message.setText(text)

    def _on_conversations(self, answer: Answer[list[Conversation]]) -> None:
        if answer.error is not None:
            self._say(error_words(str(answer.error)), "error")
        for conversation in answer.value or ():
            self.conversations.addItem(conversation.title or self.tr("Untitled"), conversation.id)
        if not self.conversations.count() and answer.error is None:
            self._say(self.tr("There is no past conversation yet."))
        self._show_busy()

    # acting

    def _on_edited(self, section_id: str, field: str, value: object) -> None:
        path = ("summary", self._language, "sections", section_id, field)
        self._draft = with_edit(self._draft, EditKey(self._profile_id, path), value)
        self._show_busy()

    def _take_instruction(self, section_id: str, text: str) -> None:
        self.sections[section_id].take_text(text)
        self._on_edited(section_id, "instruction", text)

    def _on_run_clicked(self) -> None:
        self._say("")
        conversation_id = self.conversations.currentData()
        self._preparing.ask(
            lambda: self._lab.prepare(conversation_id, self._profile_id, use_english=self._language == "en"),
            self._on_prepared,
            name="prepare the lab",
        )

    def _on_prepared(self, answer: Answer[Trial]) -> None:
        if answer.value is None:
            self._say(error_words(str(answer.error)), "error")
            return
        for side, summary in ((SAVED, self._saved), (EDITED, self._edited)):
            if summary is not None:
                self._start(side, answer.value, summary)

    def _start(self, side: int, trial: Trial, summary: SummarySettings) -> None:
        pane = self.panes[side]
        pane.begin()
        self._running[side].ask(
            lambda: self._lab.run(trial, summary, pane.listener()),
            lambda answer: self._on_finished(side, answer),
            name="run the lab",
        )

    def _on_finished(self, side: int, answer: Answer[Any]) -> None:
        self.panes[side].finish(answer)
        results = [pane.result.text for pane in self.panes if pane.result is not None]
        if len(results) == len(self.panes):
            saved, edited = results
            for pane, old, new in ((self.panes[SAVED], edited, saved), (self.panes[EDITED], saved, edited)):
                mark_lines(pane.text, [line.changed for line in marked_lines(old, new)[0]])
            self._say(self.tr("Lines that differ are marked."))

    def stop(self) -> None:
        """Cancel what runs."""
        self._preparing.cancel()
        for asking, pane in zip(self._running, self.panes, strict=True):
            if asking.busy:
                asking.cancel()
                pane.cancelled()

    def _on_keep_clicked(self) -> None:
        edited = self._edited
        if edited is not None:
            path = ("summary", self._language)
            self._session.choose(self._profile_id, path, getattr(edited, self._language))
        self.accept()

    def done(self, result: int) -> None:
        """Stop what runs, however the window is closed."""
        self.stop()
        super().done(result)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop what runs."""
        self.stop()
        super().closeEvent(event)
