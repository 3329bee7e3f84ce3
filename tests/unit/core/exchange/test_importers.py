"""Files of other programs: what is kept, what is left out and said, what is refused."""

from __future__ import annotations

import base64
import io
import json
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.domain.conversation import Role, TitleSource
from desktop_app.core.domain.errors import ExchangeError
from desktop_app.core.exchange.imported import shown_path
from desktop_app.core.exchange.importing import import_conversations
from desktop_app.core.exchange.pack import write_pack
from desktop_app.core.exchange.tree_json import write_tree
from tests.builders import Ids

NOW = 1_800_000_000.0


def read(value, name="file.json"):
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return import_conversations(data, name, new_id=Ids(), now=NOW)


def one(value):
    (found,) = read(value)
    ids = {m.id for m in found.messages}
    assert len(ids) == len(found.messages)
    assert {m.parent_id for m in found.messages} <= ids | {None}
    assert found.conversation.active_leaf_id in ids
    return found


def texts(found):
    return [m.text for m in shown_path(found.conversation, found.messages)]


# --- ChatGPT ---------------------------------------------------------------------------------------


def node(key, parent, children=(), role=None, parts=None, **message):
    content = message.pop("content", {"content_type": "text", "parts": parts})
    body = {"author": {"role": role}, "content": content, "create_time": 100.5, **message}
    return {"id": key, "parent": parent, "children": list(children), "message": body if role else None}


def chatgpt(*nodes, current="a2", **fields):
    mapping = {n["id"]: n for n in nodes}
    head = {"title": "合同", "create_time": 90.0, "update_time": 200.0}
    return {**head, "mapping": mapping, "current_node": current, **fields}


CHATGPT = chatgpt(
    node("root", None, ["sys"]),
    node("sys", "root", ["u1"], "system", [""], metadata={"is_visually_hidden_from_conversation": True}),
    node("u1", "sys", ["a1", "a2"], "user", ["Question", {"content_type": "image_asset_pointer"}]),
    node("a2", "thought", [], "assistant", ["Second \ue200cite\ue202turn0\ue201answer"],
         metadata={"model_slug": "gpt-x"}),
    node("a1", "u1", ["tool"], "assistant", ["First answer"]),
    node("tool", "a1", ["result"], "assistant", content={"content_type": "code", "text": "1+1"},
         recipient="python"),
    node("result", "tool", ["a3"], "tool", content={"content_type": "execution_output", "text": "2"}),
    node("a3", "result", [], "assistant", ["It is 2"]),
    node("thought", "u1", ["a2"], "assistant",
         content={"content_type": "thoughts", "thoughts": [{"summary": "Hm", "content": "Let me see"}]}),
)  # fmt: skip


def test_chatgpt_keeps_branches_and_reasoning():
    found = one([CHATGPT])
    assert found.conversation.title == "合同"
    assert found.conversation.title_source is TitleSource.USER
    assert (found.conversation.created_at, found.conversation.updated_at) == (90.0, 200.0)
    assert texts(found) == ["Question\n[attachment]", "Second answer"]
    answer = found.messages[-1] if found.messages[-1].model else found.messages[-2]
    assert (answer.model, answer.reasoning, answer.created_at) == ("gpt-x", "Hm\n\nLet me see", 100.5)
    by_text = {m.text: m for m in found.messages}
    assert by_text["It is 2"].parent_id == by_text["First answer"].id
    assert by_text["First answer"].parent_id == by_text["Question\n[attachment]"].id
    assert any("tools" in note for note in found.notes)
    assert any("Pictures" in note for note in found.notes)


def test_chatgpt_code_in_the_answer_is_kept_as_code():
    code = {"content_type": "code", "text": "print(1)"}
    found = one([chatgpt(node("a2", None, [], "assistant", content=code))])
    assert texts(found) == ["```\nprint(1)\n```"]


def test_chatgpt_ring_and_unknown_leaf_do_not_hang():
    ring = chatgpt(
        node("x", "y", ["y"], "user", ["lost"]), node("y", "x", ["x"], "user", ["lost"]),
        node("a", None, [], "user", ["kept"]), current="nowhere",
    )  # fmt: skip
    found = one([ring])
    assert texts(found) == ["kept"]
    assert "hang on nothing" in found.notes[0]


def test_chatgpt_is_read_however_deep():
    nodes = [node("0", None, ["1"], "user", ["0"])]
    nodes += [node(str(i), str(i - 1), [str(i + 1)], "user", [str(i)]) for i in range(1, 5000)]
    assert len(texts(one([chatgpt(*nodes, current="4999")]))) == 5000


def test_an_export_as_zip_is_read_as_it_comes():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as zip_file:
        zip_file.writestr("export/conversations.json", json.dumps([CHATGPT]))
        zip_file.writestr("export/chat.html", "<html>")
    assert len(read(buffer.getvalue())) == 1


def test_one_broken_conversation_among_many_is_noted():
    found = read([{"mapping": {"x": 5}}, CHATGPT, {"nonsense": 1}, chatgpt(node("root", None))])
    assert len(found) == 1
    assert found[0].notes[-1].startswith("2 conversations could not be read; the first: file.json[0]")


def test_when_all_are_broken_the_first_reason_is_told():
    with pytest.raises(ExchangeError, match=r"file.json\[0\].mapping\['x'\]: is not an object"):
        read([{"mapping": {"x": 5}}, {"nonsense": 1}])


# --- Claude ----------------------------------------------------------------------------------------

CLAUDE = {
    "uuid": "1",
    "name": "Reise",
    "created_at": "2024-05-01T10:00:00.123456Z",
    "updated_at": "2024-05-01T11:00:00+00:00",
    "chat_messages": [
        {
            "uuid": "m1",
            "sender": "human",
            "text": "Hi",
            "content": [{"type": "text", "text": "Hi"}],
            "created_at": "2024-05-01T10:00:00Z",
            "attachments": [{"file_name": "a.txt", "extracted_content": "字"}],
            "files": [{"file_name": "b.png"}],
        },
        {
            "uuid": "m2",
            "sender": "assistant",
            "content": [
                {"type": "thinking", "thinking": "Hm"},
                {"type": "text", "text": "One"},
                {"type": "tool_use"},
                {"type": "text", "text": "Two"},
            ],
        },
        {"uuid": "m3", "sender": "human", "text": ""},
        {"uuid": "m4", "sender": "assistant", "text": "Old form"},
    ],
}


def test_claude_list_with_thinking_and_attachments():
    found = one([CLAUDE])
    assert texts(found) == ["Hi", "One\n\nTwo", "Old form"]
    first, second, _ = found.messages
    assert (first.role, second.role, second.reasoning) == (Role.USER, Role.ASSISTANT, "Hm")
    assert first.created_at == 1714557600.0
    assert second.created_at == NOW
    assert first.attachments[0].name == "a.txt"
    assert found.files[first.attachments[0].digest] == "字".encode()
    assert len(found.notes) == 3


def test_claude_with_parents_has_branches():
    root = "00000000-0000-4000-8000-000000000000"
    messages = [
        {"uuid": u, "sender": s, "text": u, "parent_message_uuid": p}
        for u, s, p in [
            ("q", "human", root),
            ("a", "assistant", "q"),
            ("b", "assistant", "q"),
            ("c", "human", "a"),
        ]
    ]
    found = one({"name": None, "chat_messages": messages, "current_leaf_message_uuid": "c"})
    assert texts(found) == ["q", "a", "c"]
    assert found.conversation.title_source is TitleSource.DEFAULT
    by_text = {m.text: m for m in found.messages}
    assert by_text["b"].parent_id == by_text["q"].id


def test_claude_unknown_sender_is_named():
    with pytest.raises(ExchangeError, match=r"chat_messages\[0\].sender: is 'x'"):
        read([{"chat_messages": [{"sender": "x", "text": "y"}]}])


# --- SillyTavern -----------------------------------------------------------------------------------


def lines(*values):
    return "\r\n".join(json.dumps(v) for v in values).encode()


HEADER = {"user_name": "Me", "character_name": "Seraphina", "create_date": "2024-1-5 @13h 45m 30s 123ms",
          "chat_metadata": {}}  # fmt: skip


def test_sillytavern_swipes_become_branches_and_memory_a_summary():
    found = one(
        lines(
            HEADER,
            {"name": "Seraphina", "is_user": False, "mes": "Hello", "send_date": "June 19, 2023 4:13pm"},
            {"name": "Me", "is_user": True, "mes": "Hi", "send_date": 1700000000000},
            {"name": "Note", "is_user": False, "is_system": True, "mes": "hidden"},
            {"name": "Seraphina", "is_user": False, "mes": "Chosen",
             "swipes": ["Other", "chosen before an edit"], "swipe_id": 1,
             "extra": {"memory": "They met.", "model": "m", "reasoning": "why"}},
            {"name": "Me", "is_user": True, "mes": "Go on"},
        )
    )  # fmt: skip
    assert texts(found) == ["Hello", "Hi", "Chosen", "Go on"]
    assert found.conversation.title == "Seraphina"
    assert found.conversation.created_at == 1704462330.0
    assert found.messages[0].created_at == 1687191180.0
    assert found.messages[1].created_at == 1700000000.0
    by_text = {m.text: m for m in found.messages}
    assert by_text["Other"].parent_id == by_text["Chosen"].parent_id == by_text["Hi"].id
    assert (by_text["Chosen"].model, by_text["Chosen"].reasoning, by_text["Other"].reasoning) == (
        "m",
        "why",
        "",
    )
    (summary,) = found.summaries
    assert (summary.text, summary.boundary_id) == ("They met.", by_text["Chosen"].id)
    assert {m.speaker for m in found.messages} == {""}
    assert "hidden" in found.notes[0]


def test_sillytavern_group_keeps_the_speakers():
    found = one(lines(HEADER, *({"name": n, "is_user": False, "mes": n} for n in ("Ann", "Bob"))))
    assert [m.speaker for m in found.messages] == ["Ann", "Bob"]


def test_sillytavern_single_line_without_header():
    assert texts(one(lines({"name": "A", "is_user": False, "mes": "Hello"}))) == ["Hello"]


def test_a_broken_line_is_named():
    with pytest.raises(ExchangeError, match=r"file.json, line 3, line 1, column 2: not JSON"):
        read(lines(HEADER, {"name": "A", "is_user": False, "mes": "x"}) + b"\n{broken")
    with pytest.raises(ExchangeError, match=r"file.json, line 2.mes: is not a text"):
        read(lines(HEADER, {"name": "A", "is_user": False}))


# --- OpenAI messages -------------------------------------------------------------------------------


def test_openai_request_body():
    picture = base64.b64encode(b"png").decode()
    found = one(
        {
            "model": "m-1",
            "messages": [
                {"role": "system", "content": "Be kind."},
                {"role": "developer", "content": "In Chinese."},
                {"role": "user", "content": [
                    {"type": "text", "text": "What is this?"},
                    {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{picture}"}},
                    {"type": "image_url", "image_url": {"url": "https://example.com/x.png"}},
                    {"type": "image_url", "image_url": "data:image/png;base64,§"},
                    {"type": "input_audio"},
                ]},
                {"role": "assistant", "content": None, "tool_calls": []},
                {"role": "tool", "content": "x"},
                {"role": "assistant", "content": "A picture", "reasoning_content": "Looks so", "name": "Ann"},
            ],
        }
    )  # fmt: skip
    assert found.conversation.system_prompt == "Be kind.\n\nIn Chinese."
    assert texts(found) == ["What is this?", "A picture"]
    question, answer = found.messages
    assert [a.media_type for a in question.attachments] == ["image/png"]
    assert found.files[question.attachments[0].digest] == b"png"
    assert (answer.model, answer.reasoning, answer.speaker) == ("m-1", "Looks so", "Ann")
    assert len(found.notes) == 4


def test_openai_bare_list_and_lines():
    message = {"role": "user", "content": "Hi"}
    assert texts(one([message])) == ["Hi"]
    assert len(read(lines({"messages": [message]}, {"messages": [message]}))) == 2
    assert len(read({"conversations": [{"messages": [message]}]})) == 1


def test_openai_unknown_role_is_named():
    with pytest.raises(ExchangeError, match=r"file.json\[0\].role: 'x' is not a known role"):
        read([{"role": "x", "content": ""}])


# --- any -------------------------------------------------------------------------------------------


def test_our_own_files_are_recognised():
    (found,) = read([CHATGPT])
    for data in (write_tree(found), write_pack(found)):
        assert texts(one(data)) == texts(found)


@pytest.mark.parametrize(
    "value", [b"", b"hello", b"\0\0", b"PK\5\6", {}, [], 5, "x", {"messages": []}, [[]], [1], None, True]
)
def test_what_is_nothing_of_all_this_is_refused(value):
    with pytest.raises(ExchangeError) as caught:
        read(value)
    assert "file.json" in caught.value.message


def mutated(value):
    """JSON like that of a real export, with parts replaced by anything."""
    anything = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=5,
    )

    @st.composite
    def mutate(draw, part=value):
        if draw(st.integers(0, 30)) == 0:
            return draw(anything)
        if isinstance(part, dict):
            return {k: draw(mutate(v)) for k, v in part.items() if draw(st.integers(0, 30))}
        if isinstance(part, list):
            return [draw(mutate(v)) for v in part]
        return part

    return mutate()


MESSAGES = {"messages": [{"role": "user", "content": [{"type": "text", "text": "x"}]}], "model": "m"}
CHAT = [HEADER, {"name": "A", "is_user": False, "mes": "x", "swipes": ["x", "y"], "swipe_id": 1,
                 "send_date": "2024-1-5 @13h 45m 30s", "extra": {"memory": "m"}}]  # fmt: skip
TREE = json.loads(write_tree(read([CLAUDE])[0]))


@settings(deadline=None)
@given(st.one_of(mutated([CHATGPT]), mutated([CLAUDE]), mutated(MESSAGES), mutated(CHAT), mutated(TREE)))
def test_hostile_json_is_read_or_refused_and_nothing_else(value):
    data = json.dumps(value).encode()
    for form in (
        data,
        b"\n".join(json.dumps(v).encode() for v in value) if isinstance(value, list) else data,
    ):
        try:
            found = import_conversations(form, "f", new_id=Ids(), now=NOW)
        except ExchangeError as error:
            assert error.message  # noqa: PT017 - the point is that nothing else is raised
        else:
            for item in found:
                ids = {m.id for m in item.messages}
                assert {m.parent_id for m in item.messages} <= ids | {None}
                assert write_pack(item)


PACK = write_pack(read([CLAUDE])[0])


@settings(deadline=None)
@given(st.data())
def test_hostile_bytes_are_read_or_refused_and_nothing_else(data):
    base = data.draw(st.sampled_from([PACK, json.dumps([CHATGPT]).encode(), lines(*CHAT), b""]))
    content = bytearray(base)
    for _ in range(data.draw(st.integers(0, 6))):
        at = data.draw(st.integers(0, len(content)))
        content[at : at + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=4))
    try:
        import_conversations(bytes(content), "f", new_id=Ids(), now=NOW)
    except ExchangeError as error:
        assert error.message  # noqa: PT017
