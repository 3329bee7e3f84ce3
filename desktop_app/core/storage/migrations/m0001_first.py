"""Step 1: conversation trees, summaries, the user's library, figures and full-text search.

Every table keeps its rowid, which the salvage of damaged files walks along. Long columns stand last,
so that reading the short ones touches no overflow pages.
"""

from __future__ import annotations

TABLES = (
    "conversations",
    "messages",
    "revisions",
    "summaries",
    "drafts",
    "facts",
    "documents",
    "blobs",
    "ledger",
    "calibration",
)

# Only finished messages of moderate length are indexed: a streaming reply is saved every second,
# and trigrams of a pasted megabyte would hold up the send. The others are scanned (search.py), and so
# are texts with a NUL, where SQLite's tokenizer stops.
SCANNED = "(length(text) > 65536 OR instr(text, char(0)) > 0)"
_INDEXED = "{row}.state <> 'streaming' AND length({row}.text) <= 65536 AND instr({row}.text, char(0)) = 0"
_NEW = _INDEXED.format(row="new")
_OLD = _INDEXED.format(row="old")
# Two line feeds make every sequence of one or two characters the start of some trigram.
_INSERT = "INSERT INTO message_search (rowid, text) VALUES (new.seq, new.text || char(10, 10));"
_DELETE = (
    "INSERT INTO message_search (message_search, rowid, text)"
    " VALUES ('delete', old.seq, old.text || char(10, 10));"
)

STATEMENTS = (
    """
    CREATE TABLE conversations (
        id TEXT PRIMARY KEY NOT NULL,
        title TEXT NOT NULL,
        title_source TEXT NOT NULL,
        created_at REAL NOT NULL,
        updated_at REAL NOT NULL,
        profile_id TEXT,
        active_leaf_id TEXT,
        persona_ids TEXT NOT NULL DEFAULT '',
        origin_id TEXT,
        pinned INTEGER NOT NULL DEFAULT 0,
        deleted_at REAL,
        background TEXT NOT NULL DEFAULT '',
        system_prompt TEXT
    )
    """,
    """
    CREATE TABLE messages (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
        parent_id TEXT REFERENCES messages (id) DEFERRABLE INITIALLY DEFERRED,
        role TEXT NOT NULL,
        state TEXT NOT NULL,
        deleted INTEGER NOT NULL DEFAULT 0,
        pinned INTEGER NOT NULL DEFAULT 0,
        created_at REAL NOT NULL,
        speaker TEXT NOT NULL DEFAULT '',
        persona_id TEXT,
        model TEXT NOT NULL DEFAULT '',
        profile_id TEXT,
        prompt_tokens INTEGER,
        completion_tokens INTEGER,
        cached_tokens INTEGER,
        reasoning_seconds REAL,
        first_token_seconds REAL,
        duration_seconds REAL,
        finish_reason TEXT,
        error TEXT NOT NULL DEFAULT '',
        error_action TEXT NOT NULL DEFAULT '',
        attachments TEXT NOT NULL DEFAULT '',
        text TEXT NOT NULL,
        reasoning TEXT NOT NULL DEFAULT ''
    )
    """,
    # Covers what paths and siblings need, so that walking a tree reads no texts.
    "CREATE INDEX messages_tree ON messages (conversation_id, seq, id, parent_id, deleted)",
    "CREATE INDEX messages_parent ON messages (parent_id)",
    "CREATE INDEX messages_streaming ON messages (seq) WHERE state = 'streaming'",
    "CREATE INDEX messages_attached ON messages (seq) WHERE attachments <> ''",
    f"CREATE INDEX messages_scanned ON messages (seq) WHERE {SCANNED}",
    """
    CREATE TABLE revisions (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
        at REAL NOT NULL,
        text TEXT NOT NULL
    )
    """,
    "CREATE INDEX revisions_message ON revisions (message_id)",
    """
    CREATE TABLE summaries (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
        boundary_id TEXT NOT NULL,
        created_at REAL NOT NULL,
        span_hash TEXT NOT NULL,
        previous_id TEXT,
        settings_hash TEXT NOT NULL,
        use_english INTEGER NOT NULL,
        engine TEXT NOT NULL,
        mode TEXT NOT NULL,
        reason TEXT NOT NULL,
        state TEXT NOT NULL,
        profile_id TEXT,
        model TEXT NOT NULL,
        prompt_tokens INTEGER,
        completion_tokens INTEGER,
        cached_tokens INTEGER,
        covered_count INTEGER NOT NULL,
        tokens_before INTEGER NOT NULL,
        tokens_after INTEGER NOT NULL,
        version_of TEXT,
        text TEXT NOT NULL,
        model_text TEXT NOT NULL
    )
    """,
    "CREATE INDEX summaries_conversation ON summaries (conversation_id)",
    # No foreign key: a draft may be older than the first save of its conversation.
    """
    CREATE TABLE drafts (
        conversation_id TEXT PRIMARY KEY NOT NULL,
        text TEXT NOT NULL,
        attachments TEXT NOT NULL DEFAULT ''
    )
    """,
    """
    CREATE TABLE facts (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        conversation_id TEXT REFERENCES conversations (id) ON DELETE CASCADE,
        created_at REAL NOT NULL,
        enabled INTEGER NOT NULL,
        position INTEGER NOT NULL,
        source_message_id TEXT,
        text TEXT NOT NULL
    )
    """,
    "CREATE INDEX facts_conversation ON facts (conversation_id)",
    """
    CREATE TABLE documents (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        data TEXT NOT NULL,
        UNIQUE (kind, id)
    )
    """,
    "CREATE TABLE blobs (digest TEXT PRIMARY KEY NOT NULL, data BLOB NOT NULL)",
    """
    CREATE TABLE ledger (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        conversation_id TEXT NOT NULL,
        kind TEXT NOT NULL,
        at REAL NOT NULL,
        profile_id TEXT,
        model TEXT NOT NULL,
        prompt_tokens INTEGER NOT NULL,
        completion_tokens INTEGER NOT NULL,
        cached_tokens INTEGER,
        saved_tokens INTEGER NOT NULL,
        summary_id TEXT
    )
    """,
    "CREATE INDEX ledger_conversation ON ledger (conversation_id)",
    """
    CREATE TABLE calibration (
        model TEXT PRIMARY KEY NOT NULL,
        ratio REAL NOT NULL,
        reports INTEGER NOT NULL
    )
    """,
    # Trigrams find Chinese and parts of words alike. `detail=none` keeps the index small; search.py
    # checks every candidate against the text, so that positions are not needed.
    """
    CREATE VIRTUAL TABLE message_search USING fts5(
        text, content='', detail=none, columnsize=0, tokenize='trigram'
    )
    """,
    "CREATE VIRTUAL TABLE message_terms USING fts5vocab(message_search, instance)",
    f"CREATE TRIGGER messages_added AFTER INSERT ON messages WHEN {_NEW} BEGIN {_INSERT} END",
    f"CREATE TRIGGER messages_removed AFTER DELETE ON messages WHEN {_OLD} BEGIN {_DELETE} END",
    f"""
    CREATE TRIGGER messages_outdated BEFORE UPDATE OF text, state ON messages
    WHEN {_OLD} AND (NOT ({_NEW}) OR old.text IS NOT new.text) BEGIN {_DELETE} END
    """,
    f"""
    CREATE TRIGGER messages_changed AFTER UPDATE OF text, state ON messages
    WHEN {_NEW} AND (NOT ({_OLD}) OR old.text IS NOT new.text) BEGIN {_INSERT} END
    """,
)
