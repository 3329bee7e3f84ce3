"""The composition root: every choice of a concrete part, on one screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import qasync
from PySide6.QtWidgets import QApplication

from desktop_app.coordinator.coordinators import coordinate
from desktop_app.coordinator.machine import SystemClock, default_data_dir, log_to_file, new_id
from desktop_app.core.domain.errors import StoreLocked, ThroughlineError
from desktop_app.core.domain.ports import AppPaths, ChatProvider, Clock, Keychain
from desktop_app.core.provider.catalog import Catalog
from desktop_app.core.provider.local_engine import GgufEngine, built_in_profile
from desktop_app.core.provider.openai_chat import OpenAIChatProvider
from desktop_app.core.secrets.keychain import SystemKeychain
from desktop_app.core.storage.instance import InstanceLock
from desktop_app.core.storage.settings import SettingsFile
from desktop_app.core.storage.store import SqliteStore
from desktop_app.ui.application import Application
from desktop_app.ui.fatal import report_fatal
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

    Returns:
        The program: ``window``, ``chat``, ``preferences``, ``run()``, ``shutdown()`` and more.
    """
    paths = AppPaths(paths) if isinstance(paths, Path) else paths
    clock = clock or SystemClock()
    keys = keychain or SystemKeychain()
    app = QApplication.instance() or QApplication(["throughline"])
    app.setQuitOnLastWindowClosed(False)
    state = load_window_state(paths.window_state)
    apply_theme(app, state.color_scheme, family=state.font_family, points=state.font_size, zoom=state.zoom)
    translators = install_translations(app, state.language)
    parts = coordinate(
        store=SqliteStore(paths, clock=clock),
        provider=provider
        or OpenAIChatProvider(
            key_for=lambda account, refresh: keys.get(account, refresh=refresh),
            local_engine=GgufEngine(log_file=paths.log.with_name("engine.log")),
            clock=clock,
        ),
        catalog=Catalog(),
        settings=SettingsFile(paths, clock=clock),
        keychain=keys,
        clock=clock,
        new_id=new_id,
        built_in=built_in_profile,
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
