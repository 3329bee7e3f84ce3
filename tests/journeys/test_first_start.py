"""What a new user sees and can do before the first message."""

from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QPushButton

from desktop_app.core.domain.settings import LOCAL_PROFILE_ID


async def test_a_new_user_is_told_of_the_demonstration_model(program, provider):
    async with program(provider) as person:
        words = person.widget("demonstrationWords", QLabel)

        assert words.isVisible()
        assert "demonstration model" in words.text()


async def test_another_model_file_is_one_click_away(program, provider, tmp_path):
    file = tmp_path / "Better-7B.gguf"
    file.write_bytes(b"GGUF")
    async with program(provider) as person:
        person.widget("emptyModelFileButton", QPushButton).click()
        person.widget("modelFileDialog", QFileDialog).fileSelected.emit(str(file))
        await person.until(lambda: not person.widget("demonstrationWords", QLabel).isVisible())
        settings = person.app.preferences.settings
        chosen = settings.profile(None)
        bound = await person.app.library.conversation(person.conversation_id)

        assert (chosen.is_local, chosen.model_file, chosen.name) == (True, str(file), "Better-7B")
        assert bound.profile_id == chosen.id
        assert chosen.summary.engine == "model"
        assert settings.profile(LOCAL_PROFILE_ID) is not None


async def test_a_provider_is_one_click_away(program, provider):
    async with program(provider) as person:
        person.widget("emptyProviderButton", QPushButton).click()
        await person.until(lambda: QApplication.activePopupWidget() is not None)
        menu = QApplication.activePopupWidget()
        offered = [action.objectName() for action in menu.actions()]
        menu.close()

        assert {"addPreset_openai", "addPreset_deepseek", "addPreset_ollama"} <= set(offered)
