import itertools
import socket
import ssl

import pytest

from desktop_app.core.domain.errors import (
    Action,
    AuthenticationFailed,
    CertificateNotTrusted,
    ConnectionFailed,
    NotFound,
    RateLimited,
    ServerFailed,
)
from desktop_app.core.provider import wording
from desktop_app.core.provider.errors import (
    Call,
    refusal,
    refused_parameter,
    reported_error,
    retry_after,
    translate,
)

CALL = Call("https://h.example/v1/chat/completions", key="sk-abcdefgh12345678", now=1_000_000_000.0)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "2"}, 2.0),
        ({"retry-after": " 2.5 "}, 2.5),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after": "Sun, 09 Sep 2001 01:48:40 GMT"}, 120.0),
        ({"retry-after": "Wed, 21 Oct 1999 07:28:00 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": ""}, None),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "Mon, 99 Foo 99999 99:99:99"}, None),
        ({"retry-after": "9" * 400}, None),
    ],
)
def test_retry_after(headers, seconds):
    assert retry_after(headers, CALL.now) == seconds


def chained(*links):
    """An exception whose causes are the others in order."""
    for outer, inner in itertools.pairwise(links):
        outer.__cause__ = inner
    return links[0]


class ConnectError(Exception):
    pass


class ConnectTimeout(Exception):
    pass


class LocalProtocolError(Exception):
    pass


def certificate(code):
    error = ssl.SSLCertVerificationError("verify failed")
    error.verify_code = code
    error.verify_message = "x"
    return error


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (chained(ConnectError("x"), certificate(10)), CertificateNotTrusted, "expired"),
        (chained(ConnectError("x"), certificate(62)), CertificateNotTrusted, "another host"),
        (chained(ConnectError("x"), certificate(18)), CertificateNotTrusted, "self-signed"),
        (chained(ConnectError("x"), certificate(99)), CertificateNotTrusted, "could not be checked"),
        (chained(ConnectError("x"), ssl.SSLError(1, "WRONG_VERSION")), ConnectionFailed, "http://"),
        (chained(ConnectError("x"), socket.gaierror(-2, "x")), ConnectionFailed, "h.example was not found"),
        (chained(ConnectError("x"), ConnectionRefusedError()), ConnectionFailed, "Nothing answers"),
        (chained(ConnectError("x"), OSError(101, "x")), ConnectionFailed, "no network path"),
        (ExceptionGroup("g", [OSError(113, "x")]), ConnectionFailed, "no network path"),
        (ConnectionResetError(), ConnectionFailed, "broke the connection"),
        (ConnectTimeout("x"), ConnectionFailed, "within 10 seconds"),
        (
            LocalProtocolError("Illegal header value b'Bearer sk-abcdefgh12345678 '"),
            ConnectionFailed,
            "header",
        ),
        (RuntimeError("sk-abcdefgh12345678"), ConnectionFailed, "before an answer"),
    ],
)
def test_exceptions_become_plain_words(error, kind, words):
    ours = translate(error, CALL)

    assert type(ours) is kind
    assert words in ours.message
    assert "sk-" not in str(ours)


def test_a_proxy_is_named():
    call = Call("https://h/v1", proxy="HTTPS_PROXY")

    assert "HTTPS_PROXY" in translate(ConnectError("x"), call).message


def test_a_cycle_in_the_chain_ends():
    first, second = ConnectError("a"), ConnectError("b")
    first.__cause__, second.__cause__ = second, first

    assert translate(first, CALL).message


def test_an_error_of_ours_passes_through():
    ours = ServerFailed("x")

    assert translate(ours, CALL) is ours


@pytest.mark.parametrize(
    ("payload", "text", "name"),
    [
        ({"error": {"param": "temperature"}}, "no", "temperature"),
        ({"error": {"param": "stream_options.include_usage"}}, "no", "stream_options"),
        ({"error": {"param": None}}, "Unknown field 'top_k'", "top_k"),
        ({"error": "x"}, "max_completion_tokens is unknown", ""),
        ({"detail": [{"loc": ["body", "top_k"]}]}, "", "top_k"),
        ({"detail": "x"}, "temperatures are high", ""),
        (None, "max_tokens is not supported, use max_completion_tokens", "max_tokens"),
        ([], "role 'developer' is unknown", "system_role"),
        ({"error": {"param": ["x"]}}, "", ""),
    ],
)
def test_refused_parameter(payload, text, name):
    sent = frozenset({"temperature", "stream_options", "top_k", "max_tokens", "system_role"})

    assert refused_parameter(payload, text, sent) == name


def test_refusal_of_a_missing_key_says_so():
    error = refusal(401, {}, None, "", Call("https://h/v1"))

    assert isinstance(error, AuthenticationFailed)
    assert "none is set" in error.message


def test_redirect_names_the_target_but_no_key():
    error = refusal(302, {"location": "https://evil.example/?k=sk-abcdefgh12345678"}, None, "", CALL)

    assert isinstance(error, NotFound)
    assert "evil.example" in error.message
    assert "sk-abc" not in error.message


@pytest.mark.parametrize(
    "payload",
    [
        {"choices": [{"delta": {"content": "x"}}]},
        {"choices": [], "usage": {}},
        {"choices": [], "error": None},
        {"object": "list", "data": []},
        {},
        {"id": "x", "usage": {"prompt_tokens": 1}},
    ],
)
def test_ordinary_events_report_no_error(payload):
    assert reported_error(payload, is_error_event=False) is None


def test_gemini_rate_limit_is_not_taken_for_an_empty_account():
    said = "You exceeded your current quota, please check your plan and billing"
    payload = {"error": {"code": 429, "message": said, "status": "RESOURCE_EXHAUSTED"}}

    assert type(refusal(429, {}, payload, "", CALL)) is RateLimited


def test_errors_of_the_way_there_open_the_profile():
    assert translate(chained(ConnectError(), ssl.SSLError(1, "x")), CALL).action is Action.OPEN_PROFILE


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("plain", "plain"),
        ("<html><head><title>502 &amp; more</title></head><h1>x</h1></html>", "502 & more"),
        ("<!doctype html><script>alert(1)</script><p>Hello <b>you</b></p>", "Hello you"),
        ("use the <think> tag", "use the <think> tag"),
        ("a\x00b\x1b[31mc\u202ed\n\te", "a b [31mc d e"),
        ("key sk-abcdefgh12345678 refused", "key [key] refused"),
        ("Bearer abcdefghijkl", "Bearer [key]"),
        ("x\ud83d", "x?"),
        ("", ""),
    ],
)
def test_plain_words(text, words):
    assert wording.plain_words(text, key="sk-abcdefgh12345678") == words


def test_long_words_are_cut():
    assert len(wording.plain_words("x" * 100_000)) == wording.MAX_WORDS


@pytest.mark.parametrize(
    ("payload", "message"),
    [
        ({"error": {"message": "a"}}, "a"),
        ({"error": "a"}, "a"),
        ({"detail": [{"msg": "a"}, {"msg": "b"}]}, "a; b"),
        ({"error": {"message": '{"error":{"message":"inner"}}'}}, "inner"),
        ({"error": {"message": "{not json"}}, "{not json"),
        ({"error": {"code": 5}}, ""),
        ([], ""),
        (5, ""),
    ],
)
def test_message_in(payload, message):
    assert wording.message_in(payload) == message
