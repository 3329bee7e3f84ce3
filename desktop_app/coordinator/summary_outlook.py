"""Where a conversation stands with its summaries: what is in force, what a run would fold, when."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.coordinator.requests import Assembled, Requests
from desktop_app.coordinator.summary_forecast import reserve_of
from desktop_app.core.context.tokens import estimate_text
from desktop_app.core.domain.conversation import Message
from desktop_app.core.domain.ports import Clock, ConversationStore
from desktop_app.core.domain.summary import Reason, Summary, SummaryState
from desktop_app.core.summary import policy, span


@dataclass(frozen=True, slots=True)
class Outlook:
    """The state of one conversation at one moment.

    Attributes:
        assembled: The next request as it stands.
        summaries: All of the conversation, oldest first.
        span: What the summary in force covers, what a run would fold, what stays.
        situation: The numbers the decision rests on.
        decision: Whether an automatic run starts, and what is left until then.
    """

    assembled: Assembled
    summaries: tuple[Summary, ...]
    span: span.Span
    situation: policy.Situation
    decision: policy.Decision

    @property
    def can_run(self) -> bool:
        """Whether there is anything for a manual run to fold."""
        return any(message.is_sendable for message in self.span.folded)


@dataclass(frozen=True, slots=True)
class SummaryStanding:
    """A stored summary whose boundary lies on the path shown.

    Attributes:
        stale: Why it does not match its messages any more; None when it does, or is not in force.
        versions: How many versions of it there are, itself included.
    """

    summary: Summary
    in_force: bool
    stale: span.StaleReason | None
    versions: int


@dataclass(frozen=True, slots=True)
class AutoMemory:
    """What the automatic runs of a conversation have to remember while the program runs.

    Attributes:
        user_acted: The user compressed, undid, edited or changed settings since the last automatic run.
        failed_for_good: The last one failed for a cause that waiting does not cure.
    """

    user_acted: bool = False
    failed_for_good: bool = False


class Outlooks:
    """Looks at conversations; changes nothing.

    Args:
        store: Messages and summaries.
        requests: Builds the next request.
        clock: For the age trigger.
    """

    def __init__(self, store: ConversationStore, requests: Requests, clock: Clock) -> None:
        self._store = store
        self._requests = requests
        self._clock = clock

    async def look(
        self, conversation_id: str, memory: AutoMemory = AutoMemory(), *, streaming: bool = False
    ) -> Outlook:
        """The state now.

        Raises:
            ProfileMissing: The conversation's profile is gone.
            StorageError: The conversation is gone.
        """
        assembled = await self._requests.assemble(conversation_id)
        summaries = tuple(await self._store.summaries(conversation_id))
        settings = assembled.profile.summary
        cut = span.choose(assembled.path, assembled.covered, settings.recent_n)
        situation = self._situation(assembled, summaries, cut, memory, streaming=streaming)
        return Outlook(assembled, summaries, cut, situation, policy.decide(situation, settings))

    async def standings(self, conversation_id: str) -> list[SummaryStanding]:
        """All summaries on the path shown, oldest first; the newest version of each.

        Discarded and undone ones are in the list of versions only, except the newest of a family.
        """
        path = await self._store.path(conversation_id)
        stored = await self._store.summaries(conversation_id)
        force = span.in_force(stored, path, await self._store.removed_messages(conversation_id))
        on_path = {message.id for message in path}
        if force is not None:
            on_path.add(force.summary.boundary_id)
        roots = span.roots(stored)
        families: dict[str, list[Summary]] = {}
        for summary in stored:
            if summary.boundary_id in on_path:
                families.setdefault(roots[summary.id], []).append(summary)
        return [self._standing(family, force, path) for family in families.values()]

    def _standing(
        self, family: list[Summary], force: span.InForce | None, path: list[Message]
    ) -> SummaryStanding:
        mine = force if force is not None and any(s.id == force.summary.id for s in family) else None
        shown = mine.summary if mine else next((s for s in reversed(family) if _is_open(s)), family[-1])
        stale = span.stale_reason(mine, path) if mine else None
        return SummaryStanding(shown, mine is not None, stale, len(family))

    def _situation(
        self,
        assembled: Assembled,
        summaries: tuple[Summary, ...],
        cut: span.Span,
        memory: AutoMemory,
        *,
        streaming: bool,
    ) -> policy.Situation:
        profile = assembled.profile
        last = span.last_run(summaries, assembled.path)
        progress = span.progress(assembled.path, last.created_at if last else None)
        first = assembled.path[0].created_at if assembled.path else None
        since = last.created_at if last else first
        automatic = last if last is not None and last.reason is Reason.AUTO else None
        return policy.Situation(
            request_tokens=assembled.built.tokens,
            window=profile.window,
            reserved_output=reserve_of(profile),
            turns=progress.turns,
            new_turns=progress.new_turns,
            new_messages=progress.new_messages,
            user_messages=progress.user_messages,
            foldable=sum(message.is_sendable for message in cut.folded),
            minutes=max(0.0, self._clock.now() - since) / 60 if since is not None else None,
            streaming=streaming,
            last_gain=_gain(automatic) if automatic else None,
            user_acted=memory.user_acted,
            failed_for_good=memory.failed_for_good,
        )


def _gain(summary: Summary) -> float:
    """Share by which a run shortened the request, its dialogue review left out of account.

    The review is bounded and made anew each time, so it can't be why runs do not help.
    """
    review = estimate_text(summary.text) - estimate_text(summary.model_text) if summary.model_text else 0
    return policy.gain(summary.tokens_before, summary.tokens_after - review)


def _is_open(summary: Summary) -> bool:
    return summary.state is not SummaryState.UNDONE
