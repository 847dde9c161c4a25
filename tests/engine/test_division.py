"""Who wins a round of Saboteur 2 and what each is paid (B8 to B11)."""

import pytest

from engine.mine.division import (
    BLUE,
    BOSS,
    GEOLOGIST,
    GREEN,
    PROFITEER,
    SABOTEUR,
    pay,
    payments,
    thieves,
    winning_roles,
    winning_teams,
)

BOTH = [BLUE, GREEN]
NEUTRAL = [BOSS, PROFITEER, GEOLOGIST, SABOTEUR]


@pytest.mark.parametrize(("own", "other"), [(BLUE, GREEN), (GREEN, BLUE)])
def test_a_digger_wins_for_the_team_that_could_pass(own: int, other: int) -> None:
    """B8.1: its own one alone; B8.2: the other one, if only that could."""
    assert winning_teams(own, BOTH) == {own}
    assert winning_teams(own, [own]) == {own}
    assert winning_teams(own, [other]) == {other}
    assert winning_teams(own, []) == set()


@pytest.mark.parametrize("finisher", NEUTRAL)
def test_anybody_else_wins_for_every_team_that_could_pass(finisher: int) -> None:
    """B8.3."""
    assert winning_teams(finisher, BOTH) == set(BOTH)
    assert winning_teams(finisher, [GREEN]) == {GREEN}


@pytest.mark.parametrize("finisher", [*BOTH, *NEUTRAL])
@pytest.mark.parametrize("open_to", [BOTH, [BLUE], [GREEN], []])
def test_boss_and_profiteer_win_with_the_treasure_and_a_saboteur_never(finisher: int, open_to: list[int]) -> None:
    """B8.4, B8.5, B8.7, HB5."""
    winning = winning_roles(finisher, open_to)
    assert {BOSS, PROFITEER} <= winning
    assert winning.isdisjoint({SABOTEUR, GEOLOGIST})


def test_without_the_treasure_saboteurs_win_with_the_profiteer() -> None:
    """B8.6."""
    assert winning_roles(None, []) == {SABOTEUR, PROFITEER}
    assert winning_roles(None, [], solo_must_finish=True) == {SABOTEUR, PROFITEER}


@pytest.mark.parametrize("finisher", [*BOTH, *NEUTRAL])
def test_who_shut_both_teams_out_may_matter(finisher: int) -> None:
    """G25: with the flag one of the two must have finished; while a team is open the flag changes nothing."""
    alone = {BOSS, PROFITEER} if finisher in (BOSS, PROFITEER) else set[int]()
    assert winning_roles(finisher, [], solo_must_finish=True) == alone
    assert winning_roles(finisher, BOTH, solo_must_finish=True) == winning_roles(finisher, BOTH)


@pytest.mark.parametrize(("winners", "nuggets"), [(1, 5), (2, 4), (3, 3), (4, 2), (5, 1), (6, 1), (10, 1)])
def test_the_table_of_the_division(winners: int, nuggets: int) -> None:
    """B9, B9.1, HB7: the Boss gets one less, the Profiteer two, none less than nothing."""
    assert pay(BLUE, winners) == pay(SABOTEUR, winners) == nuggets
    assert pay(BOSS, winners) == nuggets - 1
    assert pay(PROFITEER, winners) == max(0, nuggets - 2)


def test_the_sums_of_those_who_win_alone_follow_from_the_table() -> None:
    """B9.2."""
    assert (pay(BOSS, 1), pay(PROFITEER, 1)) == (4, 3)


def test_only_those_who_get_something_are_paid() -> None:
    """B9: five share, so the Boss gets nothing, and losers get nothing either; no tokens are changed (B9.3)."""
    roles = {0: BLUE, 1: BLUE, 2: BLUE, 3: BOSS, 4: BLUE, 5: GREEN, 6: SABOTEUR}
    assert payments(roles, [0, 1, 2, 3, 4], crystals=9) == [(0, 1), (1, 1), (2, 1), (4, 1)]


@pytest.mark.parametrize(("crystals", "one", "two"), [(0, 0, 0), (1, 1, 0), (2, 2, 1), (7, 7, 3), (10, 10, 5)])
def test_geologists_share_the_crystals(crystals: int, one: int, two: int) -> None:
    """B10.1, B10.2: rounded down, with any winner."""
    assert dict(payments({0: GREEN, 4: GEOLOGIST}, [], crystals)) == ({4: one} if one else {})
    assert dict(payments({1: GEOLOGIST, 2: GEOLOGIST}, [], crystals)) == ({1: two, 2: two} if two else {})


def test_an_imprisoned_finisher_is_judged_as_usual_and_gets_nothing() -> None:
    """HB9: the seat is left out of the division, its role still says which team has won."""
    free = {1: BLUE, 2: GREEN}
    winners = [seat for seat, role in free.items() if role in winning_roles(BLUE, BOTH)]
    assert payments(free, winners, crystals=0) == [(1, 5)]


def test_a_geologist_is_not_counted_among_the_winners() -> None:
    """B10.3."""
    assert payments({0: BLUE, 1: GEOLOGIST}, [0], crystals=2) == [(0, 5), (1, 2)]


def test_thieves_come_clockwise_from_whoever_laid_the_last_theft() -> None:
    """B11.1, TV-B16."""
    clockwise = [[(seat + step) % 5 for step in range(5)] for seat in range(5)]
    assert thieves([1, 4, 2], clockwise) == [2, 4, 1]
    assert thieves([2, 4, 1], clockwise) == [1, 2, 4]
    assert thieves([3], clockwise) == [3]
    assert thieves([], clockwise) == []
