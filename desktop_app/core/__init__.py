"""Everything that knows no window: domain types and the parts that work on them; no Qt, no coordinator."""
