"""Small reusable widgets: data in by methods, out by signals; they know no coordinator."""
