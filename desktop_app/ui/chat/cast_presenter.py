"""Joins the library of personas and prompts to its coordinator."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QIcon

from desktop_app.coordinator.coordinators import Coordinators
from desktop_app.core.domain.conversation import Conversation
from desktop_app.core.domain.events import BusyChanged, CastChanged, ConversationChanged, Event
from desktop_app.core.domain.persona import Persona, PromptPreset, WorldBook
from desktop_app.ui.chat.composer import Composer
from desktop_app.ui.chat.conversation_presenter import ConversationPresenter
from desktop_app.ui.chat.preset_popup import PromptPreset as PopupPreset
from desktop_app.ui.chat.transcript import Transcript
from desktop_app.ui.given_names import profile_name
from desktop_app.ui.widgets.conversation_links import ConversationLinks
from desktop_app.ui.widgets.file_dialogs import ask_for_files, ask_for_target
from desktop_app.ui.widgets.renewal import Renewal

if TYPE_CHECKING:
    from desktop_app.ui.chat.cast_dialog import CastDialog


class CastPresenter(QObject):
    """Opens the library, keeps presets and speakers up to date, begins conversations.

    Signals:
        conversation_made: A new ``Conversation`` to show.
        undo_offered: ``(text, coroutine function)``.
        told: A passing word.
    """

    conversation_made = Signal(object)
    undo_offered = Signal(str, object)
    told = Signal(str)

    def __init__(
        self,
        parts: Coordinators,
        shown: ConversationPresenter,
        composer: Composer,
        transcript: Transcript,
        links: ConversationLinks,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._parts = parts
        self._do = parts.do
        self._composer = composer
        self._shown = shown
        self._transcript = transcript
        self._links = links
        self._window = links.window()
        self._dialog: CastDialog | None = None
        self._begun = False
        self._pictures: dict[str, QIcon] = {}
        self._decoded: dict[str, QIcon] = {}
        shown.shown.connect(lambda _conversation: self._show_speakers())
        links.speak_requested.connect(self._on_links_speak_requested)
        links.cast_changed.connect(self._on_links_cast_changed)
        parts.announcer.listen(self._on_event)

    def begin(self) -> None:
        """The program is started: give the composer its presets, and the window its speakers."""
        self._begun = True
        self._do(self._fill(), "load the prompts")

    def open(self) -> None:
        """Show the library, made at the first call."""
        if self._dialog is None:
            self._dialog = self._made()
        self._dialog.show()
        self._dialog.raise_()
        self._do(self._fill(), "show the personas")

    def flush(self) -> None:
        """Save what was typed in the library at once."""
        if self._dialog is not None:
            self._dialog.flush()

    def _forget(self) -> None:
        self._dialog = None

    def _renew(self, former: CastDialog) -> None:
        self.open()
        if self._dialog is not None:
            self._dialog.take_place_of(former)

    def _made(self) -> CastDialog:
        from desktop_app.ui.chat.cast_dialog import CastDialog

        dialog, cast = CastDialog(self._window), self._parts.cast
        Renewal(dialog, self._forget, lambda: self._renew(dialog))
        for signal in (dialog.persona_edited, dialog.preset_edited, dialog.book_edited):
            signal.connect(lambda item: self._do(cast.save(item), "save a persona or prompt"))
        for signal in (dialog.persona_deleted, dialog.preset_deleted, dialog.book_deleted):
            signal.connect(lambda item: self._do(self._delete(item), "delete a persona or prompt"))
        dialog.persona_new_requested.connect(lambda: self._do(self._new_persona(), "new persona"))
        dialog.preset_new_requested.connect(lambda: self._do(self._new_preset(), "new prompt"))
        dialog.persona_import_requested.connect(
            lambda: self._ask(self.tr("Import character cards"), self._import_cards, "*.png *.json")
        )
        dialog.preset_import_requested.connect(
            lambda: self._ask(self.tr("Import prompts"), self._import_presets, "*.json")
        )
        dialog.persona_export_requested.connect(self._ask_export_persona)
        dialog.preset_export_requested.connect(
            lambda: self._ask_target(
                self.tr("Export all prompts"),
                "prompts.json",
                lambda path: self._do(cast.export_presets(path), "export prompts"),
            )
        )
        dialog.book_new_requested.connect(lambda: self._do(self._new_book(), "new world book"))
        dialog.book_import_requested.connect(
            lambda: self._ask(self.tr("Import world books"), self._import_books, "*.json")
        )
        dialog.book_export_requested.connect(self._ask_export_book)
        dialog.avatar_requested.connect(self._ask_avatar)
        dialog.conversation_requested.connect(lambda ids: self._do(self._talk(ids), "begin a conversation"))
        return dialog

    async def _fill(self) -> None:
        presets = await self._parts.cast.presets()
        await self._load_pictures()
        self._composer.set_presets([PopupPreset(p.id, p.title, p.text) for p in presets])
        if self._dialog is not None:
            await self._fill_dialog(presets)
        await self._fill_speakers()

    async def _load_pictures(self) -> None:
        """Pictures are small and few; those that did not change are not decoded again."""
        personas = await self._parts.cast.personas()
        if not personas and not self._pictures:
            return
        from desktop_app.ui.chat.persona_extras import PICTURE, picture_of

        found: dict[str, QIcon] = {}
        for persona in personas:
            if persona.avatar_digest not in self._decoded:
                self._decoded[persona.avatar_digest] = picture_of(await self._parts.cast.avatar(persona))
            found[persona.id] = self._decoded[persona.avatar_digest]
        self._pictures = found
        self._transcript.set_avatars(
            {i: icon.pixmap(PICTURE, PICTURE) for i, icon in found.items() if not icon.isNull()}
        )

    async def _fill_dialog(self, presets: list[PromptPreset]) -> None:
        cast, profiles = self._parts.cast, self._parts.preferences.settings.profiles
        personas, books = await cast.personas(), await cast.books()
        dialog = self._dialog
        if dialog is None:  # a change of language renews it; the new one is filled by its opening
            return
        dialog.extras.show_profiles([(p.id, profile_name(p)) for p in profiles])
        dialog.show_cast(personas, presets, books)
        for persona_id, picture in self._pictures.items():
            dialog.personas.show_picture(persona_id, picture)
            dialog.extras.set_picture(persona_id, picture)

    # who speaks
    def _show_speakers(self) -> None:
        if self._begun:
            self._do(self._fill_speakers(), "show who speaks")

    async def _fill_speakers(self) -> None:
        personas = await self._parts.cast.personas()
        shown: Conversation | None = self._shown.conversation
        able = shown is not None and not self._parts.chat.busy(shown.id)
        self._links.show_cast(
            [(persona.id, persona.name) for persona in personas],
            shown.persona_ids if shown is not None else (),
            able=able,
        )

    def _on_links_speak_requested(self, persona_id: str) -> None:
        if self._shown.conversation_id is not None:
            work = self._parts.chat.let_speak(self._shown.conversation_id, persona_id or None)
            self._do(work, "let a persona speak")

    def _on_links_cast_changed(self, persona_ids: list[str]) -> None:
        if self._shown.conversation_id is not None:
            work = self._parts.library.set_personas(self._shown.conversation_id, persona_ids)
            self._do(work, "choose who takes part")

    async def _new_persona(self) -> None:
        persona = await self._parts.cast.new_persona(self.tr("New persona"))
        await self._fill()
        if self._dialog is not None:
            self._dialog.personas.choose(persona.id)

    async def _new_preset(self) -> None:
        preset = await self._parts.cast.new_preset(self.tr("New prompt"), "")
        await self._fill()
        if self._dialog is not None:
            self._dialog.presets.choose(preset.id)

    async def _new_book(self) -> None:
        book = await self._parts.cast.new_book(self.tr("New world book"))
        await self._fill()
        if self._dialog is not None:
            self._dialog.books.choose(book.id)

    async def _delete(self, item: Persona | PromptPreset | WorldBook) -> None:
        await self._parts.cast.delete(item)
        text = self.tr("Removed from the library.")
        if self._dialog is not None and self._dialog.isVisible():
            self._dialog.notices.show_undo(
                text, lambda: self._do(self._parts.cast.save(item), "undo"), key=text
            )
        else:
            self.undo_offered.emit(text, lambda: self._parts.cast.save(item))

    def _tell(self, text: str) -> None:
        """Say a passing word where the user looks: the library covers the window's own notices."""
        if self._dialog is not None and self._dialog.isVisible():
            self._dialog.notices.show_info(text, key="told", seconds=4.0)
        else:
            self.told.emit(text)

    async def _import_cards(self, paths: list[str]) -> None:
        for path in paths:
            persona = await self._parts.cast.import_card(path)
            self._tell(self.tr("{name} was imported.").replace("{name}", persona.name))

    async def _import_books(self, paths: list[str]) -> None:
        for path in paths:
            book = await self._parts.cast.import_book(path)
            self._tell(self.tr("{name} was imported.").replace("{name}", book.name))

    async def _import_presets(self, paths: list[str]) -> None:
        count = 0
        for path in paths:
            count += await self._parts.cast.import_presets(path)
        self._tell(self.tr("{count} prompts were imported.").replace("{count}", str(count)))

    async def _talk(self, persona_ids: list[str]) -> None:
        personas = {persona.id: persona for persona in await self._parts.cast.personas()}
        names = ", ".join(personas[i].name for i in persona_ids if i in personas)
        conversation = await self._parts.library.create(title=names, persona_ids=tuple(persona_ids))
        await self._parts.chat.greet(conversation.id)
        self.conversation_made.emit(conversation)
        if self._dialog is not None:
            self._dialog.close()

    def _ask_export_persona(self, persona: Persona | None) -> None:
        from desktop_app.core.exchange.transcript import file_name  # late: it costs start-up time

        if persona is not None:
            self._ask_target(
                self.tr("Export the persona"),
                file_name(persona.name or "persona", ".png"),  # a card's name may hold a path
                lambda path: self._do(self._parts.cast.export_card(persona, path), "export a persona"),
            )

    def _ask_export_book(self, book: WorldBook | None) -> None:
        from desktop_app.core.exchange.transcript import file_name  # late: it costs start-up time

        if book is not None:
            self._ask_target(
                self.tr("Export the world book"),
                file_name(book.name or "book", ".json"),
                lambda path: self._do(self._parts.cast.export_book(book, path), "export a world book"),
            )

    def _ask_avatar(self, persona: Persona | None) -> None:
        async def set_first(paths: list[str]) -> None:
            if persona is not None:
                await self._parts.cast.set_avatar(persona, paths[0])

        if persona is not None:
            self.flush()
            self._ask(self.tr("Choose a picture"), set_first, "*.png *.jpg *.jpeg *.webp *.gif")

    def _ask(self, title: str, work: Callable[[list[str]], Coroutine[Any, Any, None]], patterns: str) -> None:
        ask_for_files(
            self._window,
            title,
            "castFilesDialog",
            lambda paths: self._do(work(paths), "import"),
            filters=(f"{title} ({patterns})",),
        )

    def _ask_target(self, title: str, name: str, then: Callable[[str], None]) -> None:
        ask_for_target(self._window, title, "castTargetDialog", name, then)

    def _on_event(self, event: Event) -> None:
        match event:
            case CastChanged():
                self._do(self._fill(), "show the personas")
            case BusyChanged(conversation_id) if conversation_id == self._shown.conversation_id:
                self._show_speakers()
            case ConversationChanged(head) if head.id == self._shown.conversation_id:
                self._show_speakers()
