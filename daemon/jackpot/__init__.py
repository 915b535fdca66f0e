"""The progressive: what a pool holds, and the ledger that proves it."""
