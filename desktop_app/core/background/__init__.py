"""The three-sentence background of a conversation: prompt, checks, cut; no I/O."""
