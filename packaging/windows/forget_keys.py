"""Run by the uninstaller when the user drops the data: removes our API keys from the credential vault.

``keyring`` keeps the newest key under the service's name and each other one as ``account@service``, so the
vault is asked for its list; the accounts stand in a settings file that may be damaged.
"""

from __future__ import annotations

from win32ctypes.pywin32 import pywintypes, win32cred

from desktop_app.core.secrets.keychain import SERVICE


def main() -> None:
    """Remove what is there; an empty vault is an error to Windows, and none to us."""
    try:
        entries = win32cred.CredEnumerate()
    except pywintypes.error:
        return
    for entry in entries:
        name = str(entry["TargetName"])
        if name == SERVICE or name.endswith(f"@{SERVICE}"):
            win32cred.CredDelete(TargetName=name, Type=win32cred.CRED_TYPE_GENERIC)


if __name__ == "__main__":
    main()
