"""Structured summaries: sections, prompt, policy, span, one run and its review; no storage, no network."""
