"""What the by-law says. Pure: no I/O, no clock, no asyncio, no randomness.

A game is one file that ends in a `GAME`, and one line in `rules.registry`.
"""
