"""Changes to the list of profiles, as pure functions from settings to settings."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.domain.errors import SettingsInvalid

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from desktop_app.core.domain.catalog import ModelCatalog, ModelFacts
    from desktop_app.core.domain.request import FoundServer
    from desktop_app.core.domain.settings import ProfileSettings, Settings


@dataclass(frozen=True, slots=True)
class DeletedProfile:
    """A deleted profile and where it stood, so that the deletion can be undone."""

    profile: ProfileSettings
    index: int
    was_default: bool


def new_profile_id() -> str:
    """An id that no other profile has or had; keys in the keychain go by it."""
    return f"profile-{uuid.uuid4().hex[:12]}"


def free_name(settings: Settings, wanted: str) -> str:
    """``wanted``, or with the first number that makes it differ from all names there are."""
    taken = {p.name for p in settings.profiles}
    if wanted not in taken:
        return wanted
    return next(f"{wanted} {n}" for n in range(2, len(taken) + 3) if f"{wanted} {n}" not in taken)


def added(settings: Settings, template: ProfileSettings, new_id: str) -> Settings:
    """A copy of a template at the end of the list."""
    name = free_name(settings, template.name or template.model or "Profile")
    return settings.with_profile(template.changed(id=new_id, name=name))


def from_preset(catalog: ModelCatalog, preset_id: str) -> ProfileSettings:
    """A template for a profile of a kind of provider, with its first model and what is known of it."""
    from desktop_app.core.domain.settings import PriceSettings, ProfileSettings

    preset = catalog.preset(preset_id)
    template = ProfileSettings(
        id="template",
        name=preset.name,
        preset=preset.id,
        base_url=preset.base_url,
        model=preset.models[0] if preset.models else "",
        prices=PriceSettings(currency=preset.currency),
    ).changed(max_tokens_field=preset.max_tokens_field)
    facts = catalog.model_facts(template.model, preset.id) if template.model else None
    return with_facts(facts)(template) if facts else template


def from_server(catalog: ModelCatalog, server: FoundServer) -> ProfileSettings:
    """A template for a server that was found on this machine."""
    template = from_preset(catalog, server.preset)
    model = server.models[0] if server.models else None
    return template.changed(
        base_url=server.base_url,
        model=model.id if model else template.model,
        window=model.window if model else template.window,
    )


def from_model_file(path: Path) -> ProfileSettings:
    """A template for a model file on this machine; how large its window is, only its server knows."""
    from desktop_app.core.domain.settings import ProfileSettings

    return ProfileSettings(
        id="template", name=path.stem, preset="built-in", model=path.stem, model_file=str(path)
    )


def with_facts(facts: ModelFacts) -> Callable[[ProfileSettings], ProfileSettings]:
    """A change that puts the known figures of a model into a profile; unknown ones stay."""

    def change(profile: ProfileSettings) -> ProfileSettings:
        known = {name: getattr(facts, name) for name in ("input", "cached_input", "output")}
        prices = {name: value for name, value in known.items() if value is not None}
        if prices:
            prices["currency"] = facts.currency
        return profile.changed(
            window=facts.window or profile.window,
            output_limit=facts.output_limit or profile.output_limit,
            vision=facts.vision or profile.vision,
            prices=profile.prices.changed(**prices),
        )

    return change


def duplicated(settings: Settings, profile_id: str, new_id: str) -> Settings:
    """A copy directly below the original; a copy of the built-in profile is an ordinary one."""
    index = _index(settings, profile_id)
    original = settings.profiles[index]
    copy = original.changed(id=new_id, name=free_name(settings, original.name or original.model))
    profiles = (*settings.profiles[: index + 1], copy, *settings.profiles[index + 1 :])
    return settings.model_copy(update={"profiles": profiles})


def moved(settings: Settings, profile_id: str, index: int) -> Settings:
    """The profile at another index; an index outside the list means its nearest end."""
    profiles = list(settings.profiles)
    profile = profiles.pop(_index(settings, profile_id))
    profiles.insert(max(0, index), profile)
    return settings.model_copy(update={"profiles": tuple(profiles)})


def removed(settings: Settings, profile_id: str) -> tuple[DeletedProfile, Settings]:
    """Without the profile; a deleted default leaves the built-in profile as default.

    Raises:
        SettingsInvalid: It is the built-in profile.
    """
    from desktop_app.core.domain.settings import LOCAL_PROFILE_ID

    if profile_id == LOCAL_PROFILE_ID:
        raise SettingsInvalid("The built-in profile is always there.", field="profiles")
    index = _index(settings, profile_id)
    was_default = settings.default_profile_id == profile_id
    profiles = (*settings.profiles[:index], *settings.profiles[index + 1 :])
    after = settings.model_copy(
        update={
            "profiles": profiles,
            "default_profile_id": LOCAL_PROFILE_ID if was_default else settings.default_profile_id,
        }
    )
    return DeletedProfile(settings.profiles[index], index, was_default), after


def restored(settings: Settings, deleted: DeletedProfile) -> Settings:
    """With a deleted profile back at its place, and default again if it was."""
    if settings.profile(deleted.profile.id) is not None:
        return settings
    profiles = list(settings.profiles)
    profiles.insert(deleted.index, deleted.profile)
    update: dict[str, object] = {"profiles": tuple(profiles)}
    if deleted.was_default:
        update["default_profile_id"] = deleted.profile.id
    return settings.model_copy(update=update)


def merged(settings: Settings, imported: Settings) -> Settings:
    """Imported settings over the present ones: no present profile is lost."""
    theirs = {p.id for p in imported.profiles}
    kept = tuple(p for p in settings.profiles if p.id not in theirs)
    return imported.model_copy(update={"profiles": (*kept, *imported.profiles)})


def _index(settings: Settings, profile_id: str) -> int:
    return next(i for i, p in enumerate(settings.profiles) if p.id == profile_id)
