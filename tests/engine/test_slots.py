"""The one shuffle that dealer, simulator, audit and tests share."""

from collections import Counter
from itertools import permutations, product
from random import Random

from engine.slots import Pile, shuffled


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


def test_a_pile_is_mixed_once_over_all_unless_it_says_otherwise() -> None:
    faces = tuple(range(9))
    assert Pile("deck", 3, faces, "game").dealt(Random(1).randrange) == shuffled(faces, Random(1).randrange)


def test_a_pile_may_be_mixed_part_by_part_from_one_stream() -> None:
    """D4.1: the treasure is always among the first five, and which four of the others join it is chance."""
    goals = Pile("goals", 2, (0, 1, 2, 3, 4, 5, 6, 7), "round", shuffles=((1, 8), (0, 5)))
    rng = Random(2)
    laid = [goals.dealt(rng.randrange) for _ in range(400)]
    assert all(sorted(faces) == list(range(8)) for faces in laid)
    assert {faces.index(0) for faces in laid} == set(range(5))
    assert {face for faces in laid for face in faces[5:]} == set(range(1, 8))
    draw, again = Random(3).randrange, Random(3).randrange
    others = shuffled(range(1, 8), again)
    first = shuffled((0, *others[:4]), again)
    assert goals.dealt(draw) == (*first, *others[4:])


def test_a_place_may_stay_as_it_is() -> None:
    """E2.3: a tunnel card comes first, and the rest of the deck is mixed without it."""
    deck = Pile("deck", 3, tuple(range(10)), "game", shuffles=((0, 4), (1, 10)))
    rng = Random(4)
    laid = [deck.dealt(rng.randrange) for _ in range(200)]
    assert {faces[0] for faces in laid} == set(range(4))
    assert {face for faces in laid for face in faces[1:4]} == set(range(10))
