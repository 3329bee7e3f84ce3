"""The words of the summary prompt, one module per language; no logic belongs here."""
