"""The past, read from the journal: a round explained or replayed, a pool's ledger."""
