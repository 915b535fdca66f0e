"""Who speaks for a table: the conversation alone, with every order of words that a broker may deliver."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from drivers.board.claim import ALIKE, ANSWERS_WITHIN, Claimant, Standing
from drivers.board.wire import Ask, Claim


@dataclass
class Broker:
    """One topic: whoever is there hears everything in the same order, and whoever comes the last claim."""

    now: float = 1000.0
    kept: Claim | None = None
    there: list[Claimant] = field(default_factory=list)
    deaf: list[Claimant] = field(default_factory=list)  # on the line, but standing still

    def join(self, name: str, started: float) -> Claimant:
        claimant = Claimant("t", name, f"pc-{name}", started)
        self.connect(claimant)
        return claimant

    def connect(self, claimant: Claimant) -> None:
        ask = claimant.came(self.now)
        if self.kept is not None:
            self._answer(claimant.heard(self.kept, self.now, retained=True))
        self.there.append(claimant)
        for other in self._awake():
            self._answer(other.asked(ask, self.now))

    def leave(self, claimant: Claimant) -> None:
        self.there.remove(claimant)
        self._answer(claimant.claim(self.now, held=False))

    def wait(self, seconds: float) -> None:
        self.now += seconds
        for claimant in self._awake():
            self._answer(claimant.tick(self.now))

    def _awake(self) -> list[Claimant]:
        return [claimant for claimant in self.there if claimant not in self.deaf]

    def _answer(self, claim: Claim | None) -> None:
        said = 0
        while claim is not None and said < 10:
            said += 1
            self.kept = claim
            answers = [other.heard(claim, self.now, retained=False) for other in self._awake()]
            claim = next((answer for answer in answers if answer is not None), None)
        assert said < 10, "they quarrel for ever"


def standing(claimant: Claimant) -> Standing:
    return claimant.standing


def test_the_first_one_has_the_table_at_once() -> None:
    assert Broker().join("a", 990).standing is Standing.OURS


def test_the_second_one_learns_that_it_is_taken_and_by_which_machine() -> None:
    broker = Broker()
    first, second = broker.join("a", 0), broker.join("b", 1000)
    assert (first.standing, second.standing, second.holder) == (Standing.OURS, Standing.TAKEN, "pc-a")
    assert broker.kept is not None
    assert (broker.kept.instance, broker.kept.held) == ("a", True)


def test_after_a_clean_end_the_next_one_has_it_at_once() -> None:
    broker = Broker()
    broker.leave(broker.join("a", 0))
    assert broker.join("b", 1000).standing is Standing.OURS


def test_a_dead_one_s_claim_locks_nobody_out_for_long() -> None:
    """Its machine lost power: the broker has not noticed yet, and its last will comes later still."""
    broker = Broker()
    dead = broker.join("a", 0)
    broker.there.remove(dead)
    new = broker.join("b", 1000)
    assert standing(new) is Standing.ASKING
    broker.wait(ANSWERS_WITHIN + 0.1)
    assert standing(new) is Standing.OURS
    broker._answer(dead.claim(broker.now, held=False))
    assert broker.kept is not None
    assert (broker.kept.instance, broker.kept.held) == ("b", True)  # said again, over the will


def test_a_will_that_comes_while_we_wait_ends_the_waiting() -> None:
    broker = Broker()
    dead = broker.join("a", 0)
    broker.there.remove(dead)
    new = broker.join("b", 1000)
    broker._answer(dead.claim(broker.now, held=False))
    assert new.standing is Standing.OURS


def test_who_stood_still_for_a_while_keeps_its_table_when_it_comes_back() -> None:
    broker = Broker()
    first = broker.join("a", 0)
    broker.deaf.append(first)
    second = broker.join("b", 1000)
    broker.wait(ANSWERS_WITHIN + 0.1)
    assert second.standing is Standing.OURS
    broker.deaf.clear()
    assert broker.kept is not None
    broker._answer(first.heard(broker.kept, broker.now, retained=False))
    assert (first.standing, second.standing) == (Standing.OURS, Standing.TAKEN)


def test_a_broker_that_comes_back_empty_is_the_elder_s_whoever_is_first() -> None:
    broker = Broker()
    young = broker.join("b", 900)
    old = broker.join("a", 0)
    assert (old.standing, young.standing) == (Standing.OURS, Standing.TAKEN)


@pytest.mark.parametrize("apart", [0, 1, ALIKE])
def test_of_two_that_start_together_the_first_to_ask_has_it(apart: int) -> None:
    for names in ("ab", "ba"):
        broker = Broker()
        first, second = broker.join(names[0], 1000), broker.join(names[1], 1000 - apart)
        assert (first.standing, second.standing) == (Standing.OURS, Standing.TAKEN)


def test_two_that_both_believe_to_have_it_agree_on_one() -> None:
    """Neither heard the other while the broker was in two halves."""
    broker = Broker()
    one, other = Broker().join("a", 1000), Broker().join("b", 1000)
    broker.there += [one, other]
    broker._answer(other.claim(broker.now))
    assert {one.standing, other.standing} == {Standing.OURS, Standing.TAKEN}


def test_what_was_lost_to_another_stays_lost_until_a_person_starts_it_again() -> None:
    broker = Broker()
    first, second = broker.join("a", 0), broker.join("b", 1000)
    broker.leave(first)
    broker.there.remove(second)
    broker.connect(second)
    broker.wait(60)
    assert second.standing is Standing.TAKEN
    assert broker.join("c", 1060).standing is Standing.OURS


def test_who_lost_it_answers_nobody() -> None:
    broker = Broker()
    broker.join("a", 0)
    second = broker.join("b", 1000)
    assert second.asked(Ask(table="t", instance="c"), broker.now) is None
