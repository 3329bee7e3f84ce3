"""Every text of the settings models can be found by the translation tool."""

from __future__ import annotations

from desktop_app.core.domain import settings as models
from desktop_app.core.domain.settings_path import describe
from desktop_app.ui.settings.words import CHOICES, MODEL_TEXTS, choice_word

SHOWN = (
    models.SummarySettings,
    models.LanguageSummarySettings,
    models.ModelParameters,
    models.PriceSettings,
    models.ProfileSettings,
    models.TitleSettings,
    models.BackgroundSettings,
    models.AppearanceSettings,
    models.PrivacySettings,
)


def test_all_labels_and_helps_of_the_models_are_listed():
    texts = {
        text for model in SHOWN for f in model.model_fields.values() for text in (f.title, f.description)
    }

    assert set(MODEL_TEXTS) == texts - {None}


def test_every_choice_has_words_of_its_own(qapp):
    choices = [(n, c) for model in SHOWN for n in model.model_fields for c in describe(model, (n,)).choices]
    raw = [(n, c) for n, c in choices if f"{n}.{c}" not in CHOICES and c not in CHOICES and "tokens" not in c]

    assert raw == []
    assert choice_word("max_tokens", "max_tokens_field") == "max_tokens"
