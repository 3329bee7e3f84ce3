"""The page of the model profiles: where to ask, which model, with what limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop_app.coordinator.address_checks import base_url_fault, proxy_fault
from desktop_app.core.domain.address import parse_address
from desktop_app.core.domain.errors import SettingsInvalid
from desktop_app.ui.error_words import error_words
from desktop_app.ui.given_names import given_name
from desktop_app.ui.settings.fields import ChoiceField, ToggleField, set_kind
from desktop_app.ui.settings.json_field import JsonField
from desktop_app.ui.settings.key_field import KeyField
from desktop_app.ui.settings.model_field import ModelField
from desktop_app.ui.settings.number_fields import NumberField
from desktop_app.ui.settings.page import Card, SettingsPage
from desktop_app.ui.settings.profile_list_box import ProfileListBox
from desktop_app.ui.settings.text_fields import FileField, LineField, TextField
from desktop_app.ui.widgets.plain_rows import plain_label

if TYPE_CHECKING:
    from desktop_app.core.domain.catalog import ModelCatalog
    from desktop_app.core.domain.request import TestOutcome
    from desktop_app.core.domain.settings import ProfileSettings, Settings

PARAMETERS = ("temperature", "top_p", "presence_penalty", "frequency_penalty", "seed", "max_tokens")
USUAL_VALUES = {"temperature": 0.7, "top_p": 0.9, "max_tokens": 2048, "window": 8192, "output_limit": 4096}
"""What appears when an unset number is set; nothing is sent before that."""


class ProfilesPage(SettingsPage):
    """The list of profiles and the fields of the selected one."""

    test_requested = Signal(str)
    test_cancelled = Signal()
    models_requested = Signal(str)
    refused_forgotten = Signal(str)
    facts_taken = Signal(str)
    """The catalog's figures should be stored in a profile."""

    def __init__(self, parent: QWidget, *, catalog: ModelCatalog) -> None:
        super().__init__("profilesPage", parent)
        self.set_heading(
            self.tr("Profiles"),
            self.tr("A profile is a model with its address, limits and summary settings."),
        )
        self._catalog = catalog
        self._testing = False
        self._card_of_list()
        self._card_of_connection()
        self._card_of_limits()
        self._card_of_instructions()
        self._card_of_parameters()
        self._card_of_request()
        self._card_of_network()
        self._card_of_prices()
        self.finish()

    # building

    def _card_of_list(self) -> None:
        card = self.add_card("")
        self.box = ProfileListBox(card)
        self.box.set_presets(self._catalog.presets())
        card.add_wide(self.box)

    def _card_of_connection(self) -> None:
        card = self.add_card(self.tr("Connection"))
        card.add(self._bound("name", LineField, name="profileName"))
        self.kind = plain_label("", card)
        self.kind.setObjectName("profileKind")
        self.kind.setContentsMargins(0, 6, 0, 0)
        self._pair(card, self.tr("Kind of provider"), self.kind)
        self.address = card.add(
            self._bound("base_url", LineField, placeholder="https://…/v1", check=base_url_fault)
        )
        self.key = KeyField(card)
        self._key_label = self._pair(card, self.tr("API key"), self.key)
        self.model = card.add(self._bound("model", ModelField))
        self.model.list_requested.connect(lambda: self.models_requested.emit(self.profile_id))
        self.model_file = card.add(self._bound("model_file", FileField, pattern=self.tr("Models (*.gguf)")))
        self.test = self.button("profileTest", self.tr("Test"), self._on_test_clicked)
        self.outcome = plain_label("", card)
        self.outcome.setObjectName("profileTestOutcome")
        card.add_row(self.test)
        card.add_wide(self.outcome)
        self.outcome.hide()

    def _card_of_limits(self) -> None:
        card = self.add_card(self.tr("Limits"))
        self.context_window = card.add(
            self._bound("window", NumberField, suffix=self.tr("tokens"), name="contextWindow")
        )
        self.output = card.add(self._bound("output_limit", NumberField, suffix=self.tr("tokens")))
        self.facts = plain_label("", card, kind="muted")
        self.facts.setObjectName("catalogFacts")
        self.take_facts = self.button(
            "catalogUse", self.tr("Use these figures"), lambda: self.facts_taken.emit(self.profile_id)
        )
        card.add_wide(self.facts)
        card.add_row(self.take_facts)
        card.add(self._bound("max_tokens_field", ChoiceField))

    def _card_of_instructions(self) -> None:
        card = self.add_card(self.tr("Instructions"))
        card.add(self._bound("system_prompt", TextField, placeholder=self.tr("None"), rows=7))
        card.add(self._bound("system_role", ChoiceField))
        card.add(self._bound("vision", ToggleField))

    def _card_of_parameters(self) -> None:
        card = self.add_card(
            self.tr("Parameters"),
            help_text=self.tr("What is not set is not sent, so the server's own default applies."),
        )
        for name in PARAMETERS:
            suffix = self.tr("tokens") if name == "max_tokens" else ""
            field = card.add(self._bound(("parameters", name), NumberField, suffix=suffix))
            field.set_start(USUAL_VALUES.get(name, 0))
        card.add(self._bound(("parameters", "reasoning_effort"), ChoiceField))
        self.refused = plain_label("", card, kind="muted")
        self.refused.setObjectName("refusedParameters")
        self.forget = self.button(
            "refusedForget", self.tr("Send them again"), lambda: self.refused_forgotten.emit(self.profile_id)
        )
        card.add_wide(self.refused)
        card.add_row(self.forget)

    def _card_of_request(self) -> None:
        card = self.add_card(self.tr("Extras of the request"))
        headers = self._bound("extra_headers", JsonField, headers=True, placeholder='{"X-Team": "blue"}')
        headers.set_help(self.tr("JSON. Stored in the settings file: put the API key in its own field."))
        body = self._bound("extra_body", JsonField, placeholder='{"top_k": 40}')
        body.set_help(self.tr("JSON, added to each request as it is."))
        card.add(headers)
        card.add(body)

    def _card_of_network(self) -> None:
        card = self.add_card(self.tr("Network"))
        card.add(self._bound("proxy", LineField, placeholder="http://host:port", check=proxy_fault))
        card.add(self._bound("ca_file", FileField, pattern=self.tr("Certificates (*.pem *.crt *.cer)")))
        for name in ("connect_timeout", "first_token_timeout", "idle_timeout"):
            card.add(self._bound(name, NumberField, suffix=self.tr("seconds")))
        card.add(self._bound("max_retries", NumberField))

    def _card_of_prices(self) -> None:
        card = self.add_card(
            self.tr("Prices"),
            help_text=self.tr("Per million tokens; used only to show what summaries cost and save."),
        )
        card.add(self._bound(("prices", "currency"), LineField))
        for name in ("input", "cached_input", "output"):
            card.add(self._bound(("prices", name), NumberField, name=f"price_{name}"))

    def _bound(self, path: str | tuple[str, ...], kind: type[Any], **options: Any) -> Any:
        full = (path,) if isinstance(path, str) else path
        field = self.field_for(full, kind, of_profile=True, **options)
        if isinstance(field, NumberField):
            field.set_start(USUAL_VALUES.get(full[-1], 0))
        return field

    def _pair(self, card: Card, text: str, widget: QWidget) -> QWidget:
        """A row of a label and a widget that is no field."""
        label = plain_label(text, card)
        card.add_pair(label, widget)
        self.add_target(text, widget)
        return label

    # showing

    def show_settings(self, settings: Settings, profile_id: str) -> None:
        """Show the list and the fields of one profile."""
        from desktop_app.core.domain.settings import LOCAL_PROFILE_ID

        changed = profile_id != self.profile_id
        self.box.show_profiles(settings, profile_id, LOCAL_PROFILE_ID)
        profile = settings.profile(profile_id)
        if profile is None:
            return
        if changed:
            self.outcome.hide()
            preset = self._catalog.preset(profile.preset)
            self.key.show_waiting(profile_id)
            self.key.show_provider(preset)
            self.model.set_models(preset.models)
        local = profile.is_local
        for field in (self.address, self.model):
            field.setVisible(not local)
            field.label.setVisible(not local)
        for widget in (self.key, self._key_label):
            widget.setVisible(not local)
        self.model_file.setVisible(local)
        self.model_file.label.setVisible(local)
        self.kind.setText(given_name(self._catalog.preset(profile.preset).name))
        super().show_settings(settings, profile_id)
        self.show_draft(settings)

    def show_draft(self, draft: Settings) -> None:
        """Show the final address and what the catalog knows of the model."""
        profile = draft.profile(self.profile_id)
        if profile is None:
            return
        self._show_address()
        self._show_facts(profile)
        names = ", ".join(profile.refused_parameters)
        text = self.tr("Not sent, because the server refused them: {names}").replace("{names}", names)
        self.refused.setText(text)
        for widget in (self.refused, self.forget):
            widget.setVisible(bool(names))

    def _show_address(self) -> None:
        try:
            url = parse_address(self.address.control.text()).chat_url
        except SettingsInvalid:
            self.address.set_help("")
        else:
            self.address.set_help(self.tr("Requests go to {url}").replace("{url}", url))

    def _show_facts(self, profile: ProfileSettings) -> None:
        facts = self._catalog.model_facts(profile.model, profile.preset) if profile.model else None
        known = facts is not None and (facts.window, facts.output_limit) != (None, None)
        for widget in (self.facts, self.take_facts):
            widget.setVisible(known)
        if not known or facts is None:
            return
        unknown = self.tr("unknown")
        text = self.tr("Catalog ({date}): window {window}, output limit {output} tokens.")
        for name, value in (
            ("{date}", facts.as_of or unknown),
            ("{window}", f"{facts.window:,}" if facts.window else unknown),
            ("{output}", f"{facts.output_limit:,}" if facts.output_limit else unknown),
        ):
            text = text.replace(name, value)
        self.facts.setText(text)
        wanted = (facts.window or profile.window, facts.output_limit or profile.output_limit)
        self.take_facts.setEnabled(wanted != (profile.window, profile.output_limit))

    def show_testing(self, testing: bool) -> None:
        """Show that a test runs, or ended without an outcome."""
        self._testing = testing
        self.test.setText(self.tr("Cancel the test") if testing else self.tr("Test"))
        if testing:
            self._say(self.tr("Asking for a few tokens…"), "muted")
        elif self.outcome.property("kind") == "muted":
            self.outcome.hide()

    def show_outcome(self, outcome: TestOutcome) -> None:
        """Show what a test found."""
        text = self.tr("{message} ({url}, {seconds} s)")
        for name, value in (("{url}", outcome.url), ("{seconds}", f"{outcome.seconds:.1f}")):
            text = text.replace(name, value)
        self._say(
            text.replace("{message}", error_words(outcome.message)), "success" if outcome.ok else "error"
        )

    def show_models(self, names: list[str]) -> None:
        """Offer the models that the server told of."""
        self.model.set_models(names)
        self.model.show_fault("" if names else self.tr("The server offers no models."), "warning")
        self.model.set_help(self.tr("{count} models").replace("{count}", str(len(names))) if names else "")

    def _say(self, text: str, kind: str) -> None:
        set_kind(self.outcome, kind)
        self.outcome.setText(text)
        self.outcome.show()

    # acting

    def _on_test_clicked(self) -> None:
        if self._testing:
            self.test_cancelled.emit()
        else:
            self.flush()
            self.test_requested.emit(self.profile_id)

    def flush(self) -> None:
        """Hand on a typed key."""
        self.key.flush()
