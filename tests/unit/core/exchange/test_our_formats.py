"""Our JSON and the hand-off pack: nothing is lost on the way out and in; hostile files are refused."""

from __future__ import annotations

import dataclasses
import hashlib
import io
import json
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.domain.conversation import (
    Attachment,
    Conversation,
    Fact,
    Message,
    MessageState,
    Role,
    TitleSource,
    Usage,
)
from desktop_app.core.domain.errors import ExchangeError
from desktop_app.core.domain.summary import Summary, SummaryState
from desktop_app.core.exchange import archive, pack
from desktop_app.core.exchange.imported import ImportedConversation, adopt, without_deleted
from desktop_app.core.exchange.importing import import_conversations
from desktop_app.core.exchange.pack import read_pack, write_pack
from desktop_app.core.exchange.tree_json import read_tree, write_tree
from tests.builders import Ids, conversation, pairs

PICTURE = b"\x89PNG not really"
DIGEST = hashlib.sha256(PICTURE).hexdigest()


def sample():
    first, second, *rest = pairs(3)
    return ImportedConversation(
        conversation=conversation(
            active_leaf_id="a3",
            system_prompt="Be kind. {}",
            persona_ids=("x", "y"),
            title_source=TitleSource.USER,
            profile_id="p",
            origin_id="o",
            pinned=True,
            background="before",
        ),
        messages=(
            dataclasses.replace(
                first, attachments=(Attachment(DIGEST, "图.png", "image/png", len(PICTURE)),)
            ),
            dataclasses.replace(
                second,
                reasoning="why\ud83d",
                usage=Usage(9, 8, 7),
                state=MessageState.INTERRUPTED,
                error="cut off",
                error_action="retry",
                speaker="Ann",
                model="m",
                finish_reason="length",
                duration_seconds=2.5,
            ),
            *rest,
        ),
        summaries=(
            Summary("s1", "c", "a1", "one", 1.0, "h", model_text="one", usage=Usage(1, 2)),
            Summary("s2", "c", "a2", "two", 2.0, "h", previous_id="s1", version_of="s1"),
        ),
        facts=(Fact("f", "kept 🔥", 1.0, "c", position=2, source_message_id="u1"),),
        files={DIGEST: PICTURE},
    )


def test_json_comes_back_as_it_was():
    imported = dataclasses.replace(sample(), files={})
    assert read_tree(write_tree(imported)) == imported


def test_a_pack_comes_back_as_it_was_and_is_the_same_each_time():
    assert read_pack(write_pack(sample())) == sample()
    assert write_pack(sample()) == write_pack(sample())


texts = st.text(max_size=30)


@st.composite
def trees(draw):
    count = draw(st.integers(0, 8))
    messages = []
    for i in range(count):
        parent = draw(st.sampled_from([None, *(m.id for m in messages)]))
        messages.append(
            Message(
                id=f"m{i}",
                conversation_id="c",
                parent_id=parent,
                role=draw(st.sampled_from(Role)),
                text=draw(texts),
                created_at=draw(st.floats(0, 4e9)),
                state=draw(st.sampled_from(MessageState)),
                reasoning=draw(texts),
                usage=draw(st.none() | st.builds(Usage, st.integers(0, 2**40), st.integers(0, 9), st.none())),
                finish_reason=draw(st.none() | texts),
                deleted=draw(st.booleans()),
                pinned=draw(st.booleans()),
            )
        )
    ids = [m.id for m in messages]
    summaries = [
        Summary(f"s{i}", "c", draw(st.sampled_from(ids)), draw(texts), 1.0, draw(texts))
        for i in range(draw(st.integers(0, 2)) if ids else 0)
    ]
    leaf = draw(st.sampled_from([None, *ids]))
    head = Conversation("c", draw(texts), 1.0, draw(st.floats(0, 4e9)), active_leaf_id=leaf)
    return ImportedConversation(head, tuple(messages), tuple(summaries))


@settings(deadline=None)
@given(trees())
def test_every_tree_comes_back_as_it_was(imported):
    assert read_tree(write_tree(imported, include_deleted=True)) == imported
    assert read_pack(write_pack(imported, include_deleted=True)) == imported
    assert read_tree(write_tree(imported)) == without_deleted(imported)


def test_deleted_messages_and_their_summaries_stay_at_home():
    imported = sample()
    gone = tuple(
        dataclasses.replace(m, deleted=True, text="my PIN is 0000") if m.id in ("a1", "a3") else m
        for m in imported.messages
    )
    imported = dataclasses.replace(imported, messages=gone)

    for data in (write_tree(imported), *entries(write_pack(imported)).values()):
        assert b"0000" not in data
    back = read_pack(write_pack(imported))
    assert [(m.id, m.parent_id) for m in back.messages] == [
        ("u1", None),
        ("u2", "u1"),
        ("a2", "u2"),
        ("u3", "a2"),
    ]
    assert [(s.id, s.previous_id) for s in back.summaries] == [("s2", None)]
    assert back.conversation.active_leaf_id == "u3"


def test_a_pack_takes_only_summaries_in_force():
    imported = sample()
    undone = dataclasses.replace(imported.summaries[0], state=SummaryState.UNDONE)
    imported = dataclasses.replace(imported, summaries=(undone,))
    assert read_pack(write_pack(imported)).summaries == ()
    assert read_tree(write_tree(imported)).summaries == (undone,)


def test_unknown_fields_survive():
    value = json.loads(write_tree(sample()))
    value["later"] = {"x": 1}
    value["conversation"]["colour"] = "red"
    value["messages"][1]["votes"] = [1, None]

    read = read_tree(json.dumps(value).encode())

    assert json.loads(write_tree(read)) == value
    content = entries(write_pack(sample()))
    manifest = {**json.loads(content["manifest.json"]), "author": "Ann"}
    renewed = zipped({**content, "manifest.json": json.dumps(manifest).encode()})
    assert json.loads(entries(write_pack(read_pack(renewed)))["manifest.json"])["author"] == "Ann"


def test_a_reply_that_was_still_growing_when_exported_is_interrupted():
    whole = sample()
    growing = dataclasses.replace(whole.messages[-1], state=MessageState.STREAMING)
    imported = dataclasses.replace(whole, messages=(*whole.messages[:-1], growing))

    states = [message.state for message in adopt(imported, new_id=Ids()).messages]

    assert states[1] is MessageState.INTERRUPTED
    assert states[-1] is MessageState.INTERRUPTED
    assert set(states[2:-1]) == {MessageState.COMPLETE}


def test_adopting_gives_new_ids_everywhere_and_drops_what_is_unknown_here():
    (adopted,) = import_conversations(write_pack(sample()), "x.throughline", new_id=Ids("n"), now=0.0)
    source = sample()

    head = adopted.conversation
    assert {m.conversation_id for m in adopted.messages} == {head.id}
    assert not {m.id for m in adopted.messages} & {m.id for m in source.messages}
    assert [m.text for m in adopted.messages] == [m.text for m in source.messages]
    assert adopted.messages[1].parent_id == adopted.messages[0].id
    assert head.active_leaf_id == adopted.messages[-1].id
    assert (head.profile_id, head.persona_ids, head.origin_id) == (None, (), None)
    first, second = adopted.summaries
    assert (first.boundary_id, second.previous_id) == (adopted.messages[1].id, first.id)
    assert adopted.facts[0].source_message_id == adopted.messages[0].id
    assert adopted.files == {DIGEST: PICTURE}

    known = adopt(source, new_id=Ids(), profiles=["p"], personas=["y"])
    assert (known.conversation.profile_id, known.conversation.persona_ids) == ("p", ("y",))


def entries(data):
    with zipfile.ZipFile(io.BytesIO(data)) as zip_file:
        return {name: zip_file.read(name) for name in zip_file.namelist()}


def zipped(content, method=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as zip_file:
        for name, data in content.items():
            zip_file.writestr(name, data)
    return buffer.getvalue()


def changed(path, value):
    """The sample's JSON with one field set to something else."""
    root = json.loads(write_tree(sample()))
    at = root
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return json.dumps(root).encode()


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (["format"], "other", "not a conversation of Throughline"),
        (["version"], 99, "newer"),
        (["version"], -1, "version"),
        (["messages"], {}, "messages: is not a list"),
        (["messages", 2], 7, r"messages\[2\]: is not an object"),
        (["messages", 2, "role"], "tool", r"messages\[2\].role: is none of system, user, assistant"),
        (["messages", 2, "text"], None, r"messages\[2\].text"),
        (["messages", 2, "text"], 5, r"messages\[2\].text: is not a text"),
        (["messages", 2, "created_at"], True, "created_at: is not a number"),
        (["messages", 2, "created_at"], float("inf"), "finite"),
        (["messages", 2, "created_at"], 10**400, "too large"),
        (["messages", 2, "parent_id"], "nowhere", "not there"),
        (["messages", 0, "parent_id"], "a3", "follows itself"),
        (["messages", 2, "id"], "u1", "twice"),
        (["messages", 2, "id"], "", "is not an id"),
        (["messages", 2, "conversation_id"], "other", "another conversation"),
        (["messages", 2, "pinned"], "yes", "true or false"),
        (["messages", 1, "usage", "prompt_tokens"], 1.5, "whole number"),
        (["messages", 0, "attachments", 0, "digest"], "../../etc/passwd", "SHA-256"),
        (["conversation"], None, "conversation: is not an object"),
        (["conversation", "active_leaf_id"], "nowhere", "active_leaf_id"),
        (["summaries", 0, "boundary_id"], "nowhere", "not there"),
        (["summaries", 1, "id"], "s1", "twice"),
        (["facts", 0, "position"], -3, "position"),
    ],
)
def test_a_wrong_field_is_named(path, value, words):
    with pytest.raises(ExchangeError, match=words):
        read_tree(changed(path, value), "chat.json")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not JSON"),
        (b"{", "line 1, column 2"),
        (b'{"a": \xff}', "UTF-8"),
        (b"[" * 200_000, "nested|not JSON"),
        (b'{"version": ' + b"1" * 5000 + b"}", "too long"),
        (b"null", "is not an object"),
    ],
)
def test_what_is_not_json_is_refused_with_its_place(data, words):
    with pytest.raises(ExchangeError, match=f"chat.json.*({words})"):
        read_tree(data, "chat.json")


def with_entry(name, data):
    return zipped({**entries(write_pack(sample())), name: data})


def encrypted():
    data = bytearray(write_pack(sample()))
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PK\x03\x04 and nothing more", "ZIP"),
        (write_pack(sample())[:-200], "ZIP"),
        (zipped({"other": b""}), "manifest.json: is missing"),
        (zipped({"manifest.json": b"{}"}), "not the manifest"),
        (with_entry("manifest.json", b'{"format": "throughline-pack", "version": 2}'), "newer"),
        (
            zipped({"manifest.json": b'{"format": "throughline-pack", "version": 1}'}),
            "conversation.json: is missing",
        ),
        (with_entry("conversation.json", b"[]"), "conversation.json"),
        (with_entry(f"files/{DIGEST}", b"other"), "does not hold what its name says"),
        (zipped(entries(write_pack(sample())), zipfile.ZIP_LZMA), "packed in a way"),
        (encrypted(), "encrypted"),
    ],
)
def test_a_broken_or_foreign_pack_is_refused(data, words):
    with pytest.raises(ExchangeError, match=words):
        read_pack(data, "x.throughline")


def test_names_in_a_pack_never_become_paths():
    read = read_pack(with_entry("../../evil", b"x"), "x")
    assert "1 entries" in read.notes[0]
    assert set(read.files) == {DIGEST}


def test_an_attachment_that_is_not_in_the_pack_is_noted():
    content = entries(write_pack(sample()))
    del content[f"files/{DIGEST}"]
    read = read_pack(zipped(content))
    assert read.files == {}
    assert "1 attachments" in read.notes[0]


def test_a_zip_bomb_is_refused_early(monkeypatch):
    bomb = zipped({**entries(write_pack(sample())), "conversation.json": bytes(3_000_000)})
    monkeypatch.setattr(pack, "MAX_JSON_BYTES", 1_000_000)
    with pytest.raises(ExchangeError, match=r"conversation.json: is larger than 976 KB"):
        read_pack(bomb)


def test_a_lie_about_the_size_does_not_help(monkeypatch):
    data = bytearray(zipped({**entries(write_pack(sample())), "conversation.json": bytes(3_000_000)}))
    at = data.rindex(b"conversation.json", 0, data.rindex(b"PK\x05\x06")) - 46
    assert data[at : at + 4] == b"PK\x01\x02"
    data[at + 24 : at + 28] = (100).to_bytes(4, "little")
    with pytest.raises(ExchangeError, match=r"conversation\.json"):
        read_pack(bytes(data))
    data[at + 24 : at + 28] = (2**31).to_bytes(4, "little")
    with pytest.raises(ExchangeError, match="tighter than is possible"):
        read_pack(bytes(data))


def test_limits_hold_for_the_whole_archive(monkeypatch):
    monkeypatch.setattr(archive, "MAX_UNPACKED_BYTES", 500)
    with pytest.raises(ExchangeError, match="larger than"):
        read_pack(write_pack(sample()))
    monkeypatch.undo()
    monkeypatch.setattr(archive, "MAX_ENTRIES", 2)
    with pytest.raises(ExchangeError, match="more than 2 entries"):
        read_pack(write_pack(sample()))
    monkeypatch.undo()
    monkeypatch.setattr(archive, "MAX_ARCHIVE_BYTES", 10)
    with pytest.raises(ExchangeError, match="larger"):
        read_pack(write_pack(sample()))


def test_an_entry_that_is_there_twice_is_refused():
    buffer = io.BytesIO(write_pack(sample()))
    with zipfile.ZipFile(buffer, "a") as zip_file, pytest.warns(UserWarning, match="Duplicate"):
        zip_file.writestr("conversation.json", b"{}")
    with pytest.raises(ExchangeError, match="twice"):
        read_pack(buffer.getvalue())
