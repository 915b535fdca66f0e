"""The sheet that lies at the table: what a player may read of a game, in French and English.

Odds, names, limits and choices come from where the game is settled; only the sentences around them stand here.
A game's `sheet` says which of these is its own.
"""
