"""The pages of the settings dialog, each built when it is first needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QStackedWidget, QWidget

if TYPE_CHECKING:
    from desktop_app.coordinator.preferences import Preferences
    from desktop_app.coordinator.settings_lab import SettingsLab
    from desktop_app.coordinator.summary_forecast import Forecast
    from desktop_app.coordinator.tasks import Tasks
    from desktop_app.core.domain.catalog import ModelCatalog
    from desktop_app.core.domain.settings import ProfileSettings
    from desktop_app.ui.notices import NoticeBar
    from desktop_app.ui.settings.host import SettingsHost
    from desktop_app.ui.settings.page import SettingsPage
    from desktop_app.ui.settings.profile_actions import ProfileActions
    from desktop_app.ui.settings.summary_view import SummaryView


@dataclass(frozen=True, slots=True)
class PageParts:
    """What the pages are built from; see ``SettingsDialog``."""

    preferences: Preferences
    tasks: Tasks
    catalog: ModelCatalog
    count_tokens: Callable[[str], int]
    forecast: Callable[[ProfileSettings], Forecast | None] | None
    lab: SettingsLab | None
    data_dir: str
    use_english: bool


class PageShelf:
    """Builds pages on demand and keeps them in a stack.

    Args:
        host: The dialog.
        stack: Holds the pages that were built.
        parts: What they are built from.
        notices: Where the pages tell what was done.
        on_built: Told each new page, to connect and fill it.
    """

    def __init__(
        self,
        host: SettingsHost,
        stack: QStackedWidget,
        parts: PageParts,
        notices: NoticeBar,
        on_built: Callable[[str, SettingsPage], None],
    ) -> None:
        self._host = host
        self._stack = stack
        self._parts = parts
        self._notices = notices
        self._on_built = on_built
        self._built: dict[str, SettingsPage] = {}
        self._views: dict[str, QWidget] = {}
        self.summary: SummaryView | None = None
        self.profile_actions: ProfileActions | None = None
        self._builders: dict[str, Callable[[], SettingsPage]] = {
            "profiles": self._profiles,
            "summary": self._summary,
            "tasks": self._tasks,
            "appearance": self._appearance,
            "privacy": self._privacy,
            "about": self._about,
        }

    def __getitem__(self, name: str) -> SettingsPage:
        """The page of a name, built now if it was not yet."""
        if name not in self._built:
            page = self._builders[name]()
            self._built[name] = page
            self._stack.addWidget(self._views.setdefault(name, page))
            self._on_built(name, page)
        return self._built[name]

    def __iter__(self) -> Iterator[str]:
        """All names, in order."""
        return iter(self._builders)

    def __contains__(self, name: object) -> bool:
        """Whether there is a page of this name."""
        return name in self._builders

    @property
    def built(self) -> list[SettingsPage]:
        """The pages built so far."""
        return list(self._built.values())

    def show(self, name: str) -> None:
        """Bring a page to the front."""
        self[name]
        self._stack.setCurrentWidget(self._views[name])

    def _profiles(self) -> SettingsPage:
        from desktop_app.ui.settings.profile_actions import ProfileActions
        from desktop_app.ui.settings.profiles_page import ProfilesPage

        parts = self._parts
        page = ProfilesPage(self._stack, catalog=parts.catalog)
        self.profile_actions = ProfileActions(
            page, parts.preferences, parts.tasks, parts.catalog, self._notices, self._host
        )
        page.box.profile_chosen.connect(self._host.show_profile)
        return page

    def _summary(self) -> SettingsPage:
        from desktop_app.ui.settings.summary_view import SummaryView

        parts = self._parts
        self.summary = SummaryView(
            self._stack,
            self._host.session,
            parts.preferences,
            parts.tasks,
            self._notices,
            count_tokens=parts.count_tokens,
            forecast=parts.forecast,
            lab=parts.lab,
            use_english=parts.use_english,
        )
        self._views["summary"] = self.summary
        self.summary.page.profile_chosen.connect(self._host.show_profile)
        return self.summary.page

    def _tasks(self) -> SettingsPage:
        from desktop_app.ui.settings.tasks_page import TasksPage

        return TasksPage(self._stack)

    def _appearance(self) -> SettingsPage:
        from desktop_app.ui.settings.appearance_page import AppearancePage

        return AppearancePage(self._stack)

    def _privacy(self) -> SettingsPage:
        from desktop_app.ui.settings.data_actions import DataActions
        from desktop_app.ui.settings.privacy_page import PrivacyPage

        parts = self._parts
        page = PrivacyPage(self._stack, data_dir=parts.data_dir)
        DataActions(page, parts.preferences, parts.tasks, self._notices, self._host)
        return page

    def _about(self) -> SettingsPage:
        from desktop_app.ui.settings.about_page import AboutPage
        from desktop_app.ui.settings.data_actions import program_facts

        return AboutPage(self._stack, facts=program_facts(self._parts.data_dir))


def page_title(name: str) -> str:
    """What a page is called in the list."""
    titles = {
        "profiles": QCoreApplication.translate("SettingsPages", "Profiles"),
        "summary": QCoreApplication.translate("SettingsPages", "Summary"),
        "tasks": QCoreApplication.translate("SettingsPages", "Titles & background"),
        "appearance": QCoreApplication.translate("SettingsPages", "Appearance"),
        "privacy": QCoreApplication.translate("SettingsPages", "Data & privacy"),
        "about": QCoreApplication.translate("SettingsPages", "About"),
    }
    return titles[name]
