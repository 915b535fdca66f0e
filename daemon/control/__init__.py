"""The control API, on a Unix socket and, for a console, on loopback."""
