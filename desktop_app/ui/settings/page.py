"""A page of the settings dialog: cards of fields in a scroll area."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.settings.fields import Field, heading_label, push_button
from desktop_app.ui.widgets.plain_rows import plain_label

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import Settings
    from desktop_app.core.domain.settings_path import SettingPath

CONTENT_WIDTH = 820
"""Pixels beyond which lines of help become hard to read."""

LABEL_WIDTH = 170

_AnyField = TypeVar("_AnyField", bound=Field)


class Card(QFrame):
    """A group of fields with a heading."""

    def __init__(self, title: str, parent: QWidget, *, help_text: str = "") -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 12, 16, 14)
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(10)
        self._grid.setColumnMinimumWidth(0, LABEL_WIDTH)
        self._grid.setColumnStretch(1, 1)
        self.title = heading_label(title, self)
        self.title.setVisible(bool(title))
        self._grid.addWidget(self.title, 0, 0, 1, 2)
        self._rows = 1
        if help_text:
            self.add_wide(plain_label(help_text, self, kind="muted"))

    def add(self, field: _AnyField) -> _AnyField:
        """Put a field in the next row."""
        if field.has_own_label:
            self.add_wide(field)
            return field
        self.add_pair(field.label, field)
        return field

    def add_pair(self, label: QLabel, widget: QWidget) -> None:
        """Put a label and a widget side by side."""
        label.setParent(self)
        label.setContentsMargins(0, 6, 0, 0)
        self._grid.addWidget(label, self._rows, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(widget, self._rows, 1)
        self._rows += 1

    def add_wide(self, item: QWidget | QLayout) -> None:
        """Put a widget or layout across both columns."""
        if isinstance(item, QLayout):
            self._grid.addLayout(item, self._rows, 0, 1, 2)
        else:
            self._grid.addWidget(item, self._rows, 0, 1, 2)
        self._rows += 1

    def add_row(self, *widgets: QWidget) -> None:
        """Put widgets side by side, left-aligned, across both columns."""
        row = QHBoxLayout()
        row.setSpacing(8)
        for widget in widgets:
            row.addWidget(widget)
        row.addStretch(1)
        self.add_wide(row)


class SettingsPage(QScrollArea):
    """Fields bound to settings by path.

    ``edited`` and ``chosen`` carry (profile id or "", path, value); the profile is the one that was
    shown when the user acted.
    """

    edited = Signal(str, object, object)
    chosen = Signal(str, object, object)
    withdrawn = Signal(str, object)
    """(profile id or "", path): what was typed there last must not be saved."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.title = ""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.fields: dict[tuple[bool, SettingPath], Field] = {}
        self._targets: list[tuple[str, QWidget]] = []
        self._found: list[QWidget] = []
        self.profile_id = ""
        content = QWidget(self)
        outer = QHBoxLayout(content)
        outer.setContentsMargins(20, 16, 20, 20)
        inner = QWidget(content)
        inner.setMaximumWidth(CONTENT_WIDTH)
        outer.addWidget(inner, 1)
        outer.addStretch(0)
        self.column = QVBoxLayout(inner)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(14)
        self.setWidget(content)
        self.content = content
        self.viewport().setAutoFillBackground(False)
        content.setAutoFillBackground(False)

    def set_heading(self, title: str, intro: str = "") -> None:
        """Title and first words of the page."""
        self.title = title
        self.setAccessibleName(title)
        self.column.addWidget(heading_label(title, self.content, scale=1.4))
        if intro:
            self.column.addWidget(plain_label(intro, self.content, kind="muted"))

    def field_for(
        self,
        path: SettingPath,
        kind: type[_AnyField],
        *,
        of_profile: bool = False,
        name: str = "",
        **options: Any,
    ) -> _AnyField:
        """Make the field of a path and bind it; ``name`` replaces the control's ``objectName``."""
        from desktop_app.core.domain.settings import ProfileSettings, Settings
        from desktop_app.core.domain.settings_path import describe

        description = describe(ProfileSettings if of_profile else Settings, path)
        field = kind(description, self, name=name or control_name(path), **options)
        return self.bind(path, field, of_profile=of_profile)

    def button(self, name: str, text: str, slot: Callable[[], object] | None = None) -> QPushButton:
        """A push button that Enter in a text field does not press."""
        return push_button(name, text, self, slot)

    def add_card(self, title: str, *, help_text: str = "") -> Card:
        """A new card below the others."""
        card = Card(title, self.content, help_text=help_text)
        self.column.addWidget(card)
        self.add_target(f"{title} {help_text}", card)
        return card

    def finish(self) -> None:
        """Close the page: free room goes below the cards."""
        self.column.addStretch(1)

    def add_target(self, text: str, widget: QWidget) -> None:
        """Let the search find a widget by a text."""
        self._targets.append((text, widget))

    def bind(self, path: SettingPath, field: _AnyField, *, of_profile: bool = False) -> _AnyField:
        """Bind a field to a path of the settings or of the shown profile."""
        self.fields[(of_profile, path)] = field

        def target() -> str:
            return self.profile_id if of_profile else ""

        field.edited.connect(lambda value: self.edited.emit(target(), path, value))
        field.chosen.connect(lambda value: self.chosen.emit(target(), path, value))
        field.withdrawn.connect(lambda: self.withdrawn.emit(target(), path))
        return field

    def mark_found(self, words: list[str]) -> bool:
        """Mark what holds every word; no words take the marks away.

        Returns:
            Whether anything was found, or nothing was looked for.
        """
        self._found = []
        targets = [*((f.search_text(), f) for f in self.fields.values()), *self._targets]
        for text, widget in targets:
            hit = bool(words) and all(word in text.casefold() for word in words)
            _set_found(_marked_part(widget), hit)
            if hit:
                self._found.append(widget)
        return bool(self._found) or not words

    def show_first_found(self) -> None:
        """Scroll to the topmost widget that was found."""
        visible = [w for w in self._found if w.isVisibleTo(self)]
        if visible:
            first = min(visible, key=lambda w: w.mapTo(self.content, w.rect().topLeft()).y())
            self.ensureWidgetVisible(first, 0, 80)

    def show_settings(self, settings: Settings, profile_id: str) -> None:
        """Show what is stored; called for every change and when another profile is chosen."""
        from desktop_app.core.domain.settings_path import value_at

        fresh = profile_id != self.profile_id
        self.profile_id = profile_id
        profile = settings.profile(profile_id)
        for (of_profile, path), field in self.fields.items():
            root = profile if of_profile else settings
            if root is not None:
                show = field.show_fresh if fresh and of_profile else field.show_value
                show(value_at(root, path))

    def show_fault(self, path: SettingPath, text: str, kind: str = "error") -> None:
        """Show a fault beside the field of a path; "" takes it away."""
        field = self.fields.get((True, path)) or self.fields.get((False, path))
        if field is not None:
            field.show_fault(text, kind)

    def show_draft(self, draft: Settings) -> None:
        """Told the settings with the edits that still wait, after each step of typing."""

    def flush(self) -> None:
        """Hand on what the page itself holds back: told before another page or profile is shown."""


def control_name(path: SettingPath) -> str:
    """The ``objectName`` of the control of a path: ``tokenShare`` for ``("summary", "token_share")``."""
    first, *rest = path[-1].split("_")
    return first + "".join(part.capitalize() for part in rest)


def _marked_part(widget: QWidget) -> QWidget:
    """The part of a found widget that shows the mark: its label or heading."""
    if isinstance(widget, Card):
        return widget.title
    if isinstance(widget, Field):
        return widget.control if widget.has_own_label else widget.label
    return widget


def _set_found(widget: QWidget, found: bool) -> None:
    if bool(widget.property("found")) != found:
        widget.setProperty("found", found)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
