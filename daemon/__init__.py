"""croupierd and croupierctl: the table, its journal, and the people who decide."""
