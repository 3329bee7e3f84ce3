"""The page of what the program looks like."""

from __future__ import annotations

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QWidget

from desktop_app.ui.settings.fields import ChoiceField
from desktop_app.ui.settings.number_fields import NumberField, ShareField
from desktop_app.ui.settings.page import SettingsPage
from desktop_app.ui.widgets.plain_rows import plain_label

SAMPLE = "The quick brown fox · 敏捷的棕色狐狸 · 0123456789 · {code}"


class AppearancePage(SettingsPage):
    """Theme, language, font, zoom, density and the key that sends."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("appearancePage", parent)
        self.set_heading(self.tr("Appearance"), self.tr("Changes apply at once."))
        look = self.add_card(self.tr("Look"))
        look.add(self.field_for(("appearance", "color_scheme"), ChoiceField))
        look.add(self.field_for(("appearance", "language"), ChoiceField, name="uiLanguage"))
        look.add(self.field_for(("appearance", "density"), ChoiceField))
        text = self.add_card(self.tr("Text"))
        families = [("", self.tr("Like the system"))]
        families += [(name, name) for name in QFontDatabase.families() if not name.startswith(".")]
        text.add(self.field_for(("appearance", "font_family"), ChoiceField, choices=families))
        size = text.add(self.field_for(("appearance", "font_size"), NumberField, suffix=self.tr("points")))
        size.set_start(self.font().pointSize())
        zoom = text.add(self.field_for(("appearance", "zoom"), ShareField))
        zoom.set_help(self.tr("Also Ctrl and +, −, 0 in the main window."))
        self.sample = plain_label(SAMPLE, text)
        self.sample.setObjectName("fontSample")
        text.add_wide(self.sample)
        typing = self.add_card(self.tr("Typing"))
        typing.add(self.field_for(("appearance", "send_key"), ChoiceField))
        self.finish()
