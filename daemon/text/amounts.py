"""Sums and shares as French and English write them."""

from __future__ import annotations

from fractions import Fraction

from daemon.text.language import Language

NBSP = "\u00a0"
_FRENCH = str.maketrans(",.", f"{NBSP},")


def money(cents: int, language: Language) -> str:
    """Dollars and cents, without cents where there are none.

    >>> money(34_835_853, "en"), money(5000, "fr")
    ('$348,358.53', '50\\xa0$')
    """
    return dollars(Fraction(cents, 100), language, 2 if cents % 100 else 0)


def dollars(value: Fraction, language: Language, places: int = 2) -> str:
    """A sum with so many places after the comma.

    >>> dollars(Fraction(10000), "en"), dollars(Fraction(-1, 200), "fr", 4)
    ('$10,000.00', '\u22120,0050\\xa0$')
    """
    sign, amount = "\u2212" if value < 0 else "", number(abs(value), language, places)
    return f"{sign}${amount}" if language == "en" else f"{sign}{amount}{NBSP}$"


def percent(share: Fraction, language: Language, places: int = 4) -> str:
    """Writes a share of a hundred.

    >>> percent(Fraction(128, 5525), "en"), percent(Fraction(1, 20), "fr", 1)
    ('2.3167\\xa0%', '5,0\\xa0%')
    """
    return f"{number(share * 100, language, places)}{NBSP}%"


def odds_text(odds: str, language: Language) -> str:
    """Odds as a sentence says them: French writes « 7 à 6 », as the by-law does.

    >>> odds_text("7:6", "en"), odds_text("1000:1", "fr")
    ('7:6', '1\\xa0000\\xa0à\\xa01')
    """
    to, _, per = odds.partition(":")
    return odds if language == "en" else f"{number(int(to), language, 0)}{NBSP}à{NBSP}{per}"


def number(value: Fraction | int, language: Language, places: int) -> str:
    """So many places after the comma, thousands apart."""
    written = f"{float(value):,.{places}f}".replace("-", "\u2212")
    return written if language == "en" else written.translate(_FRENCH)
