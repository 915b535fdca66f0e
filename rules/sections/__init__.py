"""Every section of the by-law's texts in our own words, French and English, and where the two versions diverge."""
