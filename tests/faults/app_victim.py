"""The whole program at work until it is killed; prints what it has acknowledged, with the time.

Run: ``python tests/faults/app_victim.py FOLDER``. It imports a chat, sends, streams, keeps drafts,
summarises and edits settings, over and over; the model is scripted.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ["QT_QPA_PLATFORM"] = "offscreen"

import qasync
from PySide6.QtWidgets import QApplication

from desktop_app import bootstrap
from desktop_app.core.domain.conversation import Draft
from desktop_app.core.domain.events import ReplyDelta
from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.domain.summary import Reason
from desktop_app.core.provider.scripted import ScriptedProvider, reply
from desktop_app.core.secrets.keychain import MemoryKeychain

ANSWER = "A sentence of the answer that goes on. " * 60


def tell(*words):
    print(json.dumps([time.monotonic(), *words]), flush=True)


def script(request):
    chat = request.purpose == "chat"
    return reply(ANSWER if chat else "A title", chunk=40, pause=0.02 if chat else 0.0)


def chat_file(folder):
    messages = [{"role": role, "content": f"{role} {n} says fact-{n}. " * 5}
                for n in range(8) for role in ("user", "assistant")]  # fmt: skip
    path = folder / "chat.json"
    path.write_text(json.dumps({"title": "Imported", "messages": messages}))
    return str(path)


class Victim:
    def __init__(self, folder):
        self.folder = folder
        self.app = bootstrap.build(
            AppPaths(folder / "data"), provider=ScriptedProvider(default=script), keychain=MemoryKeychain()
        )
        self.parts = self.app._parts
        self.lengths = {}
        self.counter = int(time.time() * 10) % 10**9

    async def work(self):
        self.app.window.show()
        await self.app.start()
        self.parts.announcer.listen(self.on_event)
        tell("open")
        while True:
            outcome = await self.parts.exchanges.import_from(chat_file(self.folder))
            head = outcome.conversations[0].id
            tell("import", head)
            await self.talk(head)
            summary = await self.parts.summaries.run(head, Reason.MANUAL)
            tell("summary", head, summary.id)
            await self.talk(head)

    async def talk(self, head):
        sent = await self.app.chat.send(head, "A question. " * 20)
        tell("message", head, sent.id)
        while self.app.chat.busy(head):
            self.counter += 1
            await self.parts.library.save_draft(head, Draft(str(self.counter)))
            tell("draft", head, self.counter)
            await self.set_number(self.counter)
            tell("setting", self.counter)
            await asyncio.sleep(0.05)
        tell("reply", head)

    async def set_number(self, number):
        def change(settings):
            privacy = settings.privacy.model_copy(update={"allowed_pairs": (str(number),)})
            return settings.model_copy(update={"privacy": privacy})

        await self.app.preferences.update(change)

    def on_event(self, event):
        if isinstance(event, ReplyDelta):
            self.lengths[event.message_id] = self.lengths.get(event.message_id, 0) + len(event.text)
            tell("text", event.message_id, self.lengths[event.message_id])


if __name__ == "__main__":
    QApplication(["victim"])
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(QApplication.instance())) as runner:
        runner.run(Victim(Path(sys.argv[1])).work())
