"""The poker room as a machine, sections 67.88 to 67.110 (O.C. 1033-2007).

The by-law governs the room: stakes, bets, announcements, pots, the showdown, rulings. What is dealt and how much may be
bet stands in a document of the house (67.91, A91): `variants` and `house` hold it as data.
"""
