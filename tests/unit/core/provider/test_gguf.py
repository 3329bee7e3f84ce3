"""The head of a model file, and every way in which the file can be wrong."""

from __future__ import annotations

import contextlib
import struct

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_app.core.domain.errors import Action, LocalEngineError
from desktop_app.core.provider.gguf import read_head
from desktop_app.core.provider.local_engine import built_in_model_file, window_of


def text(value: str) -> bytes:
    data = value.encode()
    return struct.pack("<Q", len(data)) + data


def number(key: str, value: int) -> bytes:
    return text(key) + struct.pack("<II", 4, value)


def words(key: str, values: list[str]) -> bytes:
    return text(key) + struct.pack("<IIQ", 9, 8, len(values)) + b"".join(map(text, values))


def gguf(entries: list[bytes], *, tensor_values: int = 32, data: int = 128, version: int = 3) -> bytes:
    """A file with one 32-bit tensor and ``data`` bytes after the head."""
    head = b"GGUF" + struct.pack("<IQQ", version, 1, len(entries)) + b"".join(entries)
    head += text("weights") + struct.pack("<IQIQ", 1, tensor_values, 0, 0)
    return head + b"\0" * (-len(head) % 32) + b"\0" * data


LLAMA = [
    text("general.architecture") + struct.pack("<I", 8) + text("llama"),
    text("general.name") + struct.pack("<I", 8) + text("Tiny"),
    words("tokenizer.ggml.tokens", ["a", "b", "c"]),
    number("llama.context_length", 4096),
    number("llama.block_count", 2),
    number("llama.embedding_length", 64),
    number("llama.attention.head_count", 4),
    number("llama.attention.head_count_kv", 1),
]


@pytest.fixture
def model(tmp_path):
    return tmp_path / "model.gguf"


def test_the_head_tells_name_window_and_the_cost_of_a_token(model):
    model.write_bytes(gguf(LLAMA))

    head = read_head(model)

    assert (head.architecture, head.name, head.trained_window) == ("llama", "Tiny", 4096)
    assert head.cache_bytes_per_token == 2 * 2 * 1 * (16 + 16)


def test_the_bundled_model_was_trained_on_8192_tokens():
    head = read_head(built_in_model_file())

    assert head.trained_window == 8192
    assert window_of(head) == 8192


def test_a_model_for_a_million_tokens_gets_a_window_that_fits_into_memory(model):
    long = [entry for entry in LLAMA if b"context_length" not in entry and b"block_count" not in entry]
    long += [number("llama.context_length", 1_000_000), number("llama.block_count", 4000)]
    model.write_bytes(gguf(long))

    window = window_of(read_head(model))

    assert 256 <= window <= 32_768
    assert window * read_head(model).cache_bytes_per_token <= 2 * 1024**3


@pytest.mark.parametrize(
    ("content", "words_of_the_message"),
    [
        (b"", "not a GGUF"),
        (b"GGU", "not a GGUF"),
        (b"PK\x03\x04 a zip", "not a GGUF"),
        (b"GGUF", "damaged or incomplete"),
        (b"GGUF" + struct.pack("<IQQ", 1, 0, 0), "unknown version"),
        (b"GGUF" + struct.pack("<IQQ", 3, 2**60, 0), "out of range"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("key") + struct.pack("<I", 77), "unknown value type"),
        (gguf(LLAMA)[:200], "ends too early"),
        (gguf(LLAMA, data=100), "28 bytes are missing"),
    ],
)
def test_a_file_that_is_no_whole_model_is_named_with_the_reason(model, content, words_of_the_message):
    model.write_bytes(content)

    with pytest.raises(LocalEngineError) as caught:
        read_head(model)

    assert words_of_the_message in caught.value.message
    assert str(model) in caught.value.message
    assert caught.value.action is Action.CHOOSE_MODEL_FILE


def test_a_missing_file_and_a_folder_are_told_apart(tmp_path):
    with pytest.raises(LocalEngineError, match="does not exist"):
        read_head(tmp_path / "gone.gguf")
    with pytest.raises(LocalEngineError, match="not a file"):
        read_head(tmp_path)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cut=st.integers(0, 700), noise=st.binary(max_size=24), at=st.integers(4, 400))
def test_damage_of_any_kind_never_raises_anything_but_our_error(model, cut, noise, at):
    whole = gguf(LLAMA)
    damaged = (whole[:at] + noise + whole[at + len(noise) :])[: len(whole) - cut]
    model.write_bytes(damaged)

    with contextlib.suppress(LocalEngineError):
        assert read_head(model).cache_bytes_per_token >= 0
