"""A device on a serial line: the line itself, the conversation on it without I/O, and the driver that keeps both."""
