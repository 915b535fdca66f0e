"""Who speaks for a table: the conversation alone, on a broker that has one line for all who bear the same name."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field

import pytest

from drivers.board.claim import ANSWERS_WITHIN, Claimant, Standing
from drivers.board.wire import Claim

RETRY = 0.3  # seconds until one that lost the line is back


@dataclass
class Broker:
    """One line and one retained claim. Whoever comes pushes out who was there, and neither is told why."""

    now: float = 1000.0
    kept: Claim | None = None
    line: Claimant | None = None
    waiting: dict[str, tuple[float, Claimant]] = field(default_factory=dict)  # when each tries again
    deaf: set[str] = field(default_factory=set)  # its machine stands still
    pushes: int = 0

    def join(self, name: str) -> Claimant:
        claimant = Claimant("t", name, f"pc-{name}", self.now)
        self.connect(claimant)
        return claimant

    def connect(self, claimant: Claimant) -> None:
        if self.line is not None:
            self.pushes += 1
            self.lose()
        self.line = claimant
        claimant.came()
        if self.kept is not None:
            claimant.heard(self.kept)
        self._publish(claimant.asked(self.now))
        if claimant.standing is Standing.TAKEN:
            self.line = None

    def lose(self) -> None:
        """The line breaks; who had it tries again."""
        assert self.line is not None
        self.waiting[self.line.instance] = (self.now + RETRY, self.line)
        self.line = None

    def leave(self, claimant: Claimant) -> None:
        assert self.line is claimant
        self._publish(claimant.claim(self.now, held=False))
        self.line = None

    def die(self, claimant: Claimant) -> None:
        self.waiting.pop(claimant.instance, None)
        if self.line is claimant:
            self.line = None

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now += 0.05
            for name, (when, claimant) in list(self.waiting.items()):
                if name not in self.deaf and when <= self.now:
                    del self.waiting[name]
                    self.connect(claimant)
            if self.line is not None and self.line.instance not in self.deaf:
                self._publish(self.line.tick(self.now))

    def _publish(self, claim: Claim | None) -> None:
        self.kept = claim or self.kept


def standing(claimant: Claimant) -> Standing:
    return claimant.standing


def test_the_first_one_has_the_table_at_once() -> None:
    assert Broker().join("a").standing is Standing.OURS


def test_the_second_one_learns_that_it_is_taken_and_by_which_machine() -> None:
    broker = Broker()
    first = broker.join("a")
    second = broker.join("b")
    broker.wait(5)
    assert (first.standing, second.standing, second.holder) == (Standing.OURS, Standing.TAKEN, "pc-a")
    assert broker.line is first
    assert broker.kept is not None
    assert (broker.kept.instance, broker.kept.held) == ("a", True)


def test_they_do_not_push_each_other_out_in_turns() -> None:
    broker = Broker()
    first = broker.join("a")
    broker.join("b")
    broker.wait(600)
    assert broker.line is first
    assert broker.pushes <= 4


def test_after_a_clean_end_the_next_one_has_it_at_once() -> None:
    broker = Broker()
    broker.leave(broker.join("a"))
    assert broker.join("b").standing is Standing.OURS


def test_a_dead_one_s_claim_locks_nobody_out_for_long() -> None:
    broker = Broker()
    broker.die(broker.join("a"))
    new = broker.join("b")
    assert standing(new) is Standing.ASKING
    broker.wait(ANSWERS_WITHIN + 0.1)
    assert standing(new) is Standing.OURS


def test_a_line_that_breaks_while_we_wait_for_a_dead_one_proves_nothing() -> None:
    broker = Broker()
    broker.die(broker.join("a"))
    new = broker.join("b")
    for _ in range(3):
        broker.wait(1)
        broker.lose()
    broker.wait(5)
    assert new.standing is Standing.OURS


def test_who_loses_the_line_has_its_table_back_without_waiting() -> None:
    broker = Broker()
    first = broker.join("a")
    broker.lose()
    broker.wait(RETRY + 0.1)
    assert (broker.line, first.standing) == (first, Standing.OURS)


@pytest.mark.parametrize("names", ["ab", "ba"])
def test_who_stood_still_for_a_while_and_who_came_meanwhile_agree(names: str) -> None:
    """The eldest by its name keeps it; by a wrong clock that may be the other, but it is one, and soon."""
    broker = Broker()
    first = broker.join(names[0])
    broker.deaf.add(first.instance)
    second = broker.join(names[1])
    broker.wait(ANSWERS_WITHIN + 1)
    assert second.standing is Standing.OURS
    broker.deaf.clear()
    broker.wait(10)
    elder, younger = (first, second) if names == "ab" else (second, first)
    assert (elder.standing, younger.standing) == (Standing.OURS, Standing.TAKEN)
    assert broker.line is elder


@pytest.mark.parametrize("names", ["ab", "ba"])
def test_a_broker_that_comes_back_empty_is_given_to_one_of_them(names: str) -> None:
    broker = Broker()
    first = broker.join(names[0])
    broker.lose()
    broker.kept = None
    second = broker.join(names[1])  # it was faster
    broker.wait(10)
    assert {first.standing, second.standing} == {Standing.OURS, Standing.TAKEN}
    assert broker.line is not None
    assert broker.line.standing is Standing.OURS


def test_what_was_lost_to_another_stays_lost_until_a_person_starts_it_again() -> None:
    broker = Broker()
    first, second = broker.join("a"), broker.join("b")
    broker.wait(5)
    broker.leave(first)
    broker.wait(60)
    assert (second.standing, broker.line) == (Standing.TAKEN, None)
    assert broker.join("c").standing is Standing.OURS


@pytest.mark.parametrize("seed", range(200))
def test_however_they_come_and_stand_still_one_of_them_has_it_in_the_end(seed: int) -> None:
    chance, broker = random.Random(seed), Broker()
    names = chance.sample("abcd", 3)
    joined: dict[str, Claimant] = {}
    for _ in range(12):
        match chance.randrange(5):
            case 0 if names:
                name = names.pop()
                joined[name] = broker.join(name)
            case 1 if joined:
                broker.deaf ^= {chance.choice(list(joined))}
            case 2 if broker.line is not None:
                broker.lose()
            case 3:
                broker.kept = broker.kept if broker.line is not None else None  # the broker forgets
        broker.wait(chance.choice([0.1, 0.5, 3.0]))
    broker.deaf.clear()
    broker.wait(30)
    pushes = broker.pushes
    broker.wait(60)
    assert broker.pushes == pushes
    speaking = [each for each in joined.values() if each.standing is not Standing.TAKEN]
    assert [each.standing for each in speaking] == [Standing.OURS] * bool(joined)
    assert broker.line is (speaking[0] if speaking else None)


def test_a_process_claims_with_a_higher_number_each_time() -> None:
    one = Claimant("t", "a", "pc-a", 1000.0)
    ages = [one.claim(now).age for now in (1000.0, 1000.1, 1000.2, 1009.9, 1009.95)]
    assert all(before < after for before, after in itertools.pairwise(ages))
