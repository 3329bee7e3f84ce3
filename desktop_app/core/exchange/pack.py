"""The hand-off pack: one ``.throughline`` ZIP file with a conversation and all it needs elsewhere.

``manifest.json`` (format, version, attachments with size), ``conversation.json`` (the tree in our JSON
form with the summaries in force and the facts), ``conversation.md`` (for people), ``files/<sha256>``.
"""

from __future__ import annotations

import dataclasses
import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any

from desktop_app.core.domain.conversation import Attachment
from desktop_app.core.domain.summary import SummaryState
from desktop_app.core.exchange.archive import Archive, opened
from desktop_app.core.exchange.foreign_json import MAX_JSON_BYTES, Node, read_json, refuse
from desktop_app.core.exchange.imported import ImportedConversation, shown_path, without_deleted
from desktop_app.core.exchange.transcript import to_markdown
from desktop_app.core.exchange.tree_json import read_tree, write_tree

FORMAT = "throughline-pack"
VERSION = 1
SUFFIX = ".throughline"

MAX_FILE_BYTES = 128 * 1024 * 1024
"""Bytes of one attachment."""

_MAX_MANIFEST = 16 * 1024 * 1024
_KNOWN = ("format", "version", "conversation", "files")
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the first date ZIP knows: equal content, equal bytes


def write_pack(imported: ImportedConversation, *, include_deleted: bool = False) -> bytes:
    """The pack as bytes; attachments whose bytes are not in ``imported.files`` are left out.

    Only summaries in force go along (ACTIVE ones: each branch has its own).
    """
    kept = imported if include_deleted else without_deleted(imported)
    in_force = tuple(s for s in kept.summaries if s.state is SummaryState.ACTIVE)
    kept = dataclasses.replace(kept, summaries=in_force)
    digests = [d for d in _attachments(kept) if d in kept.files]
    manifest = {
        **{key: value for key, value in kept.extra.get("manifest", {}).items() if key not in _KNOWN},
        "format": FORMAT,
        "version": VERSION,
        "conversation": "conversation.json",
        "files": [{"sha256": d, "size": len(kept.files[d])} for d in digests],
    }
    path = shown_path(kept.conversation, kept.messages)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as zip_file:
        _add(zip_file, "manifest.json", json.dumps(manifest, indent=1).encode())
        _add(zip_file, "conversation.json", write_tree(kept, include_deleted=include_deleted))
        text = to_markdown(kept.conversation, path, summaries=in_force)
        _add(zip_file, "conversation.md", text.encode("utf-8", "replace"))
        for digest in digests:
            _add(zip_file, f"files/{digest}", kept.files[digest])
    return buffer.getvalue()


def read_pack(data: bytes, place: str = "pack") -> ImportedConversation:
    """The conversation in a pack, under its own ids, with the bytes of its attachments.

    Raises:
        ExchangeError: Not a pack, a newer version, or broken or hostile content.
    """
    with opened(data, place) as archive:
        manifest = _manifest(archive, place)
        tree = archive.read("conversation.json", MAX_JSON_BYTES)
        if tree is None:
            raise refuse(f"{place}/conversation.json", "is missing")
        imported = read_tree(tree, f"{place}/conversation.json")
        wanted = _attachments(imported)
        files = {d: content for d in wanted if (content := _file(archive, d, place)) is not None}
        expected = {"manifest.json", "conversation.json", "conversation.md", *(f"files/{d}" for d in wanted)}
        strangers = [name for name in archive.names() if name not in expected]
    notes = (
        [f"{place}: {len(strangers)} entries that do not belong to a pack were left out."]
        if strangers
        else []
    )
    missing = sum(1 for d in wanted if d not in files)
    if missing:
        notes.append(f"{place}: the content of {missing} attachments is not in the pack.")
    extra: dict[str, Any] = dict(imported.extra)
    if rest := {key: value for key, value in manifest.items() if key not in _KNOWN}:
        extra["manifest"] = rest
    return dataclasses.replace(imported, files=files, notes=tuple(notes), extra=extra)


def _manifest(archive: Archive, place: str) -> Mapping[str, Any]:
    raw = archive.read("manifest.json", _MAX_MANIFEST)
    if raw is None:
        raise refuse(f"{place}/manifest.json", "is missing; this is not a pack of Throughline")
    manifest = Node(read_json(raw, f"{place}/manifest.json"), f"{place}/manifest.json")
    if manifest.get("format").value != FORMAT:
        raise refuse(f"{place}/manifest.json", "is not the manifest of a pack of Throughline")
    if manifest.get("version").count() > VERSION:
        raise refuse(place, f"was written by a newer Throughline (version {manifest.get('version').count()})")
    return manifest.object()


def _file(archive: Archive, digest: str, place: str) -> bytes | None:
    content = archive.read(f"files/{digest}", MAX_FILE_BYTES)
    if content is not None and hashlib.sha256(content).hexdigest() != digest:
        raise refuse(f"{place}/files/{digest}", "does not hold what its name says")
    return content


def _attachments(imported: ImportedConversation) -> dict[str, Attachment]:
    """The attachments of all messages by digest, in order."""
    return {a.digest: a for m in imported.messages for a in m.attachments}


def _add(zip_file: zipfile.ZipFile, name: str, content: bytes) -> None:
    info = zipfile.ZipInfo(name, _EPOCH)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o600 << 16
    zip_file.writestr(info, content)
