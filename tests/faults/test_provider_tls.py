"""TLS is always checked; a private authority is one choice away; messages say what is wrong."""

from __future__ import annotations

import time

import pytest

from desktop_app.core.domain.errors import CertificateNotTrusted, ConnectionFailed
from desktop_app.core.domain.request import ChatMessage, ChatRequest, ReplyFinished
from desktop_app.core.domain.settings import ProfileSettings
from desktop_app.core.provider import retry
from desktop_app.core.provider.openai_chat import OpenAIChatProvider
from tests.faults.authority import Authority
from tests.faults.hostile_server import HostileServer
from tests.faults.scripts import OK


class _Clock:
    now = staticmethod(time.time)
    monotonic = staticmethod(time.monotonic)


async def _key(_profile_id, _refresh):
    return "sk-secret"


@pytest.fixture
def authority(tmp_path):
    folder = tmp_path / "authority"
    folder.mkdir()
    return Authority(folder)


@pytest.fixture
def provider(monkeypatch):
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.01)
    return OpenAIChatProvider(key_for=_key, local_engine=None, clock=_Clock())


def profile(server, **changes):
    base = ProfileSettings(id="p", base_url=server.base_url, model="m", max_retries=1)
    return base.model_copy(update=changes)


async def say(provider, server, **changes):
    request = ChatRequest(profile(server, **changes), (ChatMessage("user", "hi"),))
    return [item async for item in provider.stream(request)]


async def test_an_unknown_authority_is_refused_and_no_key_leaves(provider, authority):
    async with HostileServer(tls=authority.server_context("127.0.0.1")) as server:
        server.play(OK)

        with pytest.raises(CertificateNotTrusted, match="authority") as caught:
            await say(provider, server)
        outcome = await provider.test(profile(server))

        await provider.aclose()
    assert "CA file" in caught.value.message
    assert not outcome.ok
    assert "Certificate not trusted" in outcome.message
    assert not server.received


async def test_the_profiles_ca_file_makes_it_trusted(provider, authority):
    async with HostileServer(tls=authority.server_context("127.0.0.1")) as server:
        server.play(OK)

        items = await say(provider, server, ca_file=f" {authority.ca_file} ")

        await provider.aclose()
    assert isinstance(items[-1], ReplyFinished)


async def test_the_systems_variable_makes_it_trusted(provider, authority, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.ca_file))
    async with HostileServer(tls=authority.server_context("127.0.0.1")) as server:
        server.play(OK)

        items = await say(provider, server)

        await provider.aclose()
    assert isinstance(items[-1], ReplyFinished)


@pytest.mark.parametrize(
    ("server_names", "options", "words"),
    [
        (("127.0.0.1",), {"since": -9, "until": -2}, "expired"),
        (("127.0.0.1",), {"since": 2, "until": 9}, "not valid yet"),
        (("other.example",), {}, "another"),
        (("127.0.0.1",), {"self_signed": True}, "self-signed"),
    ],
)
async def test_bad_certificates_are_told_apart(provider, authority, server_names, options, words):
    async with HostileServer(tls=authority.server_context(*server_names, **options)) as server:
        server.play(OK)

        with pytest.raises(CertificateNotTrusted, match=words):
            await say(provider, server, ca_file=str(authority.ca_file))

        await provider.aclose()
    assert not server.received


@pytest.mark.parametrize("content", [None, b"", b"no certificate", b"\x00" * 100])
async def test_a_ca_file_that_cannot_be_read_is_named(provider, tmp_path, content):
    file = tmp_path / "mine.pem"
    if content is not None:
        file.write_bytes(content)
    async with HostileServer() as server:
        changed = server.base_url.replace("http://", "https://")

        with pytest.raises(CertificateNotTrusted, match=r"mine\.pem"):
            await say(provider, server, base_url=changed, ca_file=str(file))

        await provider.aclose()


async def test_a_missing_file_of_the_variable_is_named(provider, authority, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", "/nowhere/ca.pem")
    async with HostileServer(tls=authority.server_context("127.0.0.1")) as server:
        with pytest.raises(CertificateNotTrusted, match="SSL_CERT_FILE"):
            await say(provider, server)

        await provider.aclose()


async def test_tls_where_there_is_none(provider):
    async with HostileServer() as server:
        server.play(OK)
        changed = server.base_url.replace("http://", "https://")

        with pytest.raises(ConnectionFailed, match="http://"):
            await say(provider, server, base_url=changed, connect_timeout=1.0)

        await provider.aclose()


async def test_no_tls_where_there_is_some(provider, authority):
    async with HostileServer(tls=authority.server_context("127.0.0.1")) as server:
        server.play(OK)
        changed = server.base_url.replace("https://", "http://")

        with pytest.raises(ConnectionFailed):
            await say(provider, server, base_url=changed)

        await provider.aclose()
    assert not server.received
