"""Asyncio tasks that join core parts into what the user asks for; no Qt and no widgets."""
