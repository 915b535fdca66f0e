"""The by-law read otherwise: what a round that was dealt would have settled under each reading that is disputed.

Nothing here is used at a table. `rules.alternatives.table` has every reading by its number.
"""
