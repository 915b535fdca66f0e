"""The main games of 4-Card, Crazy Four and Boston Poker, by full enumeration: what `rules.odds.kept` keeps."""
