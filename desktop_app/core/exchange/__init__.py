"""Importers and exporters between our conversations and files; bytes in, data out."""
