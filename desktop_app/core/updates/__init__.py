"""Is there a newer version? Reads one small file; never downloads or installs anything."""
