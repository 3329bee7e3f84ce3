"""What the next request carries and how many tokens it takes; pure functions, no storage and no network."""
