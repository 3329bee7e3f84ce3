"""Thin Qt layer: windows, widgets and their wiring to the coordinator; no I/O of its own."""
