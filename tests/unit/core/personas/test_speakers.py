"""Who answers next in a group."""

from __future__ import annotations

from desktop_app.core.domain.conversation import Message, MessageState, Role
from desktop_app.core.domain.persona import Persona
from desktop_app.core.personas.speakers import SpeakerMode, mentioned, next_speaker

ANNA, MARIA, BO, LI = (
    Persona("a", "Anna"),
    Persona("m", "Anna Maria"),
    Persona("b", "Bo"),
    Persona("l", "李雷"),
)
GROUP = (ANNA, MARIA, BO, LI)


def user(text):
    return Message("u", "c", None, Role.USER, text, 0.0)


def said(persona, text="ok", **changes):
    return Message("x", "c", None, Role.ASSISTANT, text, 0.0, persona_id=persona.id, **changes)


def test_members_answer_in_turn_and_go_round():
    history = [user("hi")]
    order = []
    for _ in range(5):
        speaker = next_speaker(GROUP, history)
        order.append(speaker.id)
        history.append(said(speaker))

    assert order == ["a", "m", "b", "l", "a"]


def test_the_turn_survives_a_member_who_left():
    assert next_speaker(GROUP, [said(Persona("gone", "Gone"))]) is ANNA


def test_a_failed_reply_does_not_use_up_a_turn():
    assert next_speaker(GROUP, [said(ANNA), said(MARIA, state=MessageState.FAILED)]) is MARIA


def test_muted_members_are_passed_over():
    assert next_speaker(GROUP, [said(ANNA)], muted={"m"}) is BO
    assert next_speaker(GROUP, [], muted={"a", "m", "b", "l"}) is None


def test_a_mention_lets_that_member_answer():
    def answers(text, last=()):
        return next_speaker(GROUP, [*last, user(text)], mode=SpeakerMode.MENTION)

    assert answers("what do you say, bo?") is BO
    assert answers("@Bo and Anna") is BO
    assert answers("Anna, ask @Bo") is BO
    assert answers("Anna Maria, please") is MARIA
    assert answers("李雷你怎么看") is LI
    assert answers("both of you", [said(ANNA)]) is MARIA
    assert answers("nobody named", [said(MARIA)]) is BO


def test_a_member_who_names_another_hands_over_but_never_to_itself():
    history = [user("hi"), said(ANNA, "Anna thinks that Bo knows")]

    assert next_speaker(GROUP, history, mode=SpeakerMode.MENTION) is BO


def test_a_muted_member_does_not_answer_to_its_name():
    assert next_speaker(GROUP, [user("Bo?")], mode=SpeakerMode.MENTION, muted={"b"}) is ANNA


def test_a_choice_always_holds_and_choice_mode_waits_for_one():
    assert next_speaker(GROUP, [], chosen_id="b", muted={"b"}) is BO
    assert next_speaker(GROUP, [], mode=SpeakerMode.CHOICE) is None
    assert next_speaker(GROUP, [], mode=SpeakerMode.CHOICE, chosen_id="gone") is None
    assert next_speaker((), []) is None


def test_names_are_words_and_blank_ones_never_match():
    assert mentioned(GROUP, "Annabel and Bob met") == []
    assert mentioned((Persona("p", " "),), "a b") == []
    assert [m.id for m in mentioned(GROUP, "Bo met Anna, and Bo left")] == ["b", "a"]
    assert mentioned((Persona("p", "a.b(c"),), "is a.b(c here?")
