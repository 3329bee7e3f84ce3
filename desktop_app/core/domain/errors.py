"""Every error of the program that a user may see.

ThroughlineError
├── ProviderError                 a model endpoint
│   ├── ConnectionFailed          nothing answered (network, DNS, proxy, wrong port)
│   ├── CertificateNotTrusted     TLS refused
│   ├── AuthenticationFailed      401 / 403
│   ├── PaymentRequired           402
│   ├── NotFound                  404: wrong URL or unknown model
│   ├── RateLimited               429
│   ├── ContextTooLong            the request is larger than the model's window
│   ├── RequestRefused            other 4xx: the server named what it does not accept
│   ├── ServerFailed              5xx, or an error object inside a stream
│   ├── NotAStream                a web page or plain JSON instead of an event stream
│   ├── EmptyReply                a stream that ended without any text
│   ├── StreamInterrupted         a stream that broke off; the partial text is kept
│   └── TimedOut                  no first token, or silence, for longer than the profile allows
├── KeychainError                 the operating system's keychain
│   ├── KeychainUnavailable · KeychainLocked · KeychainDenied · KeychainTimeout · KeyRejected
├── StorageError                  the store or the settings file
│   ├── DataDirUnusable · StoreDamaged · StoreLocked · DiskFull
├── LocalEngineError              the built-in engine: file missing or broken, process died
├── SettingsInvalid               a value outside its bounds, named with its field
├── SummaryRefused                an answer that must not become a summary
├── SummaryStale                  the summary in force speaks of edited or deleted messages
├── NothingToSummarize            no new messages since the last summary
├── ConsentNeeded                 another provider would see a conversation
├── ProfileMissing                a conversation or task names a profile that is gone
├── FactsRefused                  an answer to "Suggest facts" that holds no list of facts
├── TemplateBroken                a prompt template with a syntax error or a forbidden expression
└── ExchangeError                 a file that cannot be imported or exported
"""

from __future__ import annotations

from enum import StrEnum


class Action(StrEnum):
    """What the user can do about an error; the UI shows it as a button beside the message."""

    NONE = "none"
    RETRY = "retry"
    CONTINUE = "continue"
    OPEN_PROFILE = "open_profile"
    OPEN_SUMMARY_SETTINGS = "open_summary_settings"
    UNLOCK_KEYCHAIN = "unlock_keychain"
    COMPRESS = "compress"
    CHOOSE_MODEL_FILE = "choose_model_file"
    ALLOW_PROVIDER = "allow_provider"
    REWRITE_SUMMARY = "rewrite_summary"


class ThroughlineError(Exception):
    """Base of all our errors, ready to show.

    Attributes:
        title: A few words: what happened.
        message: Why, in one or two plain sentences; never HTML, never a key.
        action: What the user can do about it.
    """

    title: str = "Something went wrong"
    action: Action = Action.NONE

    def __init__(self, message: str = "", *, title: str | None = None, action: Action | None = None) -> None:
        super().__init__(message)
        self.message = message
        if title is not None:
            self.title = title
        if action is not None:
            self.action = action

    def __str__(self) -> str:
        """Title and message in one line, for logs and for ``Message.error``."""
        return f"{self.title}: {self.message}" if self.message else self.title


class ProviderError(ThroughlineError):
    """A model endpoint failed.

    Attributes:
        status: HTTP status, or None when no answer came.
        retry_after: Seconds the server asks to wait, or None.
    """

    title = "The model did not answer"
    action = Action.RETRY

    def __init__(
        self,
        message: str = "",
        *,
        title: str | None = None,
        action: Action | None = None,
        status: int | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message, title=title, action=action)
        self.status = status
        self.retry_after = retry_after


class ConnectionFailed(ProviderError):
    """Nothing answered at the address."""

    title = "No connection"


class CertificateNotTrusted(ProviderError):
    """The server's TLS certificate is not trusted."""

    title = "Certificate not trusted"
    action = Action.OPEN_PROFILE


class AuthenticationFailed(ProviderError):
    """The key was refused (401, 403) or none is set."""

    title = "The API key was not accepted"
    action = Action.OPEN_PROFILE


class PaymentRequired(ProviderError):
    """The account has no credit left (402 or an equal code)."""

    title = "No credit left"
    action = Action.OPEN_PROFILE


class NotFound(ProviderError):
    """404: the address or the model does not exist."""

    title = "Address or model not found"
    action = Action.OPEN_PROFILE


class RateLimited(ProviderError):
    """429: too many requests."""

    title = "Too many requests"


class ContextTooLong(ProviderError):
    """The request does not fit the model's window."""

    title = "The conversation is too long for this model"
    action = Action.COMPRESS


class RequestRefused(ProviderError):
    """Another 4xx: the server does not accept something in the request.

    Attributes:
        parameter: Name of the refused parameter where the server's words tell it, else "".
    """

    title = "The server refused the request"
    action = Action.OPEN_PROFILE
    parameter: str = ""


class ServerFailed(ProviderError):
    """5xx or an error object inside a stream."""

    title = "The server reported an error"


class NotAStream(ProviderError):
    """The address answered with a web page or plain JSON instead of an event stream."""

    title = "No reply received"
    action = Action.OPEN_PROFILE


class EmptyReply(ProviderError):
    """The stream ended without any text; reasoning may have come.

    Attributes:
        finish_reason: As the server gave it; ``length`` means that the output limit (max_tokens)
            was used up before the answer began, so a larger limit may help.
    """

    title = "The model returned no text"
    finish_reason: str | None = None


class StreamInterrupted(ProviderError):
    """The stream broke off; what had arrived is kept."""

    title = "The reply was interrupted"
    action = Action.CONTINUE


class TimedOut(ProviderError):
    """No first token, or silence in the middle, for longer than the profile allows."""

    title = "The model took too long"


class KeychainError(ThroughlineError):
    """The keychain failed in a way that none of the subclasses names."""

    title = "Keychain error"
    action = Action.UNLOCK_KEYCHAIN


class KeychainUnavailable(KeychainError):
    """There is no keychain on this machine; keys live for the session."""

    title = "No keychain found"


class KeychainLocked(KeychainError):
    """The keychain is locked and was not unlocked."""

    title = "The keychain is locked"


class KeychainDenied(KeychainError):
    """The user or the system denied access."""

    title = "Access to the keychain was denied"


class KeychainTimeout(KeychainError):
    """The keychain did not answer in time; it may be waiting for the user."""

    title = "The keychain does not answer"


class KeyRejected(KeychainError):
    """The key itself cannot be used or stored; the message gives the position or the limit."""

    title = "This key cannot be used"
    action = Action.NONE


class StorageError(ThroughlineError):
    """Reading or writing our own files failed."""

    title = "Could not save"
    action = Action.RETRY


class DataDirUnusable(StorageError):
    """The data folder cannot be created or written; the program cannot go on."""

    title = "The data folder cannot be used"
    action = Action.NONE


class StoreDamaged(StorageError):
    """The database is damaged and was set aside."""

    title = "The conversation store was damaged"
    action = Action.NONE


class StoreLocked(StorageError):
    """Another program holds the database."""

    title = "The conversation store is in use"


class DiskFull(StorageError):
    """No space is left; what was stored before is intact."""

    title = "The disk is full"


class LocalEngineError(ProviderError):
    """The built-in engine could not load its model file or died."""

    title = "The local model could not be started"
    action = Action.CHOOSE_MODEL_FILE


class SettingsInvalid(ThroughlineError):
    """A setting is outside its bounds.

    Attributes:
        field: Dotted path of the field.
    """

    title = "This value cannot be used"

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class SummaryRefused(ThroughlineError):
    """An answer that must not become a summary; the old one stays in force.

    Attributes:
        fault: Value of ``summary.review.Fault``, "" when unknown.
    """

    title = "The summary was not accepted"
    action = Action.RETRY
    fault: str = ""


class SummaryStale(ThroughlineError):
    """The summary in force still speaks of messages that were edited or deleted."""

    title = "The summary is out of date"
    action = Action.REWRITE_SUMMARY


class NothingToSummarize(ThroughlineError):
    """There is nothing new to compress."""

    title = "Nothing new to compress"


class ConsentNeeded(ThroughlineError):
    """Another provider would see a conversation, and the user has not agreed to that yet."""

    title = "Another provider would see this conversation"
    action = Action.ALLOW_PROVIDER


class ProfileMissing(ThroughlineError):
    """The profile that a conversation or task names does not exist any more."""

    title = "The model profile is gone"
    action = Action.OPEN_PROFILE


class FactsRefused(ThroughlineError):
    """An answer to "Suggest facts" that holds no usable list; nothing was changed."""

    title = "No facts could be read from the answer"
    action = Action.RETRY


class TemplateBroken(ThroughlineError):
    """A prompt template cannot be rendered; the message names the line and the reason."""

    title = "The prompt template cannot be used"


class ExchangeError(ThroughlineError):
    """A file cannot be imported or exported; the message names the place and the reason."""

    title = "This file cannot be read"
