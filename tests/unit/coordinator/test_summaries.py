import asyncio
import itertools

import pytest

from desktop_app.coordinator.summaries import FIRST_PAUSE
from desktop_app.coordinator.summary_run import LEAST_REVIEW
from desktop_app.core.domain.conversation import MessageState
from desktop_app.core.domain.errors import (
    Action,
    AuthenticationFailed,
    ContextTooLong,
    NothingToSummarize,
    ProfileMissing,
    ServerFailed,
    SummaryRefused,
)
from desktop_app.core.domain.events import (
    SummaryCancelled,
    SummaryDelta,
    SummaryFailed,
    SummaryFinished,
    SummaryStarted,
)
from desktop_app.core.domain.request import ReasoningDelta, ReplyFinished, TextDelta
from desktop_app.core.domain.summary import Reason, SummaryEngineKind, SummaryMode, SummaryState
from desktop_app.core.provider.scripted import reply
from desktop_app.core.summary import span
from tests.unit.coordinator.room import GOOD_SUMMARY, TickingClock, open_room, profile


async def _run(room, conversation_id, reason=Reason.MANUAL, text=GOOD_SUMMARY, **more):
    room.provider.play(text, purpose="summary")
    return await room.summaries.run(conversation_id, reason, **more)


async def _next_request_text(room, conversation_id):
    assembled = await room.requests.assemble(conversation_id)
    return "\n".join(message.text for message in assembled.messages)


async def test_a_manual_run_replaces_the_older_part_in_what_is_sent_only(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(10)

        summary = await _run(room, cid)
        sent = await _next_request_text(room, cid)
        stored = await room.store.path(cid)

    assert summary.state is SummaryState.ACTIVE
    assert "Answered so far." in sent
    assert "A1 noted" not in sent.split("A1 noted.")[0]
    assert "Q9 please" in sent
    assert "Q10 please" in sent
    assert len(stored) == 20


async def test_the_second_run_reads_the_first_summary_and_what_it_kept(tmp_path):
    async with open_room(tmp_path) as room:
        await room.summary_settings(layout="separate")
        cid = await room.conversation(6)
        await _run(room, cid, text=GOOD_SUMMARY + " ONE")
        await room.extend(cid, 7, 10)

        second = await _run(room, cid, text=GOOD_SUMMARY + " TWO")
        body = "\n".join(m.text for m in room.provider.requests_for("summary")[-1].messages)

    assert "Answered so far. ONE" in body
    assert all(f"fact-{n}." in body for n in (5, 6, 7, 8))
    assert "fact-4." not in body
    assert "fact-9." not in body
    assert second.covered_count == 16


async def test_compressing_unchanged_history_asks_nobody(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(10)
        await _run(room, cid)
        for _ in range(3):
            await room.summaries.run(cid, Reason.MANUAL)

    assert len(room.provider.requests_for("summary")) == 1
    assert [type(e.error) for e in room.of(SummaryFailed)] == [NothingToSummarize] * 3


async def test_a_rewrite_reads_raw_messages_and_not_the_summary(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(8)
        await _run(room, cid, text=GOOD_SUMMARY + " OLD WORDS")

        rewritten = await _run(room, cid, Reason.REWRITE, text=GOOD_SUMMARY + " NEW")
        body = "\n".join(m.text for m in room.provider.requests_for("summary")[-1].messages)

    assert rewritten.mode is SummaryMode.REWRITE
    assert rewritten.previous_id is None
    assert "OLD WORDS" not in body
    assert "fact-1." in body


async def test_an_automatic_run_follows_a_reply_that_crosses_the_threshold(tmp_path):
    async with open_room(tmp_path, profile(window=20000)) as room:
        cid = await room.conversation(12)
        room.provider.play(reply("fine", prompt_tokens=15000))
        room.provider.play(GOOD_SUMMARY, purpose="summary")

        await room.say(cid, "go on")

        room.provider.play("again")
        await room.say(cid, "hi")

    assert len(room.provider.requests_for("summary")) == 1
    assert len(room.provider.requests_for("chat")) == 2
    assert len(room.of(SummaryFinished)) == 1


async def test_off_means_no_request_but_manual_still_works(tmp_path):
    async with open_room(tmp_path, profile(window=20000, summary={"enabled": False})) as room:
        cid = await room.conversation(12)
        room.provider.play(reply("fine", prompt_tokens=19000))
        await room.say(cid, "go on")
        assert room.provider.requests_for("summary") == []

        summary = await _run(room, cid)

    assert summary is not None


async def test_automatic_and_manual_requests_share_one_run(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(10)
        gate = asyncio.Event()
        room.provider.play([gate.wait, *reply(GOOD_SUMMARY)], purpose="summary")
        room.provider.play("sent meanwhile")

        runs = [
            asyncio.ensure_future(room.summaries.run(cid, reason))
            for reason in (Reason.AUTO, *[Reason.MANUAL] * 5)
        ]
        await asyncio.sleep(0.02)
        await room.chat.send(cid, "outside the boundary")
        gate.set()
        results = await asyncio.gather(*runs)
        await room.settle()
        sent = await _next_request_text(room, cid)

    assert len({result.id for result in results}) == 1
    assert len(room.provider.requests_for("summary")) == 1
    assert "outside the boundary" in sent


async def test_two_conversations_run_side_by_side(tmp_path):
    async with open_room(tmp_path) as room:
        first, second = await room.conversation(10), await room.conversation(10)
        gate = asyncio.Event()
        room.provider.play([gate.wait, *reply(GOOD_SUMMARY)], GOOD_SUMMARY, purpose="summary")

        slow = asyncio.ensure_future(room.summaries.run(first, Reason.MANUAL))
        await asyncio.sleep(0.02)
        quick = await room.summaries.run(second, Reason.MANUAL)
        assert quick is not None
        assert not slow.done()
        gate.set()
        await slow


async def test_a_run_waits_for_the_reply_in_progress(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(6)
        gate = asyncio.Event()
        room.provider.play([TextDelta("par"), gate.wait, TextDelta("tial"), ReplyFinished("stop")])
        room.provider.play(GOOD_SUMMARY, purpose="summary")
        await room.chat.send(cid, "question")
        run = asyncio.ensure_future(room.summaries.run(cid, Reason.MANUAL))
        await asyncio.sleep(0.02)
        assert room.provider.requests_for("summary") == []

        gate.set()
        summary = await run
        last = (await room.store.path(cid))[-1]

    assert last.text == "partial"
    assert summary is not None


async def test_cancel_ends_a_hanging_run_and_changes_nothing(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(10)
        room.provider.play([TextDelta("half"), asyncio.Event().wait], purpose="summary")
        run = asyncio.ensure_future(room.summaries.run(cid, Reason.MANUAL))
        while not room.of(SummaryDelta):
            await asyncio.sleep(0.002)

        room.summaries.cancel(cid)
        result = await run
        stored = await room.store.summaries(cid)
        again = await _run(room, cid)

    assert result is None
    assert stored == []
    assert room.of(SummaryCancelled)
    assert again is not None
    assert not room.summaries.running(cid)


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "   \n",
        "<think>x</think>",
        "[Core Task Status]\n(none)\n[Key Information & Context]\nnone",
        [ReasoningDelta("We need to summarise"), ReplyFinished("stop")],
        [TextDelta("[Core Task Status] cut o"), ReplyFinished("length")],
        [TextDelta("[Core Task Status] x"), ReplyFinished("content_filter")],
        [TextDelta("[Core Task Status] just ends")],
        "I cannot help with that.",
    ],
)
async def test_an_unacceptable_answer_replaces_nothing(tmp_path, answer):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(8)
        first = await _run(room, cid)
        await room.extend(cid, 9, 14)
        before = await _next_request_text(room, cid)
        room.provider.play(answer, answer, purpose="summary")

        result = await room.summaries.run(cid, Reason.MANUAL)
        after = await _next_request_text(room, cid)
        stored = await room.store.summaries(cid)

    assert result is None
    assert [s.id for s in stored] == [first.id]
    assert after == before
    assert isinstance(room.of(SummaryFailed)[-1].error, SummaryRefused)
    assert len(room.provider.requests_for("summary")) == 3  # one bounded retry


async def test_a_retry_after_a_fault_is_accepted(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(8)
        room.provider.play("", GOOD_SUMMARY, purpose="summary")

        summary = await room.summaries.run(cid, Reason.MANUAL)

    assert summary.model_text.startswith("[Core Task Status]")


@pytest.mark.parametrize("error", [AuthenticationFailed("no"), ServerFailed("down")])
async def test_failures_keep_the_history_and_pause_automatic_runs(tmp_path, error):
    async with open_room(tmp_path, profile(window=20000)) as room:
        cid = await room.conversation(12)
        room.provider.play([error], purpose="summary")
        for _ in range(3):
            room.provider.play(reply("fine", prompt_tokens=15000))
            await room.say(cid, "go on")
        sent = await _next_request_text(room, cid)

    assert "fact-1." in sent
    assert len(room.provider.requests_for("summary")) == 1


async def test_a_passing_failure_is_tried_again_after_a_pause(tmp_path):
    async with open_room(tmp_path, profile(window=20000)) as room:
        cid = await room.conversation(12)
        room.provider.play([ServerFailed("down")], GOOD_SUMMARY, purpose="summary")
        for _ in range(2):
            room.provider.play(reply("fine", prompt_tokens=15000))
            await room.say(cid, "go on")
            room.clock.at += 120

    assert len(room.of(SummaryFinished)) == 1


async def test_the_pause_doubles_with_each_failure_in_a_row(tmp_path):
    async with open_room(tmp_path, profile(window=20000)) as room:
        cid = await room.conversation(12)
        tried = []
        for seconds_later in (0, FIRST_PAUSE + 1, FIRST_PAUSE + 1, FIRST_PAUSE):
            room.clock.at += seconds_later
            room.provider.play([ServerFailed("down")], purpose="summary")
            room.provider.play(reply("fine", prompt_tokens=15000))
            await room.say(cid, "go on")
            tried.append(len(room.provider.requests_for("summary")))

    assert tried == [1, 2, 2, 3]


async def test_changed_settings_lift_a_permanent_failure(tmp_path):
    async with open_room(tmp_path, profile(window=20000)) as room:
        cid = await room.conversation(12)
        room.provider.play([AuthenticationFailed("no")], GOOD_SUMMARY, purpose="summary")
        room.provider.play(reply("fine", prompt_tokens=15000), reply("fine", prompt_tokens=15000))
        await room.say(cid, "go on")
        await room.summary_settings(token_share=0.6)
        await room.say(cid, "go on")

    assert len(room.of(SummaryFinished)) == 1


async def test_a_request_refused_for_its_length_is_rescued_and_sent_again(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(12)
        room.provider.play([ContextTooLong("too long")], "made it")
        room.provider.play(GOOD_SUMMARY, purpose="summary")

        last = await room.say(cid, "one more")
        path = await room.store.path(cid)

    assert last.text == "made it"
    assert [m.text for m in path].count("one more") == 1
    assert room.of(SummaryFinished)[0].summary.reason is Reason.OVERFLOW
    assert "one more" in room.provider.requests_for("chat")[-1].messages[-1].text


async def test_a_summary_of_messages_edited_meanwhile_is_discarded(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(10)
        gate = asyncio.Event()
        room.provider.play([gate.wait, *reply(GOOD_SUMMARY)], purpose="summary")
        run = asyncio.ensure_future(room.summaries.run(cid, Reason.MANUAL))
        while not room.provider.requests_for("summary"):
            await asyncio.sleep(0.002)
        await room.chat.revise(f"{cid}-a3", "edited")
        gate.set()

        result = await run
        stored = await room.store.summaries(cid)

    assert result is None
    assert stored == []


async def test_edits_and_deletions_under_a_summary_make_it_stale(tmp_path):
    async with open_room(tmp_path, profile(summary={"dialogue_review_enabled": False})) as room:
        cid = await room.conversation(10)
        summary = await _run(room, cid)
        fresh = (await room.summaries.standings(cid))[0]
        await room.chat.set_deleted(f"{cid}-u3", deleted=True)
        deleted = (await room.summaries.standings(cid))[0]
        await room.chat.set_deleted(f"{cid}-u3", deleted=False)
        await room.chat.revise(f"{cid}-a5", "other words")
        edited = (await room.summaries.standings(cid))[0]
        await room.chat.set_deleted(summary.boundary_id, deleted=True)
        boundary = (await room.summaries.standings(cid))[0]
        sent = await _next_request_text(room, cid)

    assert fresh.in_force
    assert fresh.stale is None
    assert deleted.stale is span.StaleReason.DELETED
    assert edited.stale is span.StaleReason.EDITED
    assert boundary.in_force
    assert "fact-1." not in sent  # the old history does not come back and overflow


async def test_undo_sends_the_messages_again_and_restore_takes_it_back(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(10)
        whole = await _next_request_text(room, cid)
        summary = await _run(room, cid)
        short = await _next_request_text(room, cid)
        await room.summaries.undo(summary)
        undone = await _next_request_text(room, cid)
        await room.summaries.restore(summary)
        restored = await _next_request_text(room, cid)

    assert undone == whole
    assert restored == short


async def test_undoing_does_not_make_an_automatic_run_redo_it_at_once(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(17)
        summary = await _run(room, cid)
        await room.summaries.undo(summary)

        outlook = await room.summaries.outlook(cid)

    assert not outlook.decision.fires


async def test_review_before_apply_waits_for_the_user(tmp_path):
    async with open_room(tmp_path) as room:
        await room.summary_settings(review_before_apply="manual")
        cid = await room.conversation(10)
        before = await _next_request_text(room, cid)
        pending = await _run(room, cid)
        waiting = await _next_request_text(room, cid)
        await room.summaries.apply(pending, pending.model_text + "\nby hand: 42")
        applied = await _next_request_text(room, cid)
        stored = await room.store.summaries(cid)

    assert pending.state is SummaryState.PENDING
    assert waiting == before
    assert "by hand: 42" in applied
    assert [(s.engine, s.state) for s in stored] == [
        (SummaryEngineKind.MODEL, SummaryState.UNDONE),
        (SummaryEngineKind.USER, SummaryState.ACTIVE),
    ]


async def test_a_discarded_summary_leaves_no_trace(tmp_path):
    async with open_room(tmp_path) as room:
        await room.summary_settings(review_before_apply="always")
        cid = await room.conversation(10)
        pending = await _run(room, cid)
        await room.summaries.discard(pending)

        assert await room.store.summaries(cid) == []


async def test_an_edit_of_the_summary_in_force_is_a_version_that_undo_takes_back(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(10)
        summary = await _run(room, cid)
        await room.summaries.apply(summary, summary.model_text + "\nextra line")
        edited = await _next_request_text(room, cid)
        standing = (await room.summaries.standings(cid))[0]
        await room.summaries.undo(standing.summary)
        back = await _next_request_text(room, cid)

    assert "extra line" in edited
    assert standing.versions == 2
    assert "extra line" not in back
    assert "Answered so far." in back


async def test_restoring_an_older_summary_switches_the_newer_ones_off(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(10)
        first = await _run(room, cid, text=GOOD_SUMMARY + " ONE")
        await room.extend(cid, 11, 20)
        second = await _run(room, cid, text=GOOD_SUMMARY + " TWO")

        await room.summaries.restore(first)
        sent = await _next_request_text(room, cid)
        states = {s.id: s.state for s in await room.store.summaries(cid)}

    assert "ONE" in sent
    assert "TWO" not in sent
    assert states == {first.id: SummaryState.ACTIVE, second.id: SummaryState.UNDONE}


async def test_the_conversations_own_profile_is_asked_and_no_other(tmp_path):
    async with open_room(tmp_path, profile("one"), profile("two")) as room:
        cid = await room.conversation(10, profile_id="two")

        await _run(room, cid)

    assert [r.profile.id for r in room.provider.requests_for("summary")] == ["two"]


async def test_a_profile_that_is_gone_is_named_and_nobody_else_is_asked(tmp_path):
    async with open_room(tmp_path, profile("one")) as room:
        cid = await room.conversation(10, profile_id="gone")

        result = await room.summaries.run(cid, Reason.MANUAL)

    assert result is None
    assert isinstance(room.of(SummaryFailed)[0].error, ProfileMissing)
    assert room.provider.requests == []


async def test_another_provider_is_asked_only_with_consent(tmp_path):
    one = profile("one", summary={"profile_id": "two"})
    async with open_room(tmp_path, one, profile("two")) as room:
        cid = await room.conversation(10, profile_id="one")
        refused = await room.summaries.run(cid, Reason.MANUAL)
        asked = list(room.provider.requests)
        room.provider.play(GOOD_SUMMARY, purpose="summary")

        await room.summaries.allow_writer(cid)
        agreed = [r.profile.id for r in room.provider.requests_for("summary")]

    assert refused is None
    assert asked == []
    assert agreed == ["two"]


async def test_the_in_place_request_is_a_byte_prefix_of_the_chat_request(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(8)
        room.provider.play("ok")
        await room.say(cid, "last question")
        chat = room.provider.requests_for("chat")[-1].messages

        await _run(room, cid)
        summary = room.provider.requests_for("summary")[-1].messages

    assert summary[:-1] == chat[: len(summary) - 1]
    assert summary[-1].role == "user"


async def test_only_final_text_is_stored(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(8)
        script = [ReasoningDelta("We need to"), TextDelta(GOOD_SUMMARY), ReplyFinished("stop", "m")]

        summary = await _run(room, cid, text=script)

    assert "We need to" not in summary.text
    assert summary.model == "m"


async def test_the_dialogue_review_is_appended_by_code(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(8)
        with_review = await _run(room, cid)
        await room.summary_settings(dialogue_review_enabled=False)
        await room.extend(cid, 9, 12)
        without = await _run(room, cid)

    assert "Dialogue review" in with_review.text
    assert "fact-6." in with_review.text
    assert "Dialogue review" not in with_review.model_text
    assert without.text == without.model_text


async def test_short_messages_get_a_line_each_in_the_dialogue_review(tmp_path):
    async with open_room(tmp_path, profile(summary={"recent_n": 2})) as room:
        cid = await room.conversation(0)
        room.provider.play(*(f"A{number}" for number in range(1, 7)))
        for number in range(1, 7):
            await room.say(cid, f"Q{number} about fact-{number}")
        summary = await _run(room, cid)

    _, _, review = summary.text.partition("[Dialogue review]\n")
    assert review.splitlines() == [
        line for n in range(1, 6) for line in (f"- User: Q{n} about fact-{n}", f"- Assistant: A{n}")
    ]


async def test_a_dialogue_review_fills_only_what_the_summary_leaves_of_its_source(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(22)
        longer = GOOD_SUMMARY + " More was said. " * 90
        summary = await _run(room, cid, text=longer)
        source = sum(len(m.text) for m in (await room.store.path(cid))[: summary.covered_count])

    review = len(summary.text) - len(summary.model_text)
    assert len(summary.model_text) + LEAST_REVIEW < source
    assert review > LEAST_REVIEW
    assert len(summary.text) <= source + 2  # the empty line between them


async def test_messages_in_one_tick_of_the_clock_count_for_the_next_automatic_run(tmp_path, monkeypatch):
    monkeypatch.setattr(TickingClock, "now", lambda clock: clock.at)
    settings = {"message_count": 8, "minimum_turns": 1, "recent_n": 2}
    async with open_room(tmp_path, profile(summary=settings)) as room:
        cid = await room.conversation(0)
        room.provider.play(GOOD_SUMMARY, GOOD_SUMMARY, purpose="summary")
        counts = []
        for number in range(16):
            room.provider.play(f"A{number} noted. " * 8)
            await room.say(cid, f"Q{number} please remember fact-{number}. " * 4)
            counts.append(len(await room.store.summaries(cid)))

    assert counts == [0] * 7 + [1] * 8 + [2]


async def test_summarise_up_to_here_covers_just_that(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(10)

        summary = await _run(room, cid, up_to=f"{cid}-a5")

    assert summary.boundary_id == f"{cid}-a5"
    assert summary.covered_count == 10


async def test_the_extract_needs_no_model(tmp_path):
    async with open_room(tmp_path, profile(summary={"engine": "extract"})) as room:
        cid = await room.conversation(10)

        summary = await room.summaries.run(cid, Reason.MANUAL)

    assert summary.engine is SummaryEngineKind.EXTRACT
    assert room.provider.requests == []
    assert summary.model == ""


async def test_branching_before_the_boundary_drops_the_summary_from_what_is_sent(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(10)
        await _run(room, cid)
        room.provider.play("new branch")
        await room.chat.edit_and_resend(f"{cid}-u3", "another question 3")
        await room.settle()
        sent = await _next_request_text(room, cid)
        standings = await room.summaries.standings(cid)

    assert "Answered so far." not in sent
    assert "fact-1." in sent
    assert standings == []


async def test_covered_and_kept_are_always_the_whole_path(tmp_path):
    async with open_room(tmp_path) as room:
        await room.summary_settings(recent_n=3)
        cid = await room.conversation(5)
        for number in range(6, 14, 2):
            await _run(room, cid)
            outlook = await room.summaries.outlook(cid)
            cut = outlook.span
            assert cut.before + cut.folded + cut.kept == outlook.assembled.path
            await room.extend(cid, number, number + 1)


async def test_a_deleted_message_leaves_the_dialogue_review_at_once(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(10)
        await _run(room, cid)
        before = await _next_request_text(room, cid)
        await room.chat.set_deleted(f"{cid}-u3", deleted=True)
        after = await _next_request_text(room, cid)

    assert "fact-3." in before
    assert "fact-3." not in after
    assert "fact-2." in after


async def test_the_ledger_notes_what_a_summary_cost_and_saved(tmp_path):
    async with open_room(tmp_path, profile(summary={"dialogue_review_enabled": False})) as room:
        cid = await room.conversation(10)
        summary = await _run(room, cid, text=reply(GOOD_SUMMARY, prompt_tokens=900))
        room.provider.play(reply("ok", prompt_tokens=300))
        await room.say(cid, "next")
        entries = await room.store.ledger(cid)

    assert [(e.kind, e.summary_id) for e in entries] == [("summary", summary.id), ("chat", summary.id)]
    assert entries[1].saved_tokens > 0


async def test_started_and_finished_are_announced_in_order(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(8)
        await _run(room, cid)

    kinds = [type(e) for e in room.events if type(e) in (SummaryStarted, SummaryDelta, SummaryFinished)]
    assert kinds[0] is SummaryStarted
    assert kinds[-1] is SummaryFinished


async def test_the_settings_in_force_when_the_run_starts_shape_its_prompt(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(8)

        english = room.preferences.profile("p").summary.en.changed(global_rules="Keep {every} number: 100 %")
        await room.summary_settings(en=english)
        manual = await _run(room, cid)
        await room.extend(cid, 9, 26)
        room.provider.play(GOOD_SUMMARY, purpose="summary")
        room.provider.play("ok")
        await room.say(cid, "count trigger")
        prompts = ["\n".join(m.text for m in r.messages) for r in room.provider.requests_for("summary")]

    assert manual is not None
    assert len(prompts) == 2
    assert all("Keep {every} number: 100 %" in prompt for prompt in prompts)


async def test_a_failed_question_before_a_summary_never_breaks_alternation(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(8)
        room.provider.play([ServerFailed("x")])
        await room.say(cid, "lost question")
        await _run(room, cid)
        room.provider.play("ok")
        await room.say(cid, "second question")
        roles = [m.role for m in room.provider.requests_for("chat")[-1].messages]

    assert roles[0] == "system"
    assert all(a != b for a, b in itertools.pairwise(roles))
    assert roles[-1] == "user"


async def test_off_means_no_rescue_either(tmp_path):
    async with open_room(tmp_path, profile(summary={"enabled": False})) as room:
        cid = await room.conversation(12)
        room.provider.play([ContextTooLong("too long")])

        last = await room.say(cid, "one more")

    assert last.state is MessageState.FAILED
    assert last.error_action == Action.COMPRESS
    assert room.provider.requests_for("summary") == []


async def test_a_rescue_does_not_wait_for_a_run_that_waits_for_its_reply(tmp_path):
    gate = asyncio.Event()
    async with open_room(tmp_path) as room:
        cid = await room.conversation(12)
        room.provider.play([gate.wait, ContextTooLong("too long")], "made it")
        room.provider.play(GOOD_SUMMARY, purpose="summary")
        await room.chat.send(cid, "one more")
        pressed = asyncio.create_task(room.summaries.run(cid, Reason.MANUAL))
        await asyncio.sleep(0.01)
        gate.set()
        async with asyncio.timeout(5):
            summary = await pressed
            await room.settle()
        last = (await room.store.path(cid))[-1]

    assert last.text == "made it"
    assert summary is not None
    assert len(room.provider.requests_for("summary")) == 1


async def test_a_run_cancelled_before_it_began_leaves_the_button_working(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(12)
        pressed = asyncio.create_task(room.summaries.run(cid, Reason.MANUAL))
        asyncio.get_running_loop().call_soon(room.summaries.cancel, cid)
        assert await pressed is None

        assert not room.summaries.running(cid)
        assert await _run(room, cid) is not None
