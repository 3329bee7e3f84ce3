"""Where a request goes, and with what headers."""

from __future__ import annotations

import pytest

from desktop_app.core.domain.errors import AuthenticationFailed, NotFound, RequestRefused
from desktop_app.core.domain.settings import LOCAL_PROFILE_ID, ProfileSettings
from desktop_app.core.provider.target import checked_key, final_url, request_headers, target_for


def profile(**changes):
    return ProfileSettings(id="p", base_url="https://one.example/v1", **changes)


@pytest.mark.parametrize(("stored", "sent"), [(None, ""), ("", ""), ("sk-1", "sk-1"), (" sk-1\n", "sk-1")])
def test_a_key_goes_out_without_what_stands_around_it(stored, sent):
    assert checked_key(stored) == sent


@pytest.mark.parametrize("stored", ["sk 1", "sk-１", "sk-\u200b1", "sk-1\r\nX: y"])
def test_a_key_no_header_may_hold_is_refused_without_being_shown(stored):
    with pytest.raises(AuthenticationFailed, match="at position") as caught:
        checked_key(stored)

    assert stored not in str(caught.value)


def test_extra_headers_win_whatever_their_case():
    headers = request_headers(profile(extra_headers={"authorization": "Token t", "X-Title": " a "}), "sk-1")

    assert headers["authorization"] == "Token t"
    assert "Authorization" not in headers
    assert headers["X-Title"] == "a"


@pytest.mark.parametrize("extra", [{"X Y": "a"}, {"X": "a\r\nB: c"}, {"X": "ü"}, {"": "a"}])
def test_an_extra_header_that_cannot_be_written_is_refused(extra):
    with pytest.raises(RequestRefused):
        request_headers(profile(extra_headers=extra), "")


def test_the_final_address_is_told_as_far_as_it_is_one():
    assert final_url(profile()) == "https://one.example/v1/chat/completions"
    assert final_url(ProfileSettings(id="p", base_url="no address")) == "no address"
    assert final_url(ProfileSettings(id=LOCAL_PROFILE_ID, preset="built-in")) == ""
    with pytest.raises(NotFound):
        target_for(profile(), "no address", "m", "")


def test_a_target_does_not_show_its_key():
    assert "sk-1" not in repr(target_for(profile(), profile().base_url, "m", "sk-1"))
