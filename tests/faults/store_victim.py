"""Writes to a store until it is killed; prints what the store has acknowledged.

Run: ``python tests/faults/store_victim.py FOLDER RUN``.
"""

from __future__ import annotations

import asyncio
import dataclasses
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from desktop_app.core.domain.conversation import Message, MessageState, Role
from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.domain.summary import Summary
from desktop_app.core.storage.store import SqliteStore
from tests.builders import conversation


class Clock:
    def now(self):
        return time.time()

    def monotonic(self):
        return time.monotonic()


async def main(folder, run):
    store = SqliteStore(AppPaths(Path(folder)), clock=Clock())
    await store.open()
    print("open", flush=True)
    head = conversation(f"c{run}")
    await store.save_conversation(head)
    parent = None
    for number in range(100_000):
        question = Message(f"{run}-u{number}", head.id, parent, Role.USER, f"question {number}", time.time())
        await store.add_message(question)
        print("message", question.id, flush=True)
        reply = Message(
            f"{run}-a{number}", head.id, question.id, Role.ASSISTANT, "", time.time(), MessageState.STREAMING
        )
        await store.add_message(reply)
        for part in range(3):
            reply = dataclasses.replace(reply, text=reply.text + f"part {part} of a reply " * 200)
            await store.save_message(reply)
            print("part", reply.id, len(reply.text), flush=True)
        await store.save_message(dataclasses.replace(reply, state=MessageState.COMPLETE))
        print("reply", reply.id, flush=True)
        summary = Summary(f"{run}-s{number}", head.id, reply.id, "summary " * 500, time.time(), "h")
        await store.add_summary(summary)
        print("summary", summary.id, flush=True)
        parent = reply.id


asyncio.run(main(*sys.argv[1:]))
