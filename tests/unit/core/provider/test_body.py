import base64
import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.domain.errors import RequestRefused
from desktop_app.core.domain.request import ChatMessage, ChatRequest, ImagePart, TextPart
from desktop_app.core.domain.settings import ModelParameters, ProfileSettings
from desktop_app.core.provider.body import build_body, parameters, wire_messages

IMAGE = ImagePart("image/png", b"\x89PNG", "shot.png")


def request(*messages, limit=None, **profile):
    return ChatRequest(ProfileSettings(id="p", **profile), messages, max_output_tokens=limit)


def body(*messages, refused=(), **options):
    return json.loads(build_body(request(*messages, **options), model="m", refused=frozenset(refused)))


def user(text):
    return ChatMessage("user", text)


def assistant(text):
    return ChatMessage("assistant", text)


def system(text):
    return ChatMessage("system", text)


def test_only_what_is_set_is_sent():
    assert body(user("hi")) == {
        "model": "m",
        "stream": True,
        "stream_options": {"include_usage": True},
        "messages": [{"role": "user", "content": "hi"}],
    }


def test_set_parameters_are_sent_under_their_names():
    sent = body(
        user("hi"),
        parameters=ModelParameters(temperature=0, top_p=0.5, seed=7, reasoning_effort="low", max_tokens=9),
        max_tokens_field="max_completion_tokens",
        extra_body={"top_k": 5, "stream": False, "messages": []},
    )

    assert sent["temperature"] == 0
    assert (sent["top_p"], sent["seed"], sent["reasoning_effort"], sent["top_k"]) == (0.5, 7, "low", 5)
    assert sent["max_completion_tokens"] == 9
    assert "max_tokens" not in sent
    assert sent["stream"] is True
    assert len(sent["messages"]) == 1


def test_the_request_own_limit_wins():
    assert body(user("hi"), limit=16, parameters=ModelParameters(max_tokens=900))["max_tokens"] == 16


def test_refused_parameters_stay_away_and_the_limit_changes_its_name():
    options = {"parameters": ModelParameters(temperature=1, max_tokens=9)}

    sent = body(user("hi"), refused=["temperature", "max_tokens", "stream_options"], **options)
    assert not {"temperature", "max_tokens", "stream_options"} & sent.keys()
    assert sent["max_completion_tokens"] == 9
    sent = body(user("hi"), refused=["max_tokens", "max_completion_tokens"], **options)
    assert not {"max_tokens", "max_completion_tokens"} & sent.keys()


def test_the_bytes_of_a_request_begin_those_of_the_next():
    history = [system("s"), user("a"), assistant("b"), user("c")]

    first = build_body(request(*history), model="m")
    second = build_body(request(*history, assistant("d"), user("e")), model="m")

    assert second.startswith(first.removesuffix(b"]}"))


def test_order_of_settings_does_not_change_the_bytes():
    one = request(user("a"), extra_body={"b": 1, "a": 2})
    other = request(user("a"), extra_body={"a": 2, "b": 1})

    assert build_body(one, model="m") == build_body(other, model="m")


@pytest.mark.parametrize("role", ["system", "developer"])
def test_leading_system_messages_become_one(role):
    wire = wire_messages([system("a"), ChatMessage("developer", "b"), user("c")], role=role, vision=False)

    assert wire == [{"role": role, "content": "a\n\nb"}, {"role": "user", "content": "c"}]


def test_system_prompt_as_user_joins_the_first_question():
    wire = wire_messages([system("a"), user("b"), assistant("c")], role="user", vision=False)

    assert wire == [{"role": "user", "content": "a\n\nb"}, {"role": "assistant", "content": "c"}]


def test_later_system_messages_speak_as_the_user():
    wire = wire_messages([user("a"), assistant("b"), system("c"), user("d")], role="system", vision=False)

    assert [m["role"] for m in wire] == ["user", "assistant", "user"]
    assert wire[2]["content"] == "c\n\nd"


def test_empty_messages_are_left_out():
    wire = wire_messages([user("a"), assistant("  "), user("b")], role="system", vision=False)

    assert wire == [{"role": "user", "content": "a\n\nb"}]


@given(
    st.lists(st.tuples(st.sampled_from(["system", "developer", "user", "assistant"]), st.text(max_size=3)))
)
def test_a_strict_template_is_never_broken(turns):
    wire = wire_messages([ChatMessage(*turn) for turn in turns], role="system", vision=False)

    roles = [message["role"] for message in wire]
    assert all(a != b for a, b in itertools.pairwise(roles))
    assert "system" not in roles[1:]
    text = "".join(message["content"] for message in wire)
    assert all(words.strip() in text for _, words in turns)


def test_images_go_as_data_urls():
    message = ChatMessage("user", (TextPart("look"), IMAGE))

    wire = wire_messages([message], role="system", vision=True)

    assert wire[0]["content"][0] == {"type": "text", "text": "look"}
    url = wire[0]["content"][1]["image_url"]["url"]
    assert base64.b64decode(url.removeprefix("data:image/png;base64,")) == b"\x89PNG"


def test_images_a_model_cannot_see_are_named():
    message = ChatMessage("user", (TextPart("look"), IMAGE, ImagePart("image/png;x", b"", "")))

    wire = wire_messages([message], role="system", vision=False)

    assert wire[0]["content"].startswith("look\n\n[Image: shot.png (image/png)]")
    assert b"base64" not in build_body(request(message), model="m")


def test_a_strange_image_type_is_never_put_into_a_url():
    message = ChatMessage("user", (ImagePart("image/png;evil", b"x", "a"),))

    assert "data:" not in json.dumps(wire_messages([message], role="system", vision=True))


def test_lone_surrogates_do_not_break_the_request():
    sent = body(user("a\ud83d b \ude00 \ud83d\ude00"))

    assert sent["messages"][0]["content"] == "a\ufffd b \ufffd \U0001f600"


def test_extra_fields_that_are_no_json_are_refused_with_a_message():
    with pytest.raises(RequestRefused, match="extra body fields"):
        build_body(request(user("a"), extra_body={"x": float("nan")}), model="m")


def test_everything_optional_can_be_named():
    names = parameters(request(user("a"), parameters=ModelParameters(temperature=1), extra_body={"k": 1}))

    assert names.keys() == {"temperature", "stream_options", "k"}
