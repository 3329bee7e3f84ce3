"""Can this text be an API key? Looked at before it goes anywhere.

A key travels in an HTTP header. A line break or a letter outside ASCII in it fails there as what looks
like a network fault, and the error text then holds the key. Such characters get in by copying from web
pages and chats, and many cannot be seen, so the message gives the position.
"""

from __future__ import annotations

import unicodedata

from desktop_app.core.domain.errors import KeyRejected

WINDOWS_BLOB_BYTES = 2560
"""CRED_MAX_CREDENTIAL_BLOB_SIZE of the Windows Credential Manager; it stores UTF-16."""


def cleaned_key(text: str, *, max_bytes: int | None = None) -> str:
    """The key without the blanks and line breaks around it.

    Args:
        text: What the user entered.
        max_bytes: Room of the keychain, counted in UTF-16; None means no limit.

    Raises:
        KeyRejected: It is empty, too long, or holds a character that no key has; the message tells
            the position in ``text``, from 1, and never the key.
    """
    key = text.strip()
    if not key:
        raise KeyRejected("The key is empty.")
    start = len(text) - len(text.lstrip())
    for position, character in enumerate(key, start + 1):
        if not "!" <= character <= "~":
            raise KeyRejected(
                f"Character {position} is {_kind_of(character)} (U+{ord(character):04X}); keys hold only "
                "plain ASCII letters, digits and signs. Copy the key again or retype that character."
            )
    size = len(key.encode("utf-16-le"))
    if max_bytes is not None and size > max_bytes:
        raise KeyRejected(
            f"The key has {len(key)} characters; this keychain takes at most {max_bytes // 2}. "
            "The key stored before was kept."
        )
    return key


def _kind_of(character: str) -> str:
    """What the user can look for; invisible characters have no look of their own."""
    category = unicodedata.category(character)
    if unicodedata.east_asian_width(character) == "F" and category != "Zs":
        return "a full-width character"
    if category == "Cf":
        return "an invisible character"
    if category in ("Zs", "Zl", "Zp"):
        return "a space"
    if character in "\r\n":
        return "a line break"
    if category == "Cc":
        return "a control character"
    return "not an ASCII character"
