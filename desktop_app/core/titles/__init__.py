"""Naming a conversation: prompt contract, request and checks of the answer; no I/O."""
