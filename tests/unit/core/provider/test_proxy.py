import pytest

from desktop_app.core.domain.address import parse_address
from desktop_app.core.domain.errors import ConnectionFailed
from desktop_app.core.provider.proxy import choose_proxy

FAR = parse_address("https://api.example.com/v1")
NEAR = parse_address("http://127.0.0.1:11434/v1")


def test_none_without_any():
    assert choose_proxy("", FAR) is None


def test_the_environment_is_used_and_named(monkeypatch):
    monkeypatch.setenv("HTTPS_PROXY", "http://me:secret@proxy:3128")

    proxy = choose_proxy("", FAR)

    assert (proxy.url, proxy.source) == ("http://me:secret@proxy:3128", "HTTPS_PROXY")
    assert "secret" not in repr(proxy)


def test_lower_case_and_a_missing_scheme(monkeypatch):
    monkeypatch.setenv("http_proxy", "proxy:3128")

    proxy = choose_proxy("", parse_address("http://api.example.com"))

    assert (proxy.url, proxy.source) == ("http://proxy:3128", "http_proxy")


@pytest.mark.parametrize(
    "address", [NEAR, parse_address("http://[::1]:1"), parse_address("http://localhost:1")]
)
def test_loopback_is_direct_whatever_is_set(monkeypatch, address):
    monkeypatch.setenv("HTTP_PROXY", "http://proxy:1")
    monkeypatch.setenv("ALL_PROXY", "garbage://")

    assert choose_proxy("", address) is None
    assert choose_proxy("http://other:1", address) is None


@pytest.mark.parametrize(
    "exempt", ["api.example.com", ".example.com", "*", "a,example.com", "api.example.com:443"]
)
def test_exempt_hosts_are_direct(monkeypatch, exempt):
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy:1")
    monkeypatch.setenv("NO_PROXY", exempt)

    assert choose_proxy("", FAR) is None


@pytest.mark.parametrize(
    ("exempt", "direct"), [("10.0.0.0/8", True), ("10.1.0.0/16", False), ("10.0.0.0/x", False)]
)
def test_exempt_networks(monkeypatch, exempt, direct):
    monkeypatch.setenv("HTTP_PROXY", "http://proxy:1")
    monkeypatch.setenv("NO_PROXY", exempt)

    assert (choose_proxy("", parse_address("http://10.2.3.4:80")) is None) is direct


@pytest.mark.parametrize(
    "value", ["garbage://x", "http://", "http://[::1", "http://h:x", "http://h:0", "http://hö", "socks9://h"]
)
def test_a_bad_variable_is_named_and_never_crashes(monkeypatch, value):
    monkeypatch.setenv("ALL_PROXY", value)

    with pytest.raises(ConnectionFailed, match="ALL_PROXY"):
        choose_proxy("", FAR)


def test_a_socks_proxy_is_used_or_refused_by_name(monkeypatch):
    monkeypatch.setenv("ALL_PROXY", "socks://127.0.0.1:1080")
    monkeypatch.setattr("desktop_app.core.provider.proxy._has_socks", lambda: True)
    assert choose_proxy("", FAR).url == "socks5://127.0.0.1:1080"

    monkeypatch.setattr("desktop_app.core.provider.proxy._has_socks", lambda: False)
    with pytest.raises(ConnectionFailed, match="ALL_PROXY"):
        choose_proxy("", FAR)


def test_the_profile_wins(monkeypatch):
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy:1")

    assert choose_proxy("none", FAR) is None
    assert choose_proxy(" http://mine:2 ", FAR).source == "this profile"
    with pytest.raises(ConnectionFailed, match="this profile"):
        choose_proxy("ftp://mine", FAR)
