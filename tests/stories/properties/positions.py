"""Positions two cards before the goals: the tunnel lies there, hands and goals come from a shuffle."""

from collections import Counter
from random import Random
from typing import Any

from engine.grid.cells import cell
from engine.mine.book import Book
from engine.mine.game import PARTS
from engine.mine.scenario.position import Position
from engine.mine.sets.catalogue import all_cards
from engine.slots import Face
from engine.tabletop import Tabletop

NUMBER = {card.key: card.number for card in all_cards()}
KEY = {card.number: card.key for card in all_cards()}
RARE = {card.number for part in PARTS.values() for card in part.deck}
"""The cards of modules that are held in hands."""

Laid = tuple[int, int, str, int]
"""x, y, card, degrees."""

_MIDDLE: tuple[Laid, ...] = (
    (1, 0, "cross", 0),
    (2, 0, "tee-short", 0),
    (3, 0, "cross", 0),
    (4, 0, "tee-short", 180),
    (5, 0, "straight-short", 0),
)
_UPPER: tuple[Laid, ...] = (
    (0, 1, "curve-left", 180),
    (1, 1, "cross", 0),
    (2, 1, "tee-short", 0),
    (3, 1, "straight-short", 0),
    (4, 1, "tee-short", 180),
    (5, 1, "straight-short", 0),
)
_LOWER: tuple[Laid, ...] = (
    (0, -1, "curve-right", 0),
    (1, -1, "cross", 0),
    (2, -1, "tee-short", 0),
    (3, -1, "straight-short", 0),
    (4, -1, "tee-short", 180),
    (5, -1, "cross", 0),
    (6, -1, "tee-short", 0),
)

_BASE: dict[str, tuple[Laid, ...]] = {
    # one card at (7,0) opens the middle goal
    "straight at the middle goal": _MIDDLE,
    # a card at (8,1) with its north and south open reaches two goals at once (TV-A7)
    "between the two upper goals": (*_UPPER, (6, 1, "straight-short", 0)),
    "between the two lower goals": _LOWER,
    # cards that hang on nothing lie between the goals: a stone turned up leads on to the next goal (HA5)
    "a stone leads on": (*_MIDDLE, (8, 1, "straight-long", 0), (8, -1, "straight-long", 0)),
    # one card at (7,1) joins two pieces that face the middle goal from two sides (HA6: a tie)
    "from two sides at once": (*_UPPER, (6, 1, "cross", 0), (7, 0, "curve-right", 0), (8, 1, "curve-right", 180)),
    # the same, but a third card beside the goal says which way it fits better (HA6: no tie)
    "from two sides, and a third card": (
        *_UPPER,
        (6, 1, "cross", 0),
        (7, 0, "curve-right", 0),
        (8, 1, "curve-right", 180),
        (8, -1, "dead-straight-long", 0),
    ),
    "from two sides below": (*_LOWER, (7, 0, "curve-left", 180), (8, -1, "curve-left", 0)),
    # dead ends and a branch that a rockfall has cut off (HA4, HA10)
    "a branch cut off": (*_MIDDLE, (3, 1, "dead-tee-long", 0), (6, 2, "cross", 0), (7, 2, "tee-long", 180)),
}


# the tunnel to the middle goal, with a gap on (4,0) or another card there
_BEFORE: tuple[Laid, ...] = ((1, 0, "cross", 0), (2, 0, "tee-short", 0), (3, 0, "cross", 0))
_AFTER: tuple[Laid, ...] = ((5, 0, "tee-short", 180), (6, 0, "straight-short", 0))
_SABOTEUR2: dict[str, tuple[Laid, ...]] = {
    "a blue door on the only way": (*_BEFORE, (4, 0, "blue-door-straight-short", 0), *_AFTER),
    "a green door on the only way": (*_BEFORE, (4, 0, "green-door-straight-short", 0), *_AFTER),
    # neither team can pass (B8.5)
    "doors of both colours": (
        (1, 0, "green-door-straight-short", 0),
        *_BEFORE[1:],
        (4, 0, "blue-door-straight-short", 0),
        *_AFTER,
    ),
    # each team has a way of its own (HB4): the upper one has a green door
    "two ways": (
        (1, 0, "straight-short", 0),
        (2, 0, "blue-door-straight-short", 0),
        (3, 0, "cross", 0),
        (4, 0, "cross", 0),
        *_AFTER,
        (0, 1, "curve-left", 180),
        (1, 1, "straight-short", 0),
        (2, 1, "green-door-straight-short", 0),
        (3, 1, "curve-right", 180),
    ),
    # a ladder on (2,0) or anywhere at the piece turns up the middle goal (HB14)
    "a piece for a ladder": ((3, 0, "cross", 0), (4, 0, "crystal-cross", 0), *_AFTER, (7, 0, "tee-short", 0)),
    # two tunnels that cross and do not meet (HB15)
    "a bridge and a double curve": (
        *_BEFORE,
        (4, 0, "bridge", 0),
        *_AFTER,
        (4, 1, "double-curve-left", 0),
        (3, 1, "curve-left-stub", 180),
    ),
    # a card at (8,1) reaches two goals at once (TV-A7), and a ladder holds the tunnel
    "between two goals, on a ladder": (
        (3, 1, "ladder-curve-right", 0),
        *((x, 1, "tee-short", 0) for x in (4, 5, 6, 7)),
    ),
    "from two sides at once": _BASE["from two sides at once"],
    "a stone leads on": _BASE["a stone leads on"],
    "crystals and stubs": (
        (1, 0, "crystal-cross", 0),
        (2, 0, "crystal-tee-short", 0),
        (3, 0, "crystal-tee-short", 180),
        (4, 0, "crystal-tee-short-stub", 0),
        (5, 0, "crystal-straight-short-stub", 0),
        (6, 0, "straight-short-stubs", 0),
        (0, 3, "ladder-single-long", 0),
    ),
}
BOARDS = {"base": _BASE, "saboteur2": _SABOTEUR2}

# a card on (3,0) reaches what lies above, below and behind it, and what that leads on to
_WITH_MODULES: dict[str, tuple[Laid, ...]] = {
    "before the middle": (
        (1, 0, "straight-short", 0),
        (2, 0, "straight-short", 0),
        (5, 0, "cross", 0),
        (6, 0, "cross", 0),
        (7, 0, "tee-short", 180),
    ),
    "before the middle, and on to the outer goals": (
        (1, 0, "straight-short", 0),
        (2, 0, "straight-short", 0),
        (5, 0, "tee-long", 0),
        (5, 1, "tee-long", 0),
        (5, 2, "straight-long", 0),
        (5, 3, "curve-right", 0),
        (6, 3, "straight-short", 0),
        (7, 3, "tee-short", 180),
        (8, 3, "dead-tee-long", 180),
    ),
    # a card on (5,1) or (5,-1) reaches two chests, or a card on (7,1) or (7,-1) a chest and a goal
    "around the chests": (
        (1, 0, "tee-short", 0),
        (2, 0, "straight-short", 0),
        (3, 0, "straight-short", 0),
        (4, 0, "tee-short", 180),
        (5, 0, "cross", 0),
        (6, 0, "straight-short", 0),
    ),
}
BOARDS_WITH_MODULES = {card_set: boards | _WITH_MODULES for card_set, boards in BOARDS.items()}


def near_the_goals(name: str, book: Book, rng: Random) -> Position:
    """The board of that name; everything else is shuffled."""
    piles = {pile.name: list(pile.faces) for pile in book.piles}
    for faces in piles.values():
        rng.shuffle(faces)
    plain, many_roles = not book.rules.modules and not book.rules.variants, book.rules.card_set == "saboteur2"
    board = [(cell(x, y), NUMBER[key], turned) for x, y, key, turned in BOARDS_WITH_MODULES[book.rules.card_set][name]]
    board = board if plain else beside_what_lies_there(board, book)
    deck = _without(piles["deck"], [face for _, face, _ in board])
    front: dict[str, Any] = _in_front(book, rng) if many_roles else {}
    deck = _without(deck, [NUMBER[part] for part, seats in front.items() for _ in seats])
    aside = [deck.pop() for _ in range(book.set_aside if many_roles else 0)]
    left = rng.choice((0, 5, len(deck)))
    deck = deck if plain else _with_the_rare_on_top(deck, book, rng)
    gold = [] if plain or "gold" not in piles else [_popped(piles["gold"], rng.randrange(3)) for _ in range(book.seats)]
    hands = [[deck.pop() for _ in range(_hand_size(book, left, rng))] for _ in range(book.seats)]
    return Position(
        round=rng.randint(1, book.rounds),
        turn=rng.randrange(book.seats),
        board=board,
        goals=piles["goals"][: len(book.goal_cells)],
        roles=piles["roles"][: book.seats],
        undealt=piles["roles"][book.seats :] if many_roles else [],
        hands=hands,
        pile=deck[:left],
        set_aside=aside,
        gold=gold,
        gold_pile=piles.get("gold", []),
        nuggets=_nuggets(book, gold, rng, plain=plain) if many_roles or not plain else [],
        **front,
    )


def beside_what_lies_there(cards: list[tuple[int, Face, int]], book: Book) -> list[tuple[int, Face, int]]:
    """Those of the cards that do not lie where a module laid something, and through which nothing is reached."""
    table = Tabletop(book.rules, book.seats, lambda below: 0)
    table.advance()
    board, kept = table.state.board.copy(), []
    for at, face, turned in cards:
        ahead = board.copy()
        if at in board.network.slots or at in board.network.hidden:
            continue
        (ahead.lay_root if face in book.ladders else ahead.lay)(at, 0, book.groups[face][turned == 180], turned)
        if not ahead.reach.reached:
            board = ahead
            kept.append((at, face, turned))
    return kept


def _with_the_rare_on_top(deck: list[Face], book: Book, rng: Random) -> list[Face]:
    """The cards of modules are in hands more often than chance would have it."""
    copies = Counter(deck)
    rare = [face for face in deck if face in RARE]
    others = _without(deck, rare)
    dealt = book.seats * book.hand_size - len(rare)
    top = [*others[len(others) - dealt :], *rare]
    rng.shuffle(top)
    assert Counter(top) + Counter(others[: len(others) - dealt]) == copies
    return [*others[: len(others) - dealt], *top]


def _popped(faces: list[Face], count: int) -> list[Face]:
    return [faces.pop() for _ in range(count)]


def _nuggets(book: Book, gold: list[list[Face]], rng: Random, *, plain: bool) -> list[int]:
    """Where there is something to pay, many have none, or have paid all that their gold cards are sure to be worth."""
    if plain:
        return [rng.randrange(4) for _ in range(book.seats)]
    return [rng.choice((-len(held), -len(held), 0, 1, 3)) for held in gold or [[]] * book.seats]


def _in_front(book: Book, rng: Random) -> dict[str, Any]:
    """Some seats have a Prison or a Theft in front of them (B6.1, B6.3)."""
    return {part: rng.sample(range(book.seats), rng.randrange(3)) for part in ("prison", "theft")}


def _hand_size(book: Book, left: int, rng: Random) -> int:
    """Where no pile is left, hands may be unequal, so that seats are skipped (A3.4)."""
    return book.hand_size if left else rng.randint(1, book.hand_size)


def _without(faces: list[Face], taken: list[Face]) -> list[Face]:
    missing = Counter(taken)
    left = []
    for face in faces:
        if missing[face]:
            missing[face] -= 1
        else:
            left.append(face)
    assert not +missing
    return left
