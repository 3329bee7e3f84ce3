"""The composition root: every choice of a concrete part, on one screen."""
