"""The page of a profile's summary settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QButtonGroup, QComboBox, QHBoxLayout, QWidget

from desktop_app.core.domain.summary import SECTION_IDS
from desktop_app.ui.given_names import profile_name
from desktop_app.ui.settings.fields import CONTROL_WIDTH, ChoiceField, Field, ToggleField
from desktop_app.ui.settings.number_fields import NumberField, ShareField
from desktop_app.ui.settings.page import Card, SettingsPage, control_name
from desktop_app.ui.settings.section_editor import SectionEditor
from desktop_app.ui.settings.summary_words import fault_text, forecast_text
from desktop_app.ui.settings.text_fields import LineField, TextField
from desktop_app.ui.widgets.number_boxes import WheelGuard
from desktop_app.ui.widgets.plain_rows import plain_label

if TYPE_CHECKING:
    from desktop_app.coordinator.settings_lint import Finding
    from desktop_app.coordinator.summary_forecast import Forecast
    from desktop_app.core.domain.settings import ProfileSettings, Settings
    from desktop_app.core.domain.settings_path import SettingPath

LANGUAGES = ("zh", "en")


class SummaryPage(SettingsPage):
    """When and how a profile's conversations are summarised."""

    profile_chosen = Signal(str)
    language_changed = Signal()
    lab_requested = Signal()
    copy_requested = Signal()
    preview_toggled = Signal(bool)
    reset_all_requested = Signal(str, str)
    """(profile id, language)."""

    def __init__(self, parent: QWidget, *, use_english: bool) -> None:
        super().__init__("summaryPage", parent)
        self.set_heading(
            self.tr("Summary"),
            self.tr(
                "A summary stands for the older part of a long conversation. The messages themselves stay; "
                "every summary can be read, edited and undone."
            ),
        )
        self.use_english = use_english
        self._share_in_tokens: Callable[[float], int | None] = lambda _share: None
        self.sections: dict[str, SectionEditor] = {}
        self._faults_at: list[SettingPath] = []
        self._build_head()
        self._build_triggers()
        self._build_writing()
        self._build_sections()
        self._build_rules()
        self._build_review()
        self.finish()

    # building

    def _build_head(self) -> None:
        card = self.add_card("")
        self.profiles = QComboBox(card)
        self.profiles.setObjectName("summaryProfile")
        self.profiles.setAccessibleName(self.tr("Profile whose summary settings are shown"))
        self.profiles.setMinimumContentsLength(12)
        self.profiles.setMaximumWidth(CONTROL_WIDTH)
        WheelGuard(self.profiles)
        self.profiles.currentIndexChanged.connect(
            lambda index: self.profile_chosen.emit(self.profiles.itemData(index))
        )
        label = plain_label(self.tr("Profile"), card)
        label.setBuddy(self.profiles)
        self.copy = self.button("copySummary", self.tr("Copy to other profiles…"), self.copy_requested.emit)
        self.show_prompt = self.button("showPromptPreview", self.tr("Prompt preview"))
        self.show_prompt.setCheckable(True)
        self.show_prompt.toggled.connect(self.preview_toggled)
        chooser = QWidget(card)  # of limited width, the box alone would limit the whole card
        row = QHBoxLayout(chooser)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.profiles, 100)
        row.addStretch(1)
        card.add_pair(label, chooser)
        self.forecast = plain_label("", card)
        self.forecast.setObjectName("summaryForecast")
        card.add_wide(self.forecast)
        card.add_row(self.copy, self.show_prompt)

    def _build_triggers(self) -> None:
        card = self.add_card(self.tr("When"))
        card.add(self._bound("enabled", ToggleField))
        card.add(self._bound("token_trigger", ToggleField))
        self.share = card.add(self._bound("token_share", ShareField))
        self.share.set_explanation(self._share_text)
        card.add(self._bound("count_trigger", ToggleField))
        card.add(self._bound("message_count", NumberField))
        card.add(self._bound("age_trigger", ToggleField))
        card.add(self._bound("age_minutes", NumberField, suffix=self.tr("minutes")))
        card.add(self._bound("minimum_turns", NumberField))
        card.add(self._bound("recent_n", NumberField))

    def _build_writing(self) -> None:
        card = self.add_card(self.tr("How"))
        card.add(self._bound("engine", ChoiceField))
        self.writer = card.add(
            self._bound("profile_id", ChoiceField, choices=[(None, self.tr("Same as the chat"))])
        )
        for name, kind in (
            ("rewrite_every", NumberField),
            ("placement", ChoiceField),
            ("layout", ChoiceField),
            ("language", ChoiceField),
            ("max_output_tokens", NumberField),
        ):
            card.add(self._bound(name, kind))
        card.add(self._bound("timeout_seconds", NumberField, suffix=self.tr("seconds")))

    def _build_sections(self) -> None:
        card = self.add_card(
            self.tr("Sections"),
            help_text=self.tr(
                "What the summary is made of. Changes are kept for each language; an empty field means the "
                "default text."
            ),
        )
        self.languages = QButtonGroup(self)
        buttons: list[QWidget] = [plain_label(self.tr("Edit the texts for"), card)]
        for language, text in zip(
            LANGUAGES, (self.tr("Chinese prompts"), self.tr("English prompts")), strict=True
        ):
            button = self.button(f"sectionLanguage_{language}", text)
            button.setCheckable(True)
            self.languages.addButton(button, LANGUAGES.index(language))
            buttons.append(button)
        self.languages.button(int(self.use_english)).setChecked(True)
        self.languages.idClicked.connect(self._on_language_clicked)
        card.add_row(*buttons)
        for section_id in SECTION_IDS:
            editor = SectionEditor(section_id, card)
            editor.edited.connect(self._on_section_edited)
            editor.chosen.connect(self._on_section_chosen)
            editor.replaced.connect(self._on_section_replaced)
            self.sections[section_id] = editor
            self.add_target(section_id, editor)
            card.add_wide(editor)
        self.reset_all = self.button(
            "resetAllSections",
            self.tr("Reset all sections"),
            lambda: self.reset_all_requested.emit(self.profile_id, self.language),
        )
        self.lab = self.button(
            "openSettingsLab", self.tr("Try on a past conversation…"), self.lab_requested.emit
        )
        card.add_row(self.lab, self.reset_all)

    def _build_rules(self) -> None:
        card = self.add_card(self.tr("Rules of your own"))
        self.rules = {code: self._per_language(card, code, "global_rules") for code in LANGUAGES}

    def _build_review(self) -> None:
        card = self.add_card(self.tr("Review"))
        card.add(self._bound("review_before_apply", ChoiceField))
        card.add(self._bound("dialogue_review_enabled", ToggleField))
        self.review_titles = {
            code: self._per_language(card, code, "dialogue_review_title") for code in LANGUAGES
        }
        card.add(self._bound("dialogue_review_limit", NumberField, suffix=self.tr("characters")))
        self._show_language_fields()

    def _per_language(self, card: Card, code: str, name: str) -> Field:
        """A field whose value is kept for each language; only the chosen language's is visible."""
        path = ("summary", code, name)
        object_name = f"{control_name(path)}_{code}"
        if name == "global_rules":
            return card.add(self.field_for(path, TextField, of_profile=True, name=object_name))
        default = "对话回顾" if code == "zh" else "Dialogue review"
        field = self.field_for(path, LineField, of_profile=True, name=object_name, placeholder=default)
        return card.add(field)

    def _bound(self, name: str, kind: type[Any], **options: Any) -> Any:
        """A field for one of the summary settings."""
        path = ("summary", name)
        return self.field_for(path, kind, of_profile=True, name=_NAMES.get(name, ""), **options)

    # showing

    @property
    def language(self) -> str:
        """Language whose sections and rules are shown: ``zh`` or ``en``."""
        return "en" if self.use_english else "zh"

    def show_settings(self, settings: Settings, profile_id: str) -> None:
        """Show what is stored for a profile."""
        with QSignalBlocker(self.profiles):
            self.profiles.clear()
            for each in settings.profiles:
                self.profiles.addItem(profile_name(each), each.id)
            self.profiles.setCurrentIndex(self.profiles.findData(profile_id))
        others = [(p.id, profile_name(p)) for p in settings.profiles if p.id != profile_id]
        self.writer.set_choices([(None, self.tr("Same as the chat")), *others])
        profile = settings.profile(profile_id)
        if profile is not None:
            self._learn(profile)
            self._show_sections(profile, profile_id)
        super().show_settings(settings, profile_id)
        self.show_draft(settings)

    def show_draft(self, draft: Settings) -> None:
        """Grey what has no effect, and show what the share amounts to."""
        profile = draft.profile(self.profile_id)
        if profile is None:
            return
        self._learn(profile)
        summary = profile.summary
        self.share.set_explanation(self._share_text)
        for name, on in (
            ("token_share", summary.token_trigger),
            ("message_count", summary.count_trigger),
            ("age_minutes", summary.age_trigger),
            ("dialogue_review_limit", summary.dialogue_review_enabled),
            ("profile_id", summary.engine == "model"),
        ):
            self.fields[(True, ("summary", name))].setEnabled(on)
        for field in self.review_titles.values():
            field.setEnabled(summary.dialogue_review_enabled)

    def show_forecast(self, forecast: Forecast) -> None:
        """Show when the next automatic summary will start."""
        self.forecast.setText(forecast_text(forecast))

    def show_findings(self, findings: tuple[Finding, ...]) -> None:
        """Show each contradiction beside its field."""
        for path in self._faults_at:
            self.show_fault(path, "")
        self._faults_at = []
        for finding in findings:
            if finding.path not in self._faults_at:
                self.show_fault(finding.path, fault_text(finding), "warning")
                self._faults_at.append(finding.path)

    def show_fault(self, path: SettingPath, text: str, kind: str = "error") -> None:
        """Show a fault beside the field or section of a path."""
        if len(path) == len(("summary", "zh", "sections", "id", "field")):
            if path[1] == self.language:
                self.sections[path[3]].show_fault(path[4], text)
            return
        super().show_fault(path, text, kind)

    def _learn(self, profile: ProfileSettings) -> None:
        from desktop_app.coordinator.summary_forecast import share_in_tokens

        self._share_in_tokens = lambda share: share_in_tokens(profile, share)

    def _share_text(self, share: float) -> str:
        tokens = self._share_in_tokens(share)
        if tokens is None:
            return self.tr(
                "{share}; the window of this profile is unknown, so only the other triggers count"
            ).replace("{share}", f"{share:.0%}")
        text = self.tr("{share} = {tokens} tokens of this profile's window")
        return text.replace("{share}", f"{share:.0%}").replace("{tokens}", f"{tokens:,}")

    def _show_sections(self, profile: ProfileSettings, profile_id: str) -> None:
        from desktop_app.coordinator.settings_edit import section_defaults

        stored = {
            override.id: override
            for override in (profile.summary.en if self.use_english else profile.summary.zh).sections
        }
        for default in section_defaults(self.use_english):
            override = stored.get(default.id)
            self.sections[default.id].show_section(
                profile_id,
                self.language,
                default_title=default.title,
                default_instruction=default.instruction,
                enabled=override is None or override.enabled is not False,
                title=(override.title or "") if override else "",
                instruction=(override.instruction or "") if override else "",
            )

    def _show_language_fields(self) -> None:
        for code in LANGUAGES:
            for field in (self.rules[code], self.review_titles[code]):
                field.setVisible(code == self.language)
                field.label.setVisible(code == self.language)

    # acting

    def _on_language_clicked(self, index: int) -> None:
        if LANGUAGES[index] == self.language:
            return
        self.leave_texts()
        self.use_english = LANGUAGES[index] == "en"
        self._show_language_fields()
        self.language_changed.emit()

    def leave_texts(self) -> None:
        """Forget marks that belong to the other language."""
        self.show_findings(())

    def _on_section_edited(self, section_id: str, field: str, value: object) -> None:
        self.edited.emit(self.profile_id, self._section_path(section_id, field), value)

    def _on_section_chosen(self, section_id: str, field: str, value: object) -> None:
        self.chosen.emit(self.profile_id, self._section_path(section_id, field), value)

    def _on_section_replaced(self, profile_id: str, language: str, section_id: str, text: str) -> None:
        path = ("summary", language, "sections", section_id, "instruction")
        if (profile_id, language) == (self.profile_id, self.language):
            self.sections[section_id].take_text(text)
        self.chosen.emit(profile_id, path, text)

    def _section_path(self, section_id: str, field: str) -> SettingPath:
        return ("summary", self.language, "sections", section_id, field)


_NAMES = {
    "enabled": "summaryEnabled",
    "engine": "summaryEngine",
    "profile_id": "summaryModel",
    "language": "summaryLanguage",
    "timeout_seconds": "summaryTimeout",
}
