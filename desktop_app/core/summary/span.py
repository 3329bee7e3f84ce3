"""Which messages a run folds, which summary is in force, and whether it is stale."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from desktop_app.core.domain.conversation import Message, MessageState, Role
from desktop_app.core.domain.summary import Summary, SummaryMode, SummaryState


@dataclass(frozen=True, slots=True)
class InForce:
    """The summary that stands for the older part of a path.

    Attributes:
        covered: Number of messages at the start of the path that it stands for.
        boundary_deleted: Whether its boundary message was deleted; the summary then holds up to
            the message before it and is stale.
    """

    summary: Summary
    covered: int
    boundary_deleted: bool = False


@dataclass(frozen=True, slots=True)
class Span:
    """A path cut in three: what a summary covers already, what a run folds now, what stays.

    ``before + folded + kept`` is the path, whatever happened to it before.

    Attributes:
        before: Messages under the summary in force.
        folded: Messages a run would fold; empty when there is nothing to do.
        kept: Messages that stay word for word.
    """

    before: tuple[Message, ...]
    folded: tuple[Message, ...]
    kept: tuple[Message, ...]

    @property
    def covered(self) -> tuple[Message, ...]:
        """Everything a summary covers after the run; the raw messages of a rewrite."""
        return self.before + self.folded

    @property
    def boundary_id(self) -> str | None:
        """Last covered message; None when nothing is covered."""
        last = self.folded or self.before
        return last[-1].id if last else None


@dataclass(frozen=True, slots=True)
class Progress:
    """What happened on a path since a point in time; the counts of ``policy.Situation``.

    Attributes:
        turns: Complete turns of the whole path.
        new_turns: Complete turns whose reply came after the point.
        new_messages: Sendable messages after the point.
        user_messages: Messages of the user after the point.
    """

    turns: int
    new_turns: int
    new_messages: int
    user_messages: int


class StaleReason(StrEnum):
    """Why a summary no longer matches what it covers."""

    EDITED = "edited"
    DELETED = "deleted"
    ADDED = "added"


def choose(path: Sequence[Message], covered: int, recent_n: int) -> Span:
    """Cut a path for the next run.

    Folds from the boundary in force to the newest turn border that leaves ``recent_n`` sendable
    messages; a user message and its reply are never split, and a reply that is still being
    written stays, with its question.

    Args:
        path: Shown messages from the first to the leaf, deleted ones out.
        covered: How many of them the summary in force stands for (``InForce.covered``).
        recent_n: Newest messages to keep word for word.
    """
    messages = tuple(path)
    covered = max(0, min(covered, len(messages)))
    end = max(covered, _newest_border(messages, recent_n))
    if not any(message.is_sendable for message in messages[covered:end]):
        end = covered
    return Span(messages[:covered], messages[covered:end], messages[end:])


def _newest_border(messages: tuple[Message, ...], recent_n: int) -> int:
    """The newest place where a turn ends and ``recent_n`` sendable messages follow; 0 if none."""
    streaming = next((i for i, m in enumerate(messages) if m.state is MessageState.STREAMING), len(messages))
    border, after = len(messages), 0
    following: Message | None = None
    for place in range(len(messages) - 1, -1, -1):
        message = messages[place]
        if not message.is_sendable:
            continue
        if after >= recent_n and border <= streaming and _ends_turn(message, following):
            return border
        border, after, following = place, after + 1, message
    return 0


def _ends_turn(message: Message, following: Message | None) -> bool:
    if message.role is not Role.ASSISTANT:
        return False
    return following is None or following.role is Role.USER or following.speaker != message.speaker


def in_force(
    summaries: Iterable[Summary], path: Sequence[Message], removed: Iterable[Message] = ()
) -> InForce | None:
    """The newest active summary whose boundary lies on the path; None if there is none.

    An edited version stands in the place of its original: it is newer than it, but not newer than
    a summary made after the original.

    Args:
        summaries: All of the conversation, oldest first.
        path: Shown messages, deleted ones out.
        removed: Deleted messages of the conversation. A boundary among them still counts when the
            path once ran through it: deleting it must not bring the old history back.
    """
    everything = list(summaries)
    places = _places(path, removed)
    rank = {summary.id: number for number, summary in enumerate(everything)}
    originals = roots(everything)
    active = [
        summary
        for summary in everything
        if summary.state is SummaryState.ACTIVE and summary.boundary_id in places
    ]
    if not active:
        return None
    newest = max(active, key=lambda summary: (rank[originals[summary.id]], rank[summary.id]))
    covered, present = places[newest.boundary_id]
    return InForce(newest, covered, boundary_deleted=not present)


def roots(summaries: Sequence[Summary]) -> dict[str, str]:
    """For each summary, by id, the id of the original of which it is a version; its own if it is none."""
    by_id = {summary.id: summary for summary in summaries}
    found: dict[str, str] = {}
    for summary in summaries:
        root, seen = summary, {summary.id}
        while root.version_of in by_id and root.version_of not in seen:
            root = by_id[root.version_of]
            seen.add(root.id)
        found[summary.id] = root.id
    return found


def last_run(summaries: Iterable[Summary], path: Sequence[Message]) -> Summary | None:
    """The newest summary made on this path, undone ones included.

    Counting since it, and not since the summary in force, keeps an automatic run from redoing at
    once what the user has just undone.
    """
    ids = {message.id for message in path}
    made = [s for s in summaries if s.boundary_id in ids and s.version_of is None]
    return made[-1] if made else None


def progress(path: Sequence[Message], since: float | None) -> Progress:
    """Count turns and messages.

    Args:
        path: Shown messages, deleted ones out.
        since: Time of the last run in seconds since the epoch; None when there was none.
    """
    turns = new_turns = new_messages = user_messages = 0
    asked = False
    for message in path:
        if not message.is_sendable:
            continue
        new = since is None or message.created_at > since
        new_messages += new
        if message.role is Role.USER:
            user_messages += new
            asked = True
        elif asked:
            turns += 1
            new_turns += new
            asked = False
    return Progress(turns, new_turns, new_messages, user_messages)


def runs_since_rewrite(summary: Summary | None, summaries: Iterable[Summary]) -> int:
    """Runs behind a summary, itself included, since the last rewrite; a rewrite counts as 0."""
    by_id = {s.id: s for s in summaries}
    count = 0
    seen: set[str] = set()
    while summary is not None and summary.mode is not SummaryMode.REWRITE and summary.id not in seen:
        seen.add(summary.id)
        if summary.version_of is not None and summary.version_of in by_id:
            summary = by_id[summary.version_of]
            continue
        count += 1
        summary = by_id.get(summary.previous_id or "")
    return count


def span_hash(messages: Iterable[Message]) -> str:
    """SHA-256 of what the messages say; ids and times do not count, so a fork keeps its summaries."""
    digest = hashlib.sha256()
    for message in messages:
        if message.is_sendable:
            fields = (
                message.role.value,
                message.speaker,
                message.text,
                *(a.digest for a in message.attachments),
            )
            for field in fields:
                encoded = field.encode("utf-8", "surrogatepass")
                digest.update(len(encoded).to_bytes(8, "big"))
                digest.update(encoded)
            digest.update(b"\xff" * 8)
    return digest.hexdigest()


def sendable_count(messages: Iterable[Message]) -> int:
    """Messages that a summary of them covers (``Summary.covered_count``)."""
    return sum(message.is_sendable for message in messages)


def stale_reason(force: InForce, path: Sequence[Message]) -> StaleReason | None:
    """Why a summary in force does not match its messages any more; None when it does."""
    covered = path[: force.covered]
    if force.boundary_deleted:
        return StaleReason.DELETED
    if span_hash(covered) == force.summary.span_hash:
        return None
    count = sendable_count(covered)
    if force.summary.covered_count and count != force.summary.covered_count:
        return StaleReason.DELETED if count < force.summary.covered_count else StaleReason.ADDED
    return StaleReason.EDITED


def is_stale(force: InForce, path: Sequence[Message]) -> bool:
    """Whether a message under the summary was edited, deleted or added since it was made."""
    return stale_reason(force, path) is not None


def _places(path: Sequence[Message], removed: Iterable[Message]) -> dict[str, tuple[int, bool]]:
    """For each message the path runs or once ran through: messages covered up to it, and if it is shown."""
    places = {message.id: (number, True) for number, message in enumerate(path, start=1)}
    gone = {message.id: message for message in removed if message.id not in places}
    if not gone:
        return places
    for number, message in enumerate(path):
        parent = message.parent_id
        while parent in gone:
            places.setdefault(parent, (number, False))
            parent = gone[parent].parent_id
    if path:
        _add_removed_end(path, gone, places)
    return places


def _add_removed_end(
    path: Sequence[Message], gone: dict[str, Message], places: dict[str, tuple[int, bool]]
) -> None:
    """Deleted messages that followed the last one shown."""
    reached = {path[-1].id}
    growing = True
    while growing:
        more = {m.id for m in gone.values() if m.parent_id in reached and m.id not in places}
        for message_id in more:
            places[message_id] = (len(path), False)
        reached |= more
        growing = bool(more)
