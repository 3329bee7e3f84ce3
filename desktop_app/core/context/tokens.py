"""One estimate of tokens for trigger, cut and display, calibrated by what providers report.

The weights follow the scripts of a text: words, digits, punctuation, Chinese characters and emoji
take different numbers of tokens. They were fitted to the built-in model's own tokenizer (all of
64 English, Chinese, code and mixed samples within 12 %) and set from published vocabularies for
the rest; a ratio per model, learnt from reported usage, takes up what remains.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from desktop_app.core.domain.conversation import Message, Usage
from desktop_app.core.domain.request import ChatMessage, ImagePart

MESSAGE_TOKENS = 4
"""Tokens of the markers around one message in common chat templates."""

IMAGE_TOKENS = 800
"""Flat cost of an image: between a low-detail tile (85) and a large photo (1,600)."""

SAMPLE_CHARACTERS = 60_000
"""Longer texts are estimated from samples of this many characters in all."""

_SAMPLES = 6
_REMEMBERED_CHARACTERS = 4_000
"""Texts from this length on are weighed once: it costs milliseconds, and one request asks several times."""
_REMEMBERED_TEXTS = 20_000
_WHOLE_REPORT = 60
"""Tokens of a request from which on its report counts wholly."""

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_LONG_WORD = re.compile(r"[A-Za-z]{17,}")
_DIGIT = re.compile(r"[0-9]")
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]+")
_LINE = re.compile(r"\n[ \t]*")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]")
_WIDE_PUNCTUATION = re.compile(r"[\u2010-\u2027\u2030-\u205e\u3000-\u303f\uff00-\uffef]")
_EMOJI = re.compile(r"[\u200d\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]")
_OTHER = re.compile(
    r"[^\x00-\x7f\u200d\u2010-\u2027\u2030-\u205e\u2190-\u2bff\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af"
    r"\uf900-\ufaff\ufe0f\uff00-\uffef\U0001f000-\U0001faff\U00020000-\U0003ffff]"
)


@dataclass(frozen=True, slots=True)
class Weights:
    """Tokens per item of each kind of text, for one family of vocabularies.

    Attributes:
        word: Per Latin word; a change from lower to upper case starts a new one.
        long_word: Per character of a run of letters beyond the 16th.
        digit: Per digit.
        punctuation: Per run of ASCII punctuation.
        punctuation_more: Per further character of such a run.
        line: Per line break with its indentation.
        cjk: Per Chinese, Japanese or Korean character.
        wide_punctuation: Per full-width or typographic punctuation mark.
        emoji: Per emoji or symbol, joiners included.
        other: Per character of any other script.
    """

    word: float = 1.0
    long_word: float = 0.25
    digit: float = 0.5
    punctuation: float = 0.9
    punctuation_more: float = 0.15
    line: float = 0.9
    cjk: float = 0.75
    wide_punctuation: float = 0.75
    emoji: float = 1.5
    other: float = 0.5


DEFAULT_WEIGHTS = Weights()
"""For vocabularies of 100,000 tokens and more, as most models of 2024 and later have."""

_FAMILIES = (
    # An English vocabulary of 49,152: most Chinese characters fall apart into bytes.
    (re.compile(r"smol", re.IGNORECASE), Weights(digit=1.19, punctuation=0.96, punctuation_more=0.125,
                                                 line=1.25, cjk=1.85, emoji=2.8, other=1.2)),
    # Vocabularies of 32,000 (Llama 1 and 2, first Mistral models) and cl100k of 2023.
    (re.compile(r"llama-?2|mistral-7b|mixtral|vicuna|gpt-3\.5|gpt-4(?![o.\d])", re.IGNORECASE),
     Weights(word=1.15, digit=0.8, cjk=1.15, emoji=2.5, other=0.8)),
    # Vocabularies made for Chinese.
    (re.compile(r"qwen|deepseek|glm|kimi|moonshot|yi-|baichuan|ernie|hunyuan|doubao|minimax", re.IGNORECASE),
     Weights(cjk=0.65)),
)  # fmt: skip


_remembered: dict[tuple[int, int, Weights], int] = {}


def weights_for(model: str) -> Weights:
    """The weights that suit a model's vocabulary, told by its name."""
    return next((weights for pattern, weights in _FAMILIES if pattern.search(model)), DEFAULT_WEIGHTS)


def estimate_text(text: str, weights: Weights = DEFAULT_WEIGHTS) -> int:
    """Tokens of a text, not calibrated; 0 only for an empty one."""
    if not text:
        return 0
    if len(text) < _REMEMBERED_CHARACTERS:
        return max(1, round(_weigh(text, weights)))
    # By length and hash: a hash is computed once per string, and no text is kept alive here.
    key = (len(text), hash(text), weights)
    known = _remembered.get(key)
    if known is None:
        sampled = len(text) > SAMPLE_CHARACTERS
        known = _estimate_from_samples(text, weights) if sampled else max(1, round(_weigh(text, weights)))
        if len(_remembered) >= _REMEMBERED_TEXTS:
            _remembered.clear()
        _remembered[key] = known
    return known


def estimate_content(message: ChatMessage, weights: Weights = DEFAULT_WEIGHTS) -> int:
    """Tokens of a message as sent: text, flat images, and the markers around it; not calibrated."""
    if isinstance(message.content, str):
        return MESSAGE_TOKENS + estimate_text(message.content, weights)
    return MESSAGE_TOKENS + sum(
        IMAGE_TOKENS if isinstance(part, ImagePart) else estimate_text(part.text, weights)
        for part in message.content
    )


def calibrated(estimate: float, ratio: float) -> int:
    """An estimate corrected by a model's ratio (reported / estimated)."""
    return round(estimate * ratio)


def update_ratio(ratio: float, reports: int, *, estimated: int, reported: int) -> tuple[float, int]:
    """Learn from one reported request.

    The first report counts wholly, later ones as in a running mean that never gets slower than
    0.3, so that a change of language shows after a few replies. Short requests, of which a hidden
    system prompt may be most, count less.

    Args:
        ratio: What was known before.
        reports: How many reports that rests on.
        estimated: Uncalibrated estimate of the request (``BuiltRequest.estimated``).
        reported: ``prompt_tokens`` of its usage.

    Returns:
        The new ratio, between 0.2 and 5, and the number of reports.
    """
    if estimated <= 0 or reported <= 0:
        return ratio, reports
    sample = min(5.0, max(0.2, reported / estimated))
    pace = max(0.3, 1 / (reports + 1)) * min(1.0, estimated / _WHOLE_REPORT)
    return ratio + (sample - ratio) * pace, reports + 1


def reported_base(tail: Sequence[Message], since: float | None) -> tuple[int, Usage] | None:
    """The newest usage that still speaks of the present context.

    Usage measured before the last summary was made counts the messages it folded, so it is void
    after it; comparing with it would start a run at every reply.

    Args:
        tail: Messages after the boundary in force.
        since: When the summary in force was made; None without one.

    Returns:
        Place in ``tail`` of the reply that carries the usage, and the usage; None if there is none.
    """
    for place in range(len(tail) - 1, -1, -1):
        message = tail[place]
        if message.usage is not None and (since is None or message.created_at > since):
            return place, message.usage
    return None


class TokenCounter:
    """The estimator for one model, with its ratio and a memory of texts already estimated."""

    def __init__(self, model: str = "", ratio: float = 1.0) -> None:
        self.weights = weights_for(model)
        self.ratio = ratio
        self._known: dict[str, tuple[str, int]] = {}

    def text(self, text: str) -> int:
        """Calibrated tokens of a text."""
        return calibrated(estimate_text(text, self.weights), self.ratio)

    def message(self, message: Message) -> int:
        """Calibrated tokens of a stored message, reasoning left out."""
        return calibrated(self.raw_message(message), self.ratio)

    def messages(self, messages: Iterable[Message]) -> int:
        """Calibrated tokens of several stored messages."""
        return calibrated(sum(map(self.raw_message, messages)), self.ratio)

    def raw_message(self, message: Message) -> int:
        """Uncalibrated tokens of a stored message; remembered as long as its text stays the same."""
        known = self._known.get(message.id)
        if known is not None and known[0] is message.text:
            return known[1]
        images = sum(attachment.is_image for attachment in message.attachments)
        # Other files: four bytes a token; their text is not at hand here.
        files = sum(a.size // 4 for a in message.attachments if not a.is_image)
        tokens = MESSAGE_TOKENS + estimate_text(message.text, self.weights) + images * IMAGE_TOKENS + files
        self._known[message.id] = (message.text, tokens)
        return tokens


def _weigh(text: str, weights: Weights) -> float:
    runs = _PUNCTUATION.findall(text)
    total = weights.word * len(_WORD.findall(text))
    total += weights.long_word * sum(len(word) - 16 for word in _LONG_WORD.findall(text))
    total += weights.digit * len(_DIGIT.findall(text))
    total += weights.punctuation * len(runs)
    total += weights.punctuation_more * (sum(map(len, runs)) - len(runs))
    total += weights.line * len(_LINE.findall(text))
    if not text.isascii():
        total += weights.cjk * len(_CJK.findall(text))
        total += weights.wide_punctuation * len(_WIDE_PUNCTUATION.findall(text))
        total += weights.emoji * len(_EMOJI.findall(text))
        total += weights.other * len(_OTHER.findall(text))
    return total


def _estimate_from_samples(text: str, weights: Weights) -> int:
    size = SAMPLE_CHARACTERS // _SAMPLES
    step = (len(text) - size) // (_SAMPLES - 1)
    weighed = sum(_weigh(text[start : start + size], weights) for start in range(0, step * _SAMPLES, step))
    return max(1, round(weighed * len(text) / (size * _SAMPLES)))
