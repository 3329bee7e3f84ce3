"""A keychain in a folder, to see from outside what is kept: ``PYTHON_KEYRING_BACKEND`` names it."""

from __future__ import annotations

import os
from pathlib import Path

from keyring.backend import KeyringBackend


class FileKeyring(KeyringBackend):
    priority = 1

    def _file(self, username):
        return Path(os.environ["TEST_KEYS"]) / username

    def get_password(self, service, username):
        file = self._file(username)
        return file.read_text() if file.exists() else None

    def set_password(self, service, username, password):
        self._file(username).write_text(password)

    def delete_password(self, service, username):
        self._file(username).unlink()
