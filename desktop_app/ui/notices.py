"""notices: to be written."""
