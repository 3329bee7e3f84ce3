"""main_window: to be written."""
