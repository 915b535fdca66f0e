"""The journal: what was observed, what came of it, and the proof that neither was changed."""
