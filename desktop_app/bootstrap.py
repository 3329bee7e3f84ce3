"""The composition root: every choice of a concrete part, on one screen.

Most imports stand inside the functions: the window with its list of conversations is painted before
anything is loaded that it does not need (tests/bench/bench_startup.py holds the figure).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from desktop_app.ui.import_hook import remove_import_hook

remove_import_hook()  # before all other imports: it reads the source of every module, and keeps it

from desktop_app import __version__  # noqa: E402
from desktop_app.core.domain.paths import AppPaths  # noqa: E402
from desktop_app.core.storage.first_list import read_heads  # noqa: E402
from desktop_app.ui.first_paint import let_it_paint, make_window  # noqa: E402

if TYPE_CHECKING:
    from desktop_app.core.domain.ports import ChatProvider, Clock, Keychain
    from desktop_app.ui.application import Application
    from desktop_app.ui.main_window import MainWindow


def build(
    paths: AppPaths | Path,
    *,
    provider: ChatProvider | None = None,
    keychain: Keychain | None = None,
    clock: Clock | None = None,
    window: MainWindow | None = None,
    release: Callable[[], None] = lambda: None,
) -> Application:
    """Make the whole program; nothing is opened or started yet.

    Args:
        paths: Where files are kept.
        provider: Model endpoints; None for the real ones.
        keychain: API keys; None for the operating system's.
        clock: The time; None for the machine's.
        window: The window, where it is shown already; None makes one.
        release: Called at the very end, to give up the data folder.

    Returns:
        The program: ``window``, ``chat``, ``preferences``, ``run()``, ``shutdown()`` and more.
    """
    from desktop_app.coordinator.coordinators import coordinate
    from desktop_app.coordinator.machine import SystemClock, new_id
    from desktop_app.coordinator.updates import Updates
    from desktop_app.core.provider.catalog import Catalog
    from desktop_app.core.provider.lazy import LazyProvider
    from desktop_app.core.provider.local_engine import GgufEngine, built_in_profile
    from desktop_app.core.secrets.keychain import SystemKeychain
    from desktop_app.core.storage.settings import SettingsFile
    from desktop_app.core.storage.store import SqliteStore
    from desktop_app.core.updates.version_file import VersionFile
    from desktop_app.ui.application import Application
    from desktop_app.ui.resources import resource_dir

    paths = AppPaths(paths) if isinstance(paths, Path) else paths
    window = window or make_window(paths, read_heads(paths.database))
    window.furnish()
    clock = clock or SystemClock()
    keys = keychain or SystemKeychain()

    def endpoints() -> ChatProvider:
        from desktop_app.core.provider.openai_chat import OpenAIChatProvider

        return OpenAIChatProvider(
            key_for=lambda account, refresh: keys.get(account, refresh=refresh),
            local_engine=GgufEngine(log_file=paths.log.with_name("engine.log")),
            clock=clock,
        )

    parts = coordinate(
        store=SqliteStore(paths, clock=clock),
        provider=provider or LazyProvider(endpoints),
        catalog=Catalog(),
        settings=SettingsFile(paths, clock=clock),
        keychain=keys,
        clock=clock,
        new_id=new_id,
        built_in=built_in_profile,
    )
    updates = Updates(parts.preferences, VersionFile(resource_dir() / "build.json"), current=__version__)
    return Application(paths, parts, window, updates=updates, release=release)


def run(data_dir: Path | None = None, files: Sequence[Path] = ()) -> int:
    """Start the program and work until the user quits; returns the exit code.

    Args:
        data_dir: Where everything is kept; None for the user's own folder.
        files: Conversations to import; a program that runs already gets them.
    """
    from desktop_app.coordinator import machine
    from desktop_app.core.storage.instance import InstanceLock

    machine.occupy_standard_streams()
    machine.keep_memory_out_of_dumps()
    try:
        paths = AppPaths((data_dir or machine.default_data_dir()).expanduser().absolute())
        lock = InstanceLock(paths)
        to_open = [str(file.absolute()) for file in files]
        if not lock.acquire():
            from desktop_app.ui.single_instance import get_turn

            if not get_turn(lock.acquire, paths.data_dir, to_open):
                return 0
        window = make_window(paths, read_heads(paths.database))
        window.show()
        let_it_paint()
        machine.log_to_file(paths.log)
        import asyncio

        import qasync

        app = build(paths, window=window, release=lock.release)
    except Exception as error:  # noqa: BLE001 - also a start that fails for an unknown reason says so
        from desktop_app.ui.fatal import report_fatal

        report_fatal(error)
        return 1
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(QApplication.instance())) as runner:
        return runner.run(app.run(to_open))
