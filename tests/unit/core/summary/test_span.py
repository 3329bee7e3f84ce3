"""Which messages are folded and which summary is in force, whatever happened before."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.domain.conversation import Message, MessageState, Role
from desktop_app.core.domain.summary import Summary, SummaryMode, SummaryState
from desktop_app.core.summary.span import (
    InForce,
    StaleReason,
    choose,
    in_force,
    is_stale,
    last_run,
    progress,
    runs_since_rewrite,
    sendable_count,
    span_hash,
    stale_reason,
)
from tests.builders import pairs


def summary(name, boundary, path=(), **changes):
    return Summary(
        id=name,
        conversation_id="c",
        boundary_id=boundary,
        text=name,
        created_at=changes.pop("at", 0.0),
        span_hash=span_hash(path),
        covered_count=sendable_count(path),
        **changes,
    )


def ids(messages):
    return [message.id for message in messages]


def test_the_first_summary_keeps_the_newest_messages():
    span = choose(pairs(6), 0, 4)

    assert ids(span.folded) == ["u1", "a1", "u2", "a2", "u3", "a3", "u4", "a4"]
    assert ids(span.kept) == ["u5", "a5", "u6", "a6"]
    assert span.boundary_id == "a4"


def test_the_second_summary_takes_up_what_the_first_kept():
    span = choose(pairs(10), 8, 4)

    assert ids(span.folded)[0] == "u5"
    assert ids(span.folded)[-1] == "a8"
    assert ids(span.before)[-1] == "a4"


@pytest.mark.parametrize(("recent_n", "boundary"), [(0, "a6"), (1, "a5"), (2, "a5"), (3, "a4"), (11, None)])
def test_a_question_and_its_reply_are_never_split(recent_n, boundary):
    assert choose(pairs(6), 0, recent_n).boundary_id == boundary


def test_a_group_turn_that_still_grows_stays_with_its_question():
    path = [*pairs(2), *pairs(1, start=3)]
    path[-1] = replace(path[-1], speaker="Ada")
    writing = replace(path[-1], id="b3", speaker="Bo", text="", state=MessageState.STREAMING)

    assert choose(path, 0, 0).boundary_id == "a3"
    assert choose([*path, writing], 0, 0).boundary_id == "a2"


def test_unchanged_history_has_nothing_to_fold():
    assert choose(pairs(6), 8, 4).folded == ()
    assert choose(pairs(2), 0, 4).folded == ()
    assert choose([], 0, 4).boundary_id is None


def test_a_streaming_reply_stays_with_its_question():
    path = pairs(6)
    path[-1] = replace(path[-1], state=MessageState.STREAMING)

    assert choose(path, 0, 0).boundary_id == "a5"


def test_an_unanswered_question_stays():
    path = pairs(6)[:-1]

    assert choose(path, 0, 0).boundary_id == "a5"


def test_a_failed_reply_does_not_end_a_turn():
    path = pairs(4)
    path[3] = replace(path[3], state=MessageState.FAILED, text="")

    assert choose(path, 0, 4).boundary_id == "a1"
    assert choose(path, 0, 3).boundary_id == "a1"
    assert choose(path, 0, 2).boundary_id == "a3"


def test_a_group_may_be_cut_between_speakers():
    question = pairs(1)[0]
    path = [question]
    for number in range(8):
        path.append(
            Message(
                f"g{number}",
                "c",
                path[-1].id,
                Role.ASSISTANT,
                f"line {number}",
                1.0,
                speaker="AB"[number % 2],
            )
        )

    span = choose(path, 0, 4)

    assert ids(span.kept) == ["g4", "g5", "g6", "g7"]


def random_tree(rng, size):
    """Messages in a tree with edits (siblings), deletions, failures and interruptions."""
    tree: list[Message] = []
    for number in range(size):
        parent = rng.choice(tree[-6:]) if tree and rng.random() < 0.97 else None
        role = Role.USER if parent is None or parent.role is Role.ASSISTANT else Role.ASSISTANT
        if rng.random() < 0.1:
            role = Role.USER
        state = rng.choices(
            [MessageState.COMPLETE, MessageState.INTERRUPTED, MessageState.FAILED], [8, 1, 1]
        )[0]
        tree.append(
            Message(
                id=f"m{number}",
                conversation_id="c",
                parent_id=parent.id if parent else None,
                role=role,
                text=f"text {number}" if rng.random() < 0.95 else " ",
                created_at=float(number),
                state=state,
                deleted=rng.random() < 0.08,
            )
        )
    return tree


def path_to(tree, leaf):
    by_id = {message.id: message for message in tree}
    path = []
    message = leaf
    while message is not None:
        path.append(message)
        message = by_id.get(message.parent_id or "")
    return [m for m in reversed(path) if not m.deleted]


@given(st.integers(0, 10**6), st.integers(1, 60), st.integers(0, 12))
@settings(max_examples=150, deadline=None)
def test_covered_and_kept_are_all_over_many_rounds(seed, size, recent_n):
    rng = random.Random(seed)
    tree = random_tree(rng, size)
    summaries: list[Summary] = []
    for round_number in range(6):
        path = path_to(tree, rng.choice(tree))
        removed = [m for m in tree if m.deleted]
        force = in_force(summaries, path, removed)
        covered = force.covered if force else 0
        span = choose(path, covered, recent_n)

        assert list(span.before + span.folded + span.kept) == path
        assert len(span.before) == covered
        if span.folded:
            assert sendable_count(span.kept) >= recent_n
            assert [m for m in span.folded if m.is_sendable][-1].role is Role.ASSISTANT
            following = [m for m in span.kept if m.is_sendable]
            assert not following or following[0].role is Role.USER
            summaries.append(
                summary(f"s{round_number}", span.boundary_id, span.covered, at=100.0 + round_number)
            )
            assert in_force(summaries, path, removed).covered == len(span.covered)
        if summaries and rng.random() < 0.3:
            victim = rng.randrange(len(summaries))
            state = rng.choice([SummaryState.UNDONE, SummaryState.ACTIVE])
            summaries[victim] = replace(summaries[victim], state=state)
        if rng.random() < 0.4:
            place = rng.randrange(len(tree))
            tree[place] = replace(tree[place], deleted=not tree[place].deleted)


def test_the_newest_active_summary_on_the_path_is_in_force():
    path = pairs(6)
    first, second = summary("s1", "a2", at=1), summary("s2", "a4", at=2)

    assert in_force([first, second], path) == InForce(second, 8)
    assert in_force([first, replace(second, state=SummaryState.UNDONE)], path) == InForce(first, 4)
    assert in_force([first, replace(second, state=SummaryState.PENDING)], path) == InForce(first, 4)
    assert in_force([], path) is None


def test_a_fork_before_the_boundary_carries_no_later_summary():
    path = pairs(10)
    later = summary("s", "a6")

    assert in_force([later], path[:6]) is None
    assert in_force([later], path[:16]) == InForce(later, 12)


def test_a_regenerated_boundary_drops_the_summary():
    path = pairs(10)
    path[11] = replace(path[11], id="a6-again")

    assert in_force([summary("s", "a6")], path) is None


def test_an_edited_version_stands_in_its_originals_place():
    path = pairs(6)
    first, second = summary("s1", "a2", at=1), summary("s2", "a4", at=2)
    version = replace(first, id="s1b", created_at=3, version_of="s1")

    assert in_force([first, version], path).summary is version
    assert in_force([first, second, version], path).summary is second
    undone = replace(version, state=SummaryState.UNDONE)
    assert in_force([first, undone], path).summary is first


@pytest.mark.parametrize("gone", [{"a3"}, {"a3", "u3"}, {"a3", "u4"}, {"u3", "a3", "u4", "a4"}])
def test_a_deleted_boundary_keeps_its_summary_which_is_stale(gone):
    full = pairs(5)
    made = summary("s", "a3", full[:6])
    path = [m for m in full if m.id not in gone]
    removed = [replace(m, deleted=True) for m in full if m.id in gone]

    force = in_force([made], path, removed)

    expected = sum(m.id not in gone for m in full[:6])
    assert force.covered == expected
    assert force.boundary_deleted
    assert stale_reason(force, path) is StaleReason.DELETED


def test_a_boundary_deleted_at_the_end_of_the_path_still_counts():
    full = pairs(3)
    made = summary("s", "a3", full)

    force = in_force([made], full[:-1], [replace(full[-1], deleted=True)])

    assert (force.covered, force.boundary_deleted) == (5, True)


def test_a_boundary_deleted_on_another_branch_does_not_count():
    full = pairs(4)
    branch = [*full[:2], replace(full[2], id="other", parent_id="a1")]
    removed = [replace(full[3], deleted=True)]

    assert in_force([summary("s", "a2")], branch, removed) is None


def test_edits_and_deletions_make_a_summary_stale_and_say_why():
    path = pairs(5)
    made = summary("s", "a3", path[:6])
    force = InForce(made, 6)

    assert stale_reason(force, path) is None
    assert not is_stale(force, path)
    edited = [replace(path[0], text="changed"), *path[1:]]
    assert stale_reason(force, edited) is StaleReason.EDITED
    shorter = path[1:]
    assert stale_reason(InForce(made, 5), shorter) is StaleReason.DELETED
    assert stale_reason(InForce(made, 8), path) is StaleReason.ADDED
    assert is_stale(force, edited)


def test_the_hash_survives_a_fork_but_no_change_of_words():
    path = pairs(3)
    forked = [replace(m, id="x" + m.id, conversation_id="d", created_at=9.0) for m in path]

    assert span_hash(forked) == span_hash(path)
    assert span_hash(path[:-1]) != span_hash(path)
    assert span_hash([replace(path[0], text="Q1 \ud800"), *path[1:]]) != span_hash(path)
    moved = [replace(path[0], text="ab"), replace(path[1], text="c")]
    split = [replace(path[0], text="a"), replace(path[1], text="bc")]
    assert span_hash(moved) != span_hash(split)
    assert span_hash([*path[:-1], replace(path[-1], speaker="Ada")]) != span_hash(path)


def test_progress_counts_since_the_last_run():
    path = pairs(6)

    assert progress(path, None) == progress(path, 0.0)
    late = progress(path, 4.0)
    assert (late.turns, late.new_turns, late.new_messages, late.user_messages) == (6, 2, 4, 2)


def test_an_undone_run_still_counts_as_the_last():
    path = pairs(6)
    undone = summary("s2", "a4", at=2, state=SummaryState.UNDONE)

    assert last_run([summary("s1", "a2", at=1), undone], path) is undone
    assert last_run([summary("s", "elsewhere")], path) is None


def test_runs_since_a_rewrite_follow_the_chain():
    first = summary("s1", "a1")
    second = summary("s2", "a2", previous_id="s1")
    edited = summary("s2b", "a2", previous_id="s1", version_of="s2")
    third = summary("s3", "a3", previous_id="s2b")
    rewrite = summary("s4", "a4", mode=SummaryMode.REWRITE)
    after = summary("s5", "a5", previous_id="s4")
    everything = [first, second, edited, third, rewrite, after]

    assert runs_since_rewrite(None, everything) == 0
    assert runs_since_rewrite(first, everything) == 1
    assert runs_since_rewrite(third, everything) == 3
    assert runs_since_rewrite(rewrite, everything) == 0
    assert runs_since_rewrite(after, everything) == 1
