"""The control API on a Unix socket."""
