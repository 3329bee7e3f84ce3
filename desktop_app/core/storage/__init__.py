"""The SQLite store, its migrations and the settings file; the only place that knows sqlite3."""
