import asyncio
import subprocess
import sys

import pytest

from desktop_app.core.domain.address import parse_address
from desktop_app.core.domain.errors import CertificateNotTrusted
from desktop_app.core.provider import connection
from desktop_app.core.provider.connection import Connections, Route
from desktop_app.core.provider.proxy import Proxy
from desktop_app.core.provider.target import Target


def route(number=1, **options):
    return Route(parse_address(f"http://127.0.0.1:{number}/v1"), None, **options)


async def test_a_client_is_shared_by_route():
    connections = Connections()

    async with connections.lease(route()) as first, connections.lease(route()) as second:
        assert first is second
    async with connections.lease(route(2)) as other:
        assert other is not first

    assert len(connections) == 2
    await connections.aclose()
    assert len(connections) == 0


async def test_the_least_recently_used_idle_clients_are_closed(monkeypatch):
    monkeypatch.setattr(connection, "MAX_CLIENTS", 2)
    connections = Connections()

    async with connections.lease(route(1)) as busy:
        for number in (2, 3, 4):
            async with connections.lease(route(number)):
                pass
        assert not busy.is_closed()
        assert len(connections) == 2
    await connections.aclose()


async def test_a_client_built_while_closing_is_closed_too():
    connections = Connections()

    async with connections.lease(route()) as client:
        await connections.aclose()
        assert client.is_closed()
    async with connections.lease(route()) as late:
        pass

    assert late.is_closed()


async def test_clients_are_built_off_the_loop(monkeypatch):
    import threading

    threads = []
    build = connection._build

    def spy(wanted):
        threads.append(threading.current_thread())
        return build(wanted)

    monkeypatch.setattr(connection, "_build", spy)
    connections = Connections()
    async with connections.lease(route()):
        pass

    assert threads[0] is not threading.main_thread()
    await connections.aclose()


async def test_a_failed_build_is_tried_again():
    connections = Connections()
    secure = Route(parse_address("https://127.0.0.1:1"), None, "/nowhere.pem")

    for _ in range(2):
        with pytest.raises(CertificateNotTrusted):
            async with connections.lease(secure):
                pass
    assert len(connections) == 0


async def test_only_our_headers_are_sent(monkeypatch):
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-A: b")
    connections = Connections()
    async with connections.lease(route()) as client:
        names = {name.lower() for name in client.default_headers}
    await connections.aclose()

    assert names == {"accept", "accept-encoding", "content-type", "user-agent"}


@pytest.mark.parametrize(
    ("body", "encoding", "plain"),
    [
        (b"x", "", b"x"),
        (b"x", "Identity", b"x"),
        (b"x", "br", b""),
        (b"no gzip", "gzip", b""),
    ],
)
def test_unpacking_refusals(body, encoding, plain):
    assert connection._unpacked(body, encoding) == plain


def test_secrets_stay_out_of_reprs():
    address = parse_address("https://h/v1")
    target = Target(address, Route(address, Proxy("http://me:pass@p", "x")), "m", "sk-secret")

    assert "sk-secret" not in repr(target)
    assert "pass" not in repr(target)


def test_importing_the_adapter_imports_no_sdk():
    script = (
        "import sys, desktop_app.core.provider.openai_chat as _;"
        "print([n for n in ('openai', 'httpx2', 'pydantic', 'anyio', 'urllib.request') if n in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


async def test_two_first_requests_build_one_client():
    connections = Connections()

    async def use():
        async with connections.lease(route()) as client:
            return client

    first, second = await asyncio.gather(use(), use())

    assert first is second
    await connections.aclose()
