"""Throughline, a desktop chat client for large language models; holds only the version."""

__version__ = "0.1.0"
