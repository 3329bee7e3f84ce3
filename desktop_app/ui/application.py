"""application: to be written."""
