"""Intervals are those of the textbooks, and bars show them."""

from collections import Counter
from random import Random

import pytest

from client.games.matches import Row
from client.games.measures import Measured, Ratio, measured, share_of, with_products
from client.render.bars import bar, lines_of


@pytest.mark.parametrize(
    ("part", "whole", "interval"),
    [(50, 100, (0.4038, 0.5962)), (0, 10, (0.0, 0.2775)), (10, 10, (0.7225, 1.0)), (1, 1, (0.2065, 1.0))],
)
def test_a_share_of_trials_has_wilsons_interval(part: int, whole: int, interval: tuple[float, float]) -> None:
    assert share_of(part, whole) == Measured(part / whole, interval)


def test_nothing_counted_says_nothing() -> None:
    assert share_of(0, 0) == Measured(0.0, None)
    assert measured(with_products(Counter(games=1, a=3, b=2), [Ratio("a", "b")]), Ratio("a", "b")) == Measured(
        1.5, None
    )


def test_seats_of_a_game_that_win_together_count_as_one_result() -> None:
    """As four trials a game they would seem twice as sure."""
    ratio, tally = Ratio("won", "seats", "seats"), Counter[str]()
    for number in range(100):
        tally.update(with_products(Counter(games=1, seats=4, won=4 * (number % 2)), [ratio]))
    assert measured(tally, ratio).interval == pytest.approx((0.4015, 0.5985), abs=0.0001)
    assert measured(tally, Ratio("won", "seats", "trials")).interval == pytest.approx((0.451, 0.549), abs=0.001)


def test_the_interval_of_a_mean_holds_the_truth_nineteen_times_in_twenty() -> None:
    ratio, held, chance = Ratio("nuggets", "seats"), 0, Random(1)
    for _ in range(400):
        tally = Counter[str]()
        for _ in range(60):
            seats = chance.choice((2, 3, 4))
            game = Counter(games=1, seats=seats, nuggets=sum(chance.choice((0, 1, 5)) for _ in range(seats)))
            tally.update(with_products(game, [ratio]))
        interval = measured(tally, ratio).interval
        held += interval is not None and interval[0] <= 2 <= interval[1]
    assert 360 <= held <= 395


@pytest.mark.parametrize(
    ("value", "interval", "drawn"),
    [
        (0.5, (0.3, 0.7), "▓▓├─┼─┤"),
        (0.5, None, "▓▓▓▓▓"),
        (0.0, (0.0, 0.2), "┼┤"),
        (1.0, (0.9, 1.0), "▓▓▓▓▓▓▓▓├┼"),
        (0.0, None, ""),
    ],
)
def test_a_bar_is_filled_up_to_the_figure_and_marked_at_both_ends(
    value: float, interval: tuple[float, float] | None, drawn: str
) -> None:
    assert bar(Measured(value, interval), 1.0, 10) == drawn


def test_a_narrow_terminal_gets_figures_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    (line,) = lines_of([Row("rounds", 3, "30.0%", Measured(0.3, (0.1, 0.5)))])
    assert line.split() == ["rounds", "3", "30.0%", "10.0-50.0"]


def test_a_long_figure_makes_its_column_wider_and_the_bars_narrower(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    rows = [Row("many", f"{won} of 1333", "", share_of(won, 1333)) for won in (7, 1000)]
    lines = [*lines_of(rows)]
    assert len({line.rindex("of 1333") for line in lines}) == 1
    assert all(len(line) < 80 for line in [*lines, *lines_of([Row("few", "1 of 3", "", share_of(1, 3))])])


def test_labels_make_room_for_bars_where_columns_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    rows = [
        Row("games won", "1 of 3", "33 %", share_of(1, 3)),
        Row("x" * 60, "9 of 9", "100 %", share_of(9, 9)),
        Row("y"),
    ]
    lines = [*lines_of(rows, 70)]
    assert all(len(line) <= 70 for line in lines)
    assert [line[-1] for line in lines[:2]] == ["┤", "┼"], "both ends of an interval are drawn"
    assert "…" in lines[1]
    assert [*lines_of([], 70)] == []


@pytest.mark.parametrize("columns", [50, 60, 70])
def test_lines_are_no_longer_than_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    (line,) = lines_of([Row("a label that is as long as a label can be", 3, "30.0%", Measured(0.3, (0.1, 0.5)))])
    assert len(line) < columns
    assert "30.0%   10.0-50.0" in line
