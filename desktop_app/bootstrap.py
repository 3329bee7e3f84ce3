"""The composition root: every choice of a concrete part, on one screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import qasync
from PySide6.QtWidgets import QApplication

from desktop_app.coordinator.announcer import Announcer
from desktop_app.coordinator.backgrounds import Backgrounds
from desktop_app.coordinator.chat import Chats
from desktop_app.coordinator.coordinators import Coordinators
from desktop_app.coordinator.crash_reports import CrashReports
from desktop_app.coordinator.library import Library
from desktop_app.coordinator.machine import SystemClock, default_data_dir, log_to_file, new_id
from desktop_app.coordinator.preferences import Preferences
from desktop_app.coordinator.replies import Replies
from desktop_app.coordinator.requests import Requests
from desktop_app.coordinator.summaries import Summaries
from desktop_app.coordinator.summary_insight import Insights
from desktop_app.coordinator.tasks import Tasks
from desktop_app.coordinator.titles import Titles
from desktop_app.coordinator.turns import Turns
from desktop_app.core.domain.errors import StoreLocked, ThroughlineError
from desktop_app.core.domain.ports import AppPaths, ChatProvider, Clock, Keychain
from desktop_app.core.provider.local_engine import GgufEngine, built_in_profile
from desktop_app.core.provider.openai_chat import OpenAIChatProvider
from desktop_app.core.secrets.keychain import SystemKeychain
from desktop_app.core.storage.instance import InstanceLock
from desktop_app.core.storage.settings import SettingsFile
from desktop_app.core.storage.store import SqliteStore
from desktop_app.ui.application import Application, report_fatal
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.resources import apply_theme, install_translations
from desktop_app.ui.window_state import load_window_state


def build(
    paths: AppPaths | Path,
    *,
    provider: ChatProvider | None = None,
    keychain: Keychain | None = None,
    clock: Clock | None = None,
    release: Callable[[], None] = lambda: None,
) -> Application:
    """Make the whole program; nothing is opened or shown yet.

    Args:
        paths: Where files are kept.
        provider: Model endpoints; None for the real ones.
        keychain: API keys; None for the operating system's.
        clock: The time; None for the machine's.
        release: Called at the very end, to give up the data folder.
    """
    paths = AppPaths(paths) if isinstance(paths, Path) else paths
    clock, keychain = clock or SystemClock(), keychain or SystemKeychain()
    app = QApplication.instance() or QApplication(["throughline"])
    app.setQuitOnLastWindowClosed(False)
    state = load_window_state(paths.window_state)
    apply_theme(app, state.color_scheme, family=state.font_family, points=state.font_size, zoom=state.zoom)
    translators = install_translations(app, state.language)
    crashes, announcer = CrashReports(), Announcer()
    publish = announcer.publish
    tasks = Tasks(lambda name, error: crashes.take(error, where=name))
    provider = provider or OpenAIChatProvider(
        key_for=lambda account, refresh: keychain.get(account, refresh=refresh),
        local_engine=GgufEngine(log_file=paths.log.with_name("engine.log")),
        clock=clock,
    )
    settings = SettingsFile(paths, clock=clock)
    preferences = Preferences(settings, keychain, provider, publish, tasks, built_in=built_in_profile)
    store, turns = SqliteStore(paths, clock=clock), Turns(publish)
    keeping = {"store": store, "publish": publish, "clock": clock}
    asking = {**keeping, "provider": provider, "preferences": preferences, "tasks": tasks}
    requests = Requests(store, preferences)
    summaries = Summaries(**asking, requests=requests, turns=turns, new_id=new_id)
    titles = Titles(**asking)
    library = Library(store, publish, clock, new_id)
    replies = Replies(**asking, requests=requests, summaries=summaries, turns=turns, new_id=new_id)
    parts = Coordinators(
        store=store,
        provider=provider,
        announcer=announcer,
        tasks=tasks,
        crashes=crashes,
        preferences=preferences,
        library=library,
        requests=requests,
        summaries=summaries,
        insights=Insights(store, preferences),
        backgrounds=Backgrounds(
            store=store, provider=provider, preferences=preferences, library=library, clock=clock
        ),
        titles=titles,
        chat=Chats(**keeping, replies=replies, titles=titles, turns=turns, new_id=new_id),
    )
    return Application(paths, state, parts, MainWindow(state), translators=translators, release=release)


def run(data_dir: Path | None = None) -> int:
    """Start the program and work until the user quits; returns the exit code."""
    paths = AppPaths((data_dir or default_data_dir()).expanduser().absolute())
    lock = InstanceLock(paths)
    try:
        if not lock.acquire():
            from desktop_app.ui.single_instance import ask_to_raise

            if ask_to_raise(paths.data_dir):
                return 0
            raise StoreLocked(f"Another program that does not answer uses {paths.data_dir}.")
        log_to_file(paths.log)
        app = build(paths, release=lock.release)
    except ThroughlineError as error:
        report_fatal(error)
        return 1
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(QApplication.instance())) as runner:
        return runner.run(app.run())
