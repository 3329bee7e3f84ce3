"""A keychain whose prompt nobody answers: ``PYTHON_KEYRING_BACKEND`` names it."""

from __future__ import annotations

import time

from keyring.backend import KeyringBackend

PROMPT_SECONDS = 120


class HangingKeyring(KeyringBackend):
    priority = 1

    def get_password(self, service, username):
        time.sleep(PROMPT_SECONDS)

    def set_password(self, service, username, password):
        time.sleep(PROMPT_SECONDS)

    def delete_password(self, service, username):
        time.sleep(PROMPT_SECONDS)
