"""A request to a model and the items of its streamed answer.

These types are what ``context.request`` builds, the viewer shows and the provider sends, so that
what is shown is what is sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.domain.conversation import Usage

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import ProfileSettings


@dataclass(frozen=True, slots=True)
class TextPart:
    """Text inside a message that also carries images."""

    text: str


@dataclass(frozen=True, slots=True)
class ImagePart:
    """An image of the user's own; ``data`` are the file's bytes."""

    media_type: str
    data: bytes
    name: str = ""


ContentPart = TextPart | ImagePart


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message as it goes over the wire.

    Attributes:
        role: ``system``, ``developer``, ``user`` or ``assistant``.
        content: Plain text, or parts when images are among them.
        source_ids: Stored messages it was made from; not sent.
    """

    role: str
    content: str | tuple[ContentPart, ...]
    source_ids: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The text of the message, images left out."""
        if isinstance(self.content, str):
            return self.content
        return "\n".join(part.text for part in self.content if isinstance(part, TextPart))


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """Everything one call to a model needs.

    Attributes:
        purpose: ``chat``, ``summary``, ``title``, ``background``, ``facts`` or ``test``.
        max_output_tokens: Overrides the profile's limit; None keeps it.
        timeout: Seconds for the whole call; None means only the profile's idle limits apply.
    """

    profile: ProfileSettings
    messages: tuple[ChatMessage, ...]
    purpose: str = "chat"
    max_output_tokens: int | None = None
    timeout: float | None = None


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """A piece of the model's reasoning, whatever form the server used for it."""

    text: str


@dataclass(frozen=True, slots=True)
class TextWasReasoning:
    """All text yielded so far in this call was reasoning; the answer begins only now.

    Some models close a ``<think>`` block that they never opened, so a reader can tell only when
    the closing tag comes. Whoever collects the text moves it to the reasoning and starts afresh.
    """


@dataclass(frozen=True, slots=True)
class UsageReported:
    """Token counts from the server; only plausible ones (prompt > 0, none negative) get here."""

    usage: Usage


@dataclass(frozen=True, slots=True)
class RetryScheduled:
    """The provider waits before it asks again; text received so far in this call is void.

    Attributes:
        seconds: Length of the wait.
        attempt: Number of the attempt that follows, from 2.
        reason: Title of the error that caused it.
    """

    seconds: float
    attempt: int
    reason: str


@dataclass(frozen=True, slots=True)
class ModelLoading:
    """The local engine loads a model.

    Attributes:
        seconds: Time since the load began.
        name: File name of the model.
    """

    seconds: float
    name: str


@dataclass(frozen=True, slots=True)
class ParameterDropped:
    """The server refused a parameter; it was left out and should be remembered for the profile."""

    name: str


@dataclass(frozen=True, slots=True)
class ReplyFinished:
    """The stream ended in an orderly way; always the last item.

    Attributes:
        finish_reason: ``stop``, ``length``, ``content_filter``, ``tool_calls``, or None when the
            server ended with ``[DONE]`` but gave no reason.
        model: Name the server reported; "" if none.
    """

    finish_reason: str | None
    model: str = ""


StreamItem = (
    TextDelta
    | ReasoningDelta
    | TextWasReasoning
    | UsageReported
    | RetryScheduled
    | ModelLoading
    | ParameterDropped
    | ReplyFinished
)


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """A model a server offers; ``window`` and ``output_limit`` in tokens where known."""

    id: str
    window: int | None = None
    output_limit: int | None = None


@dataclass(frozen=True, slots=True)
class FoundServer:
    """A model server found on the loopback interface."""

    preset: str
    base_url: str
    models: tuple[ModelEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class TestOutcome:
    """What the *Test* action of a profile found.

    Attributes:
        ok: Whether a tiny chat request was answered.
        message: Plain text to show.
        url: The final address that was called.
        seconds: Time to the answer.
    """

    __test__ = False  # pytest: this is no test class

    ok: bool
    message: str
    url: str
    seconds: float
