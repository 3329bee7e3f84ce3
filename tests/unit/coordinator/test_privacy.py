"""Who may see a conversation."""

from __future__ import annotations

import pytest

from desktop_app.coordinator.privacy import may_see, pair_key, receiver, task_profile
from desktop_app.core.domain.settings import LOCAL_PROFILE_ID, PrivacySettings, ProfileSettings, Settings

CHAT = ProfileSettings(id="chat", base_url="https://one.example/v1")
SAME = ProfileSettings(id="same", base_url="https://me@ONE.example/other/v1")
OTHER = ProfileSettings(id="other", base_url="https://two.example/v1")
LOOPBACK = ProfileSettings(id="loopback", base_url="http://127.0.0.1:11434/v1")
LOCAL = ProfileSettings(id=LOCAL_PROFILE_ID, preset="built-in")


def settings(**privacy):
    return Settings(profiles=(CHAT, SAME, OTHER, LOOPBACK, LOCAL), privacy=PrivacySettings(**privacy))


@pytest.mark.parametrize(
    ("profile", "where"),
    [(CHAT, "one.example"), (SAME, "one.example"), (LOOPBACK, "local"), (LOCAL, "local")],
)
def test_a_receiver_is_a_host_and_never_a_name_before_it(profile, where):
    assert receiver(profile) == where


def test_only_another_provider_needs_the_users_word():
    ask = settings()

    assert [may_see(ask, CHAT, p) for p in (SAME, LOOPBACK, LOCAL, OTHER)] == [True, True, True, False]
    assert may_see(settings(allowed_pairs=(pair_key(CHAT, OTHER),)), CHAT, OTHER)
    assert not may_see(settings(allowed_pairs=(pair_key(OTHER, CHAT),)), CHAT, OTHER)
    assert may_see(settings(confirm_other_provider=False), CHAT, OTHER)


@pytest.mark.parametrize(
    ("wanted", "asked"), [(None, "chat"), ("gone", "chat"), ("other", "chat"), ("same", "same")]
)
def test_a_side_task_falls_back_to_the_chats_own_profile(wanted, asked):
    assert task_profile(settings(), CHAT, wanted).id == asked
