"""The daemon: its table, its journal and the way between them."""
