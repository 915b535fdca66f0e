"""A real table, honest people at it, and everyone who could wish it ill at once: `make campaign`, `HOSTILE_SECONDS`."""
