"""The one shuffle that dealer, simulator, audit and tests share."""

from collections import Counter
from itertools import permutations, product

from engine.slots import shuffled


def given(values: list[int]) -> tuple[list[int], list[int]]:
    """Shuffle 0 to n with these draws; the result, and the bounds that were asked for."""
    rest, bounds = iter(values), list[int]()

    def draw(below: int) -> int:
        bounds.append(below)
        return next(rest)

    return list(shuffled(range(len(values) + 1), draw)), bounds


def test_a_draw_of_the_highest_value_leaves_every_card_where_it_is() -> None:
    assert shuffled(range(67), lambda below: below - 1) == tuple(range(67))


def test_a_draw_of_nothing_but_zero_moves_every_card_one_place_up() -> None:
    """Worked out by hand: 0 goes to the top each time, and the last to be moved is 1."""
    assert shuffled((0, 1, 2, 3), lambda below: 0) == (1, 2, 3, 0)


def test_a_shuffle_asks_for_one_value_less_than_cards_with_falling_bounds() -> None:
    """The number of draws is public and the same for every deal."""
    cards, bounds = given([0] * 66)
    assert len(cards) == 67
    assert bounds == list(range(67, 1, -1))


def test_no_card_and_one_card_need_no_chance() -> None:
    def never(below: int) -> int:
        raise AssertionError("nothing to draw")

    assert shuffled((), never) == ()
    assert shuffled((5,), never) == (5,)


def test_every_order_comes_from_exactly_one_stream() -> None:
    """No order is more likely than another: 5 * 4 * 3 * 2 streams, as many orders."""
    streams = product(range(5), range(4), range(3), range(2))
    found = Counter(tuple(given(list(stream))[0]) for stream in streams)
    assert found == Counter(permutations(range(5)))


def test_equal_faces_are_kept_in_number() -> None:
    faces = (1, 1, 2, 3, 3, 3)
    assert sorted(shuffled(faces, lambda below: below // 2)) == list(faces)
