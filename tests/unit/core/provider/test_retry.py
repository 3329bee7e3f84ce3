import pytest

from desktop_app.core.domain.errors import (
    Action,
    AuthenticationFailed,
    CertificateNotTrusted,
    ConnectionFailed,
    ContextTooLong,
    EmptyReply,
    LocalEngineError,
    PaymentRequired,
    RateLimited,
    RequestRefused,
    ServerFailed,
    StreamInterrupted,
    TimedOut,
)
from desktop_app.core.provider.retry import Attempts, in_words, is_transient


@pytest.mark.parametrize(
    "error",
    [
        ConnectionFailed("x"),
        ServerFailed("x", status=503),
        RateLimited("x", status=429),
        RateLimited("x"),
        RequestRefused("x", status=409),
        TimedOut("x", status=408),
        StreamInterrupted("x"),
    ],
)
def test_transient(error):
    assert is_transient(error)


@pytest.mark.parametrize(
    "error",
    [
        ConnectionFailed("x", action=Action.OPEN_PROFILE),
        ServerFailed("x"),
        AuthenticationFailed("x", status=401),
        PaymentRequired("x", status=429),
        ContextTooLong("x", status=500),
        RequestRefused("x", status=400),
        CertificateNotTrusted("x"),
        LocalEngineError("x"),
        EmptyReply("x"),
        TimedOut("x"),
    ],
)
def test_not_transient(error):
    assert not is_transient(error)


def test_waits_double_and_end():
    attempts = Attempts(frozenset())
    error = ServerFailed("x", status=500)

    assert [attempts.wait_after(error, 3) for _ in range(3)] == [1.0, 2.0, 4.0]
    assert attempts.number == 4
    with pytest.raises(ServerFailed):
        attempts.wait_after(error, 3)


def test_no_second_attempt_after_output():
    attempts = Attempts(frozenset(), has_output=True)

    with pytest.raises(ConnectionFailed):
        attempts.wait_after(ConnectionFailed("x"), 3)


def test_the_server_names_the_wait():
    assert Attempts(frozenset()).wait_after(RateLimited("x", status=429, retry_after=60), 2) == 60


def test_a_long_wait_is_told_instead():
    with pytest.raises(RateLimited, match="2 hours"):
        Attempts(frozenset()).wait_after(RateLimited("x", status=429, retry_after=3601), 2)


def test_no_more_than_four_parameters_are_dropped():
    attempts = Attempts(frozenset({"a"}))
    errors = []
    for name in "abcdef":
        error = RequestRefused("x", status=400)
        error.parameter = name
        errors.append(error)

    assert [attempts.drop(error) for error in errors] == [False, True, True, True, True, False]
    assert not attempts.drop(ServerFailed("x"))


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "1 second"),
        (1.2, "2 seconds"),
        (60, "1 minute"),
        (61, "2 minutes"),
        (3600, "1 hour"),
        (90_000, "2 days"),
    ],
)
def test_in_words(seconds, words):
    assert in_words(seconds) == words
