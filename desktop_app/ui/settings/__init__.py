"""The settings dialog and its pages; knows the coordinator, not the conversation screen."""
