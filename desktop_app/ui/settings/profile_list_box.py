"""The list of profiles with the buttons that change it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.given_names import given_name, profile_name
from desktop_app.ui.settings.fields import push_button

if TYPE_CHECKING:
    from desktop_app.core.domain.catalog import Preset
    from desktop_app.core.domain.settings import Settings


class ProfileListBox(QWidget):
    """Shows all profiles, in order, the default one marked."""

    profile_chosen = Signal(str)
    add_requested = Signal(str)
    """A preset's id."""

    search_requested = Signal()
    """Look for servers on this machine."""

    duplicate_requested = Signal(str)
    delete_requested = Signal(str)
    default_requested = Signal(str)
    move_requested = Signal(str, int)
    """(profile id, new index)."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.list = QListWidget(self)
        self.list.setObjectName("profileList")
        self.list.setAccessibleName(self.tr("Profiles"))
        self.list.setProperty("kind", "framed")
        # As tall as the column of buttons beside it, which is what the row's height comes from.
        self.list.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.list.currentItemChanged.connect(self._on_current_changed)
        self.add = push_button("profileAdd", self.tr("Add"), self)
        self.add.setMenu(QMenu(self.add))
        self.duplicate = push_button("profileDuplicate", self.tr("Duplicate"), self)
        self.duplicate.clicked.connect(lambda: self.duplicate_requested.emit(self.current_id))
        self.default = push_button("profileDefault", self.tr("Make default"), self)
        self.default.clicked.connect(lambda: self.default_requested.emit(self.current_id))
        self.up = push_button("profileUp", self.tr("Move up"), self)
        self.up.clicked.connect(lambda: self._move(-1))
        self.down = push_button("profileDown", self.tr("Move down"), self)
        self.down.clicked.connect(lambda: self._move(1))
        self.delete = push_button("profileDelete", self.tr("Delete"), self)
        self.delete.setProperty("kind", "danger")
        self.delete.clicked.connect(lambda: self.delete_requested.emit(self.current_id))
        buttons = QVBoxLayout()
        buttons.setSpacing(6)
        for button in (self.add, self.duplicate, self.default, self.up, self.down, self.delete):
            buttons.addWidget(button)
        buttons.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        row.addWidget(self.list, 1)
        row.addLayout(buttons)

    @property
    def current_id(self) -> str:
        """Id of the selected profile, "" without one."""
        item = self.list.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole)) if item else ""

    def set_presets(self, presets: tuple[Preset, ...]) -> None:
        """Fill the menu of *Add*."""
        menu = self.add.menu()
        menu.clear()
        for preset in presets:
            action = menu.addAction(given_name(preset.name).replace("&", "&&"))
            action.setObjectName(f"addPreset_{preset.id}")
            action.triggered.connect(lambda _=False, name=preset.id: self.add_requested.emit(name))
        menu.addSeparator()
        menu.addAction(self.tr("Look for servers on this machine…"), self.search_requested.emit)

    def show_profiles(self, settings: Settings, profile_id: str, built_in_id: str) -> None:
        """Show the list with one profile selected."""
        with QSignalBlocker(self.list):
            self.list.clear()
            for profile in settings.profiles:
                name = profile_name(profile)
                is_default = profile.id == settings.default_profile_id
                text = self.tr("{name}  (default)").replace("{name}", name) if is_default else name
                item = QListWidgetItem(text)
                item.setData(Qt.ItemDataRole.UserRole, profile.id)
                self.list.addItem(item)
                if profile.id == profile_id:
                    self.list.setCurrentItem(item)
        row, last = self.list.currentRow(), self.list.count() - 1
        self.up.setEnabled(row > 0)
        self.down.setEnabled(0 <= row < last)
        self.delete.setEnabled(profile_id != built_in_id)
        self.default.setEnabled(profile_id != settings.default_profile_id)

    def _on_current_changed(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.profile_chosen.emit(str(item.data(Qt.ItemDataRole.UserRole)))

    def _move(self, step: int) -> None:
        self.move_requested.emit(self.current_id, self.list.currentRow() + step)
