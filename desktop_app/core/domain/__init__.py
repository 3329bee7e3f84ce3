"""Frozen data types, settings models, events, errors and ports; no I/O and no knowledge of any part."""
