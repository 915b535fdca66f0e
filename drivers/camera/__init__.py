"""The dice camera: what the dice show, or why nobody can tell."""
