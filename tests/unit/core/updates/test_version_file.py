"""Reading the version file from real and from odd servers."""

from __future__ import annotations

import asyncio
import json

import pytest

from desktop_app.core.domain.errors import ConnectionFailed
from desktop_app.core.updates.version_file import VersionFile


@pytest.fixture
def build_facts(tmp_path):
    def write(address):
        path = tmp_path / "build.json"
        path.write_text(json.dumps({"version": "1.0", "update_address": address}))
        return path

    return write


async def served(answer, build_facts, *, limit=5.0, hold=False):
    """What ``VersionFile`` makes of a server's raw answer, and the request it got."""
    requests = []

    async def handle(reader, writer):
        requests.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(answer)
        await writer.drain()
        if hold:
            await reader.read()
        writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        version = await VersionFile(build_facts(f"http://127.0.0.1:{port}/v.txt"), limit=limit).newest()
    finally:
        server.close()
    return version, requests


async def test_the_first_number_of_the_file_is_the_version(build_facts):
    version, requests = await served(b"HTTP/1.0 200 OK\r\n\r\n1.4.2\n", build_facts)

    assert version == "1.4.2"
    assert requests[0].startswith(b"GET /v.txt HTTP/1.0\r\n")
    assert b"1.0\r\n" not in requests[0].partition(b"\r\n")[2]  # the running version is not told


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"HTTP/1.0 404 Not Found\r\n\r\n1.4.2",
        b"HTTP/1.0 302 Found\r\nLocation: http://elsewhere/\r\n\r\n9.9",
        b"HTTP/1.0 200 OK\r\n\r\n<html>login</html>",
        b"HTTP/1.0 200 OK\r\n\r\n" + b"x" * 100_000 + b"9.9",
        b"\xff\xfe\x00",
    ],
)
async def test_anything_else_is_no_version(answer, build_facts):
    with pytest.raises(ConnectionFailed):
        await served(answer, build_facts)


async def test_a_server_that_never_ends_is_left_after_the_limit(build_facts):
    with pytest.raises(ConnectionFailed):
        await served(b"HTTP/1.0 200 OK\r\n", build_facts, limit=0.1, hold=True)


@pytest.mark.parametrize(
    "address", ["http://example.invalid/v", "ftp://127.0.0.1/v", "file:///etc/hostname", "nonsense"]
)
async def test_only_https_is_asked_beyond_this_machine(address, build_facts):
    with pytest.raises(ConnectionFailed):
        await VersionFile(build_facts(address)).newest()


def test_without_build_facts_no_address_is_known(tmp_path):
    damaged = tmp_path / "damaged.json"
    damaged.write_text("[")
    other = tmp_path / "other.json"
    other.write_text("[]")

    assert [VersionFile(path).known for path in (tmp_path / "none.json", damaged, other)] == [False] * 3


def test_an_address_set_at_build_time_is_known(build_facts):
    assert VersionFile(build_facts("https://example.invalid/v")).known
    assert not VersionFile(build_facts("")).known
