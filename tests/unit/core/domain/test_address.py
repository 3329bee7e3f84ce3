import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.domain.address import is_loopback_host, parse_address
from desktop_app.core.domain.errors import SettingsInvalid


@pytest.mark.parametrize(
    ("typed", "chat_url"),
    [
        ("https://h", "https://h/chat/completions"),
        ("https://h/", "https://h/chat/completions"),
        ("https://h/v1/", "https://h/v1/chat/completions"),
        ("https://h/v1/chat/completions", "https://h/v1/chat/completions"),
        ("https://h/v1/chat/completions/chat/completions", "https://h/v1/chat/completions"),
        ("https://h/v1/chat/completions/", "https://h/v1/chat/completions"),
        ("https://h/v1/models", "https://h/v1/chat/completions"),
        ("https://h/v1/completions", "https://h/v1/chat/completions"),
        (" https://h/v1 \n", "https://h/v1/chat/completions"),
        ("\ufeffhttps://h/v1\u200b", "https://h/v1/chat/completions"),
        ("h:8000/v1", "http://h:8000/v1/chat/completions"),
        ("localhost:1234/v1", "http://localhost:1234/v1/chat/completions"),
        ("192.168.1.5:8080", "http://192.168.1.5:8080/chat/completions"),
        ("[::1]:8080/v1", "http://[::1]:8080/v1/chat/completions"),
        ("api.example.com/v1", "https://api.example.com/v1/chat/completions"),
        ("https://h/v1?x=1", "https://h/v1/chat/completions?x=1"),
        ("https://h/v1/chat/completions?api-version=2", "https://h/v1/chat/completions?api-version=2"),
        ("http://[::1]:11434/v1", "http://[::1]:11434/v1/chat/completions"),
        ("https://h/api/paas/v4", "https://h/api/paas/v4/chat/completions"),
        ("HTTPS://H.Example/V1", "https://h.example/V1/chat/completions"),
        ("https://h//v1//", "https://h/v1/chat/completions"),
        ("https://h/v1#top", "https://h/v1/chat/completions"),
    ],
)
def test_final_address(typed, chat_url):
    assert parse_address(typed).chat_url == chat_url


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "  ",
        "ftp://h",
        "file:///etc/passwd",
        "https//h/v1",
        "https:/h",
        "http:",
        "https://",
        "https:///v1",
        "/v1",
        "https://h:0/v1",
        "https://h:99999",
        "https://h:x",
        "https://h:",
        "https://[::1/v1",
        "https://me:secret@h/v1",
        "https://sk-123@h/v1",
        "https://h h/v1",
        "https://h\n/v1",
        "https:\\\\h\\v1",
        "https://h/<b>",
        "https://.h",
        "https://a..b",
        "javascript://alert(1)",
    ],
)
def test_refused_with_a_reason(typed):
    with pytest.raises(SettingsInvalid) as caught:
        parse_address(typed)

    assert caught.value.field == "base_url"
    assert caught.value.message
    assert "secret" not in caught.value.message


def test_a_base_url_read_again_is_the_same():
    for typed in ("https://h/v1/chat/completions?x=1", "h:8000", " http://[::1]:1/a/b/ "):
        once = parse_address(typed)
        assert parse_address(once.base_url) == once


@given(st.text(max_size=60))
def test_any_text_is_an_address_or_refused(text):
    try:
        address = parse_address(text)
    except SettingsInvalid:
        return
    assert parse_address(address.base_url) == address
    assert address.chat_url.startswith(("http://", "https://"))


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST.", "a.localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]", "::ffff:127.0.0.1"],
)
def test_loopback(host):
    assert is_loopback_host(host)


@pytest.mark.parametrize("host", ["localhost.example.com", "10.0.0.1", "128.0.0.1", "::2", "example.com", ""])
def test_not_loopback(host):
    assert not is_loopback_host(host)


def test_origin_names_the_port():
    assert parse_address("https://h/v1").origin == "https://h:443"
    assert parse_address("http://[::1]:8/v1").origin == "http://[::1]:8"
    assert parse_address("https://h/v1").models_url == "https://h/v1/models"
