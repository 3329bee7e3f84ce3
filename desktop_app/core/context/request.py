"""What is sent: the messages of the next request, in an order that the provider's cache likes.

Between two summaries the list only grows at its end, so that the bytes of request *n* (its closing
quote and brackets aside) are a prefix of request *n + 1*: providers bill a cached prefix at a tenth
to a thirtieth of the price. Whatever changes per turn stands with the newest user message.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from desktop_app.core.context.assembly import Assembly, RequestCache, Setting, close, left_out
from desktop_app.core.context.built import BuiltRequest, Frame
from desktop_app.core.context.content import View
from desktop_app.core.context.labels import labels
from desktop_app.core.context.tokens import TokenCounter, calibrated, reported_base
from desktop_app.core.domain.conversation import Message
from desktop_app.core.domain.request import ChatMessage

_NO_BLOBS: Mapping[str, bytes] = MappingProxyType({})
_PLAIN = View()


def build_request(
    path: Sequence[Message],
    frame: Frame,
    *,
    covered: int = 0,
    view: View = _PLAIN,
    notes: Iterable[str] = (),
    recalled: Iterable[Message] = (),
    blobs: Mapping[str, bytes] = _NO_BLOBS,
    counter: TokenCounter | None = None,
    cache: RequestCache | None = None,
    sent: Sequence[ChatMessage] = (),
    summary_at: float | None = None,
    closing: bool = True,
) -> BuiltRequest:
    """Build the messages of the next request.

    Roles are always valid for servers that demand alternation: at most one system message, then
    user and assistant in turn, beginning and ending with the user. Equal neighbours are merged;
    a missing question gets a short filler.

    Args:
        path: Shown messages from the first to the leaf, deleted ones out; the new user message last.
        frame: What stands before them.
        covered: How many of them ``frame.summary`` stands for (``InForce.covered``).
        view: Images or not, and whose side of a group conversation.
        notes: World information for this turn; stands with the newest user message.
        recalled: Older messages that matter now; likewise. Empty unless the user asked for recall.
        blobs: Contents of attachments by digest; what is missing becomes a placeholder.
        counter: Estimator of the model; a neutral one without it.
        cache: Kept by the caller for the conversation; None builds from scratch, with the same result.
        sent: Messages of the request sent before to the same model, to tell what its cache holds.
        summary_at: When the summary in force was made; usage reported earlier is void.
        closing: False leaves out notes and the final filler: the request cut at the end of ``path``,
            a byte prefix of the whole one, for a summary in place.
    """
    counter = counter or TokenCounter()
    state = cache if cache is not None else RequestCache()
    messages = tuple(path)
    covered = max(0, min(covered, len(messages)))
    before, tail = messages[:covered], messages[covered:]
    setting = Setting(frame, view, counter.weights, tuple(message.id for message in before))
    Assembly(state, setting, blobs).run(before, tail, counter)
    built, entries, estimated = list(state.messages), list(state.entries), state.estimated
    if closing:
        words = labels(frame.use_english)
        estimated += close(built, entries, words, counter.weights, tuple(notes), tuple(recalled))
    tokens = calibrated(estimated, counter.ratio)
    known = _reported_tokens(tail, counter, summary_at)
    return BuiltRequest(
        messages=tuple(built),
        entries=tuple(entries),
        left_out=left_out(state),
        estimated=estimated,
        tokens=tokens if known is None else known,
        reported=known is not None,
        cached_messages=common_prefix(built, sent),
        ratio=counter.ratio,
    )


def common_prefix(messages: Sequence[ChatMessage], sent: Sequence[ChatMessage]) -> int:
    """How many leading messages are equal in content to those sent before."""
    same = 0
    for new, old in zip(messages, sent, strict=False):
        if not (new is old or (new.role == old.role and new.content == old.content)):
            break
        same += 1
    return same


def _reported_tokens(tail: Sequence[Message], counter: TokenCounter, since: float | None) -> int | None:
    """Reported usage of the newest reply plus the estimate from that reply on; None if none is valid."""
    base = reported_base(tail, since)
    if base is None:
        return None
    place, usage = base
    return usage.prompt_tokens + counter.messages(m for m in tail[place:] if m.is_sendable)
