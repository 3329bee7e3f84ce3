"""The conversation screen: transcript, composer, summary card; knows nothing of the settings screen."""
