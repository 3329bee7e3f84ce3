"""API keys in the operating system's keychain; the only place that knows keyring."""
