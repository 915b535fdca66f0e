"""The games' own mathematics: what every wager is worth, as exact fractions.

Nothing here knows a pay table: every outcome is asked of the functions that settle. `rules.odds.table` has the answer
for a whole table.
"""
