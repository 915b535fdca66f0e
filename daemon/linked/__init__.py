"""A pool that tables share: what a table owes it, its ledger in PostgreSQL, and the link between them."""
