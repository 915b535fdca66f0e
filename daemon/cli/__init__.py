"""croupierctl."""
