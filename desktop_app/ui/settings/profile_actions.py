"""What the buttons of the profiles page do: list, key, test, models, servers on this machine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QMenu

from desktop_app.coordinator import profile_list
from desktop_app.core.domain.catalog import ModelFacts
from desktop_app.ui.error_words import error_words
from desktop_app.ui.settings.asking import Asking

if TYPE_CHECKING:
    from desktop_app.coordinator.answers import Answer
    from desktop_app.coordinator.preferences import Preferences
    from desktop_app.coordinator.tasks import Tasks
    from desktop_app.core.domain.catalog import ModelCatalog
    from desktop_app.core.domain.errors import ThroughlineError
    from desktop_app.core.domain.request import FoundServer, ModelEntry
    from desktop_app.ui.notices import NoticeBar
    from desktop_app.ui.settings.host import SettingsHost
    from desktop_app.ui.settings.profiles_page import ProfilesPage


class ProfileActions(QObject):
    """Joins the profiles page and the preferences."""

    def __init__(
        self,
        page: ProfilesPage,
        preferences: Preferences,
        tasks: Tasks,
        catalog: ModelCatalog,
        notices: NoticeBar,
        dialog: SettingsHost,
    ) -> None:
        super().__init__(page)
        self._page = page
        self._preferences = preferences
        self._tasks = tasks
        self._catalog = catalog
        self._notices = notices
        self._dialog = dialog
        self._profile_id = ""
        self._offered: dict[str, ModelEntry] = {}
        self._key = Asking(tasks, self)
        self._test = Asking(tasks, self)
        self._models = Asking(tasks, self)
        self._servers = Asking(tasks, self)
        self._test.busy_changed.connect(page.show_testing)
        box = page.box
        box.add_requested.connect(self._on_add_requested)
        box.search_requested.connect(self._on_search_requested)
        box.duplicate_requested.connect(self._on_duplicate_requested)
        box.delete_requested.connect(self._on_delete_requested)
        box.default_requested.connect(self._on_default_requested)
        box.move_requested.connect(self._on_move_requested)
        page.key.key_entered.connect(self._on_key_entered)
        page.key.removal_requested.connect(self._on_key_removal_requested)
        page.key.retry_requested.connect(lambda profile_id: self._ask_key(profile_id, retry=True))
        page.test_requested.connect(self._on_test_requested)
        page.test_cancelled.connect(self._test.cancel)
        page.models_requested.connect(self._on_models_requested)
        page.model.chosen.connect(self._on_model_chosen)
        page.refused_forgotten.connect(self._on_refused_forgotten)
        page.facts_taken.connect(self._on_facts_taken)

    def show_profile(self, profile_id: str) -> None:
        """Another profile is shown, or the same again."""
        if profile_id == self._profile_id:
            return
        self._profile_id = profile_id
        self._offered = {}
        self._test.cancel()
        self._models.cancel()
        if self._dialog.isVisible():
            self._ask_key(profile_id)

    def begin(self) -> None:
        """The dialog appears: look whether there is a key."""
        self._ask_key(self._profile_id)

    def offer_kinds(self) -> None:
        """Open the menu with the kinds of providers, as a click on *Add* does."""
        add = self._page.box.add
        add.menu().popup(add.mapToGlobal(QPoint(0, add.height())))

    def end(self) -> None:
        """The dialog goes away: stop asking, and forget the keys of deleted profiles."""
        self._test.cancel()
        self._models.cancel()
        self._servers.cancel()
        self._notices.dismiss("profile deleted")
        self._preferences.forget_deleted_soon()

    # the list

    def _on_add_requested(self, preset_id: str) -> None:
        self._dialog.flush()
        template = profile_list.from_preset(self._catalog, preset_id)
        self._dialog.show_profile(self._preferences.add_profile(template, origin=self._origin))

    def _on_duplicate_requested(self, profile_id: str) -> None:
        self._dialog.flush()
        self._dialog.show_profile(self._preferences.duplicate_profile(profile_id, origin=self._origin))

    def _on_delete_requested(self, profile_id: str) -> None:
        self._dialog.flush()
        deleted = self._preferences.delete_profile(profile_id, origin=self._origin)
        name = deleted.profile.name or profile_id

        def undo() -> None:
            self._preferences.restore_profile(deleted, origin=self._origin)
            self._dialog.show_profile(profile_id)

        text = self.tr("Profile “{name}” deleted.").replace("{name}", name)
        self._notices.show_undo(text, undo, key="profile deleted")

    def _on_default_requested(self, profile_id: str) -> None:
        self._preferences.set_default_profile(profile_id, origin=self._origin)

    def _on_move_requested(self, profile_id: str, index: int) -> None:
        self._preferences.move_profile(profile_id, index, origin=self._origin)

    def _on_search_requested(self) -> None:
        self._servers.ask(self._preferences.discover, self._on_servers_found, name="look for servers")

    def _on_servers_found(self, answer: Answer[list[FoundServer]]) -> None:
        if not answer.value:
            self._notices.show_info(
                self.tr("No model server found on this machine"),
                self.tr("Start Ollama, LM Studio or llama.cpp, then look again."),
                key="servers",
            )
            return
        menu = QMenu(self._page)
        menu.setObjectName("foundServers")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for server in answer.value:
            text = self.tr("{name} at {url}: {count} models")
            for mark, value in (
                ("{name}", self._catalog.preset(server.preset).name),
                ("{url}", server.base_url),
                ("{count}", str(len(server.models))),
            ):
                text = text.replace(mark, value)
            menu.addAction(text.replace("&", "&&"), lambda found=server: self.add_server(found))  # type: ignore[misc]
        add = self._page.box.add
        menu.popup(add.mapToGlobal(QPoint(0, add.height())))

    def add_server(self, server: FoundServer) -> None:
        """Add a profile for a server that was found."""
        self._dialog.flush()
        template = profile_list.from_server(self._catalog, server)
        self._dialog.show_profile(self._preferences.add_profile(template, origin=self._origin))
        self._show_models(server.models)

    # the key

    def _ask_key(self, profile_id: str, *, retry: bool = False) -> None:
        profile = self._preferences.settings.profile(profile_id)
        if profile is None or profile.is_local:
            return
        self._key.ask(
            lambda: self._preferences.key_state(profile_id, retry=retry),
            lambda answer: self._on_key_state(profile_id, answer),
            name="look for a key",
        )

    def _on_key_state(self, profile_id: str, answer: Answer[Any]) -> None:
        if profile_id != self._profile_id:
            return
        if answer.error is not None:
            self._page.key.show_error(answer.error)
        elif answer.value is not None:
            state = answer.value
            self._page.key.show_state(state.present, state.place, state.problem)

    def _on_key_entered(self, profile_id: str, key: str) -> None:
        asking = Asking(self._tasks, self)  # of its own: looking at another profile must not stop it

        def show(answer: Answer[Any]) -> None:
            asking.deleteLater()
            self._show_key_saved(profile_id, answer)

        asking.ask(lambda: self._preferences.set_key(profile_id, key), show, name="save a key")

    def _show_key_saved(self, profile_id: str, answer: Answer[Any]) -> None:
        if profile_id != self._profile_id:
            if answer.error is not None:
                self._announce(answer.error)
        elif answer.error is not None:
            self._page.key.show_error(answer.error)
        elif answer.value is not None:
            self._key.cancel()
            self._page.key.show_saved(answer.value)

    def _on_key_removal_requested(self, profile_id: str) -> None:
        self._key.ask(
            lambda: self._preferences.delete_key(profile_id),
            lambda answer: self._on_key_removed(profile_id, answer),
            name="remove a key",
        )

    def _on_key_removed(self, profile_id: str, answer: Answer[Any]) -> None:
        if answer.error is not None:
            self._page.key.show_error(answer.error)
        else:
            self._ask_key(profile_id)

    # the endpoint

    def _on_test_requested(self, profile_id: str) -> None:
        self._dialog.flush()
        profile = self._preferences.profile(profile_id)
        self._test.ask(lambda: self._preferences.test(profile), self._on_tested, name="test a profile")

    def _on_tested(self, answer: Answer[Any]) -> None:
        if answer.value is not None:
            self._page.show_outcome(answer.value)
        elif answer.error is not None:
            self._announce(answer.error)

    def _on_models_requested(self, profile_id: str) -> None:
        self._dialog.flush()
        self._page.model.show_fault("")
        self._page.model.set_help(self.tr("Asking the server…"))
        profile = self._preferences.profile(profile_id)
        self._models.ask(
            lambda: self._preferences.models(profile), self._on_models_answered, name="list the models"
        )

    def _on_models_answered(self, answer: Answer[Any]) -> None:
        if answer.error is not None:
            self._page.model.set_help("")
            self._page.model.show_fault(error_words(str(answer.error)))
        else:
            self._show_models(answer.value or ())

    def _show_models(self, entries: Iterable[ModelEntry]) -> None:
        self._offered = {entry.id: entry for entry in entries}
        self._page.show_models(list(self._offered))

    def _on_model_chosen(self, name: str) -> None:
        """Fill in the limits of a chosen model where the profile has none yet."""
        profile = self._preferences.settings.profile(self._profile_id)
        entry = self._offered.get(name)
        facts = self._catalog.model_facts(name, profile.preset) if profile else None
        if profile is None or profile.window is not None or not (entry or facts):
            return
        known = facts or ModelFacts(name)
        if entry is not None:  # the server knows better than a list made months ago
            known = replace(
                known,
                window=entry.window or known.window,
                output_limit=entry.output_limit or known.output_limit,
            )
        self._take_facts(profile.id, known)

    def _on_refused_forgotten(self, profile_id: str) -> None:
        self._dialog.session.choose(profile_id, ("refused_parameters",), ())

    def _on_facts_taken(self, profile_id: str) -> None:
        self._dialog.flush()
        profile = self._preferences.settings.profile(profile_id)
        facts = self._catalog.model_facts(profile.model, profile.preset) if profile else None
        if facts is not None:
            self._take_facts(profile_id, facts)

    def _take_facts(self, profile_id: str, facts: ModelFacts) -> None:
        if self._preferences.apply_profile(profile_id, profile_list.with_facts(facts), origin=self._origin):
            self._preferences.save_soon()

    @property
    def _origin(self) -> str:
        return self._dialog.session.origin

    def _announce(self, error: ThroughlineError) -> None:
        self._notices.show_error(error.title, error.message)
