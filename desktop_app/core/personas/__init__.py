"""Personas, character cards, world books and prompt presets as data; no I/O beyond bytes handed in."""
