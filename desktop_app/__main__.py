"""Command line: arguments, then bootstrap, then the exit code."""
