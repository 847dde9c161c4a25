"""The Dark Cave a second time: the plain program that the fast engine is compared with.

Written from the rules alone, to be obviously right rather than quick.  One object knows everything, hidden cards
included.  A turn is told from its beginning to its end by generators that ask a seat where it has a choice; what is
next to what is searched for again whenever it is asked.  Numbers such as F5.7 or HF23 name paragraphs of the rules.
Nothing of the engine may be imported here.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise, permutations, product
from typing import Any, NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]
Card: TypeAlias = tuple[int, str]  # its number in the game, and its key
Space: TypeAlias = tuple[Cell, str]  # a cell, and what the space is called on the card as printed
Border: TypeAlias = tuple[Cell, Cell]  # two neighbouring cells, the smaller one first
Move: TypeAlias = tuple[Any, ...]  # a word and what it needs
Asking: TypeAlias = Generator[tuple[int, list[Move]], Move, Any]  # a seat and its moves; back comes the one it makes

STEP: dict[str, Cell] = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
HIDDEN = "?"  # the one space of a goal that lies face down (HF10)
START: Cell = (0, 0)

# The cards, typed from the lists: tunnels, what is on the card, and how many there are of level I, II and III.
PATHS = {
    "cross": ("NESW", "", (2, 1, 0)),
    "tee-long": ("NES", "", (3, 1, 1)),
    "tee-short": ("ESW", "", (3, 1, 1)),
    "straight-long": ("NS", "", (1, 1, 1)),
    "straight-short": ("EW", "", (1, 1, 1)),
    "curve-right": ("NE", "", (2, 1, 1)),
    "curve-left": ("NW", "", (1, 1, 1)),
    "ladder-curve-right": ("NE", "ladder", (1, 0, 0)),
    "ladder-curve-left": ("NW", "ladder", (1, 0, 0)),
    "ladder-tee-long": ("NES", "ladder", (0, 1, 0)),
    "ladder-tee-short": ("ESW", "ladder", (0, 0, 1)),
    "lair-long": ("S", "lair", (1, 1, 1)),
    "lair-short": ("E", "lair", (1, 1, 1)),
    "lair-tee-long": ("NES", "lair", (1, 0, 0)),
    "lair-tee-short": ("ESW", "lair", (0, 1, 0)),
    "lair-cross": ("NESW", "lair", (0, 0, 1)),
    "bridge-long": ("NS|EW", "wood NS", (0, 1, 1)),
    "bridge-short": ("NS|EW", "wood EW", (0, 1, 1)),
    "double-curve-left": ("NW|ES", "tunnel", (0, 2, 1)),
    "double-curve-right": ("NE|SW", "tunnel", (0, 1, 1)),
    "vein-tee-short": ("ESW", "vein", (1, 0, 0)),
    "vein-tee-long": ("NES", "vein", (0, 1, 0)),
}
GOALS = {
    "exit": ("SW", "exit"),
    "goal-lair": ("NW", "lair"),
    "goal-ladder": ("SW", "ladder"),
    "goal-vein": ("NW", "vein"),
}
ACTIONS = {
    "secret-information": (2, 2, 1),
    "cave-in": (1, 1, 1),
    "card-swap": (0, 1, 1),
    "cobweb-circle": (0, 1, 0),
    "cobweb-triangle": (0, 0, 1),
    "cobweb-diamond": (0, 0, 1),
    "boots": (2, 1, 0),
    "battle-axe": (1, 1, 1),
    "rat": (2, 1, 2),
    "crawler": (1, 1, 2),
    "goblin": (1, 1, 2),
}
MONSTERS = {"rat": 3, "crawler": 4, "goblin": 5}  # their moves, in the order in which they attack (F6.8, HF28)
SIDES = ("blue", "yellow")
CLAN_CARDS = {  # F3.2: of each clan, the loyal ones and the saboteurs
    2: {"blue": (1, 0), "yellow": (1, 0)},
    **{seats: {"blue": (2, 2)} for seats in (3, 4)},
    **{seats: {"blue": (3, 1), "yellow": (3, 1)} for seats in (5, 6, 7, 8)},
}
HANDS = {2: (5, 0), 3: (5, 0), 4: (5, 0), 5: (4, 1), 6: (4, 1), 7: (3, 2), 8: (3, 2)}  # F3.5: of level I and II
OUT_OF_THE_GAME = 5


def box() -> dict[int, list[str]]:
    """By level: all cards with that back (F1.1)."""
    paths = {
        level: [f"{key}-{level}" for key, row in PATHS.items() for _ in range(row[2][level - 1])] for level in (1, 2, 3)
    }
    return {
        level: paths[level] + [key for key, row in ACTIONS.items() for _ in range(row[level - 1])] for level in paths
    }


class Shape(NamedTuple):
    """A path card as printed (HF2)."""

    edges: dict[str, str]  # by open edge: the space that lies at it
    links: set[frozenset[str]]  # neighbouring spaces
    symbol: str
    marked: str  # the space with the symbol
    wood: set[str]


@cache
def shape(key: str) -> Shape:
    """What a card looks like."""
    if key == "start":
        return Shape(dict.fromkeys("NESW", "NESW"), set(), "ladder", "NESW", set())
    if key in GOALS:
        tunnel, symbol = GOALS[key]
        return Shape(
            {edge: edge for edge in tunnel}, {frozenset((edge, "centre")) for edge in tunnel}, symbol, "centre", set()
        )
    name, _, level = key.rpartition("-")
    tunnels, on_it, _ = PATHS[name]
    edges: dict[str, str] = {}
    links: set[frozenset[str]] = set()
    middles = []
    for number, tunnel in enumerate(tunnels.split("|"), start=1):
        hub = f"hub{number}" if "|" in tunnels else "hub"
        if level == "1":
            edges |= dict.fromkeys(tunnel, tunnel)
            middles.append([tunnel])
        elif len(tunnel) == 1:
            row = [tunnel, *(["end"] if level == "2" else ["middle", "end"])]
            edges[tunnel] = tunnel
            links |= {frozenset(pair) for pair in pairwise(row)}
            middles.append(["end"])
        elif level == "2":
            edges |= {edge: edge for edge in tunnel}
            links |= {frozenset(pair) for pair in combinations(tunnel, 2)}
            middles.append(list(tunnel))
        else:
            edges |= {edge: edge for edge in tunnel}
            links |= {frozenset((edge, hub)) for edge in tunnel}
            middles.append([hub])
    if on_it == "tunnel":
        links |= {frozenset((space, "tunnel")) for middle in middles for space in middle}
        return Shape(edges, links, "", "", set())
    if on_it.startswith("wood"):
        number = tunnels.split("|").index(on_it[-2:]) + 1
        return Shape(edges, links, "", "", {*on_it[-2:], f"hub{number}"})
    return Shape(edges, links, on_it, middles[0][0] if on_it else "", set())


class Laid(NamedTuple):
    """A card on the grid, face up."""

    card: Card
    turned: int

    def edges(self) -> dict[str, str]:
        """By open edge as it lies: the space at it."""
        found = shape(self.card[1]).edges
        return {OPPOSITE[edge]: space for edge, space in found.items()} if self.turned else found


def looks_alike(key: str) -> bool:
    """Whether turning it by 180 degrees makes no difference: no tunnel and no symbol lies elsewhere."""
    this = shape(key)
    groups = {frozenset(group) for group in PATHS[key.rpartition("-")[0]][0].split("|")}
    turned = {frozenset(OPPOSITE[edge] for edge in group) for group in groups}
    return groups == turned and not (len(this.marked) == 1 and this.marked in STEP)


def neighbours(cell: Cell) -> Iterator[tuple[str, Cell]]:
    """The four cells around."""
    for edge, (x, y) in STEP.items():
        yield edge, (cell[0] + x, cell[1] + y)


def border(one: Cell, other: Cell) -> Border:
    """Where two cells touch."""
    return (one, other) if one < other else (other, one)


class Web(NamedTuple):
    """A cobweb: whose card it is, the card, and its side."""

    owner: int
    card: Card
    side: int


class Monster(NamedTuple):
    """A monster in play: where, and whose card it is."""

    at: Space
    owner: int
    card: Card


class Over(Exception):
    """The game has ended (F9.1)."""


class Deal(NamedTuple):
    """How the cards lie after shuffling: the top of each pile first, clan cards as dealt to the seats and left over."""

    levels: tuple[list[Card], list[Card], list[Card]]
    goals: list[str]  # by corner: south-west, north-west, south-east, north-east
    clans: list[tuple[str, bool]]  # the clan, and whether that dwarf is loyal
    first: int


class Cave:
    """The whole table, open to read."""

    def __init__(self, seats: int, flags: dict[str, str], deal: Deal, lose: Callable[[int], Card]) -> None:
        self.seats = seats
        self.lair_attack = flags.get("lair-attack", "yes") == "yes"
        self.at_once = flags.get("cave-end", "at-once") == "at-once"
        self.lose = lose  # which card of that seat a bridge or a rat takes
        self.board: dict[Cell, Laid] = {START: Laid((-1, "start"), 0)}
        far = 4 if seats <= 5 else 3
        corners = [(-far, -far), (-far, far), (far, -far), (far, far)]
        self.goals = dict(zip(corners, deal.goals, strict=True))
        self.face_down = dict(self.goals)
        self.clans, self.undealt = deal.clans[:seats], deal.clans[seats:]
        self.open = [False] * seats
        self._deal(deal)
        self.discarded: list[Card] = []
        self.dwarfs: list[Space | None] = [(START, "NESW")] * seats
        self.nuggets = [3] * seats
        self.front: list[list[Card]] = [[] for _ in range(seats)]
        self.lying = [False] * seats
        self.webs: dict[Border, Web] = {}
        self.monsters: dict[str, Monster] = {}
        self.veins: set[Cell] = set()
        self.out: list[int] = []
        self.answers: list[tuple[str, bool]] = []
        self.why = ""
        self.active = deal.first
        self.moves = 0
        self.rests = self.walked = False
        self.ask: tuple[int, list[Move]] | None = None
        self._game = self._play()
        self.ask = next(self._game)

    def _deal(self, deal: Deal) -> None:
        """F3.5, F3.6."""
        levels = [list(level[OUT_OF_THE_GAME:]) for level in deal.levels]
        self.hands: list[list[Card]] = [[] for _ in range(self.seats)]
        for level, many in enumerate(HANDS[self.seats]):
            for hand in self.hands:
                hand += [levels[level].pop(0) for _ in range(many)]
        self.pile = levels[0] + levels[1] + levels[2]

    def play(self, move: Move) -> None:
        """One choice of the seat that is asked; two cards may be discarded in either order."""
        assert self.ask is not None
        named = ("discard", tuple(sorted(move[1]))) if move[0] == "discard" else move
        assert named in self.ask[1], move
        try:
            self.ask = self._game.send(move)
        except StopIteration:
            self.ask = None

    # a turn

    def begin_here(self) -> None:
        """The active player is about to use a card: for positions that were laid out by hand."""
        self._game = self._play(begun=True)
        self.ask = next(self._game)

    def _play(self, *, begun: bool = False) -> Asking:
        try:
            while True:
                if not begun:
                    self._upkeep(self.active)
                begun = False
                if self.hands[self.active]:  # F4.4
                    yield from self._turn(self.active)
                self.active = (self.active + 1) % self.seats
        except Over as over:
            self.why = str(over)

    def _turn(self, seat: int) -> Asking:
        move = yield from self._first_step(seat)
        draws, drawer = 1, seat
        if move[0] == "discard":
            draws = len(move[1])
            for number in move[1]:
                self.discarded.append(self._from_hand(seat, number))
        else:
            if move[0] == "swap":  # F6.4
                drawer = move[2]
            yield from self._use(seat, move)
        yield from self._walk(seat)
        for _ in range(draws):
            if self.pile:
                self.hands[drawer].append(self.pile.pop(0))
        if self._all_cards_used():
            raise Over("exhausted")

    def _upkeep(self, seat: int) -> None:
        """F4.0, HF9."""
        for name in MONSTERS:
            if name in self.monsters and self.monsters[name].owner == seat:
                self._send_home(name)
        for where, web in sorted(self.webs.items()):
            if web.owner == seat:
                self._weaken(where)
        self.rests = self.lying[seat]
        self.lying[seat] = False

    def _first_step(self, seat: int) -> Asking:
        """F4.1, and before it what an axe can do (HF8) and the vote (HF17)."""
        proposed = False
        while True:
            moves = [*self._uses(seat), *self._discards(seat), *self._chops(seat)]
            move = yield seat, moves if proposed else [*moves, ("propose",)]
            if move[0] == "chop":
                self._chop(seat, move[1])
            elif move[0] == "propose":
                proposed = True
                yield from self._vote(seat)
            else:
                return move

    def _vote(self, seat: int) -> Asking:
        for other in self._clockwise(seat)[1:]:
            if (yield other, [("vote", False), ("vote", True)]) == ("vote", False):
                return
        raise Over("vote")

    def _clockwise(self, seat: int) -> list[int]:
        return [(seat + step) % self.seats for step in range(self.seats)]

    def _from_hand(self, seat: int, number: int) -> Card:
        card = next(card for card in self.hands[seat] if card[0] == number)
        self.hands[seat].remove(card)
        return card

    def _all_cards_used(self) -> bool:
        return not self.pile and not any(self.hands)

    def _test_end(self) -> None:
        """HF15: at once means after every act."""
        if self.at_once and self._all_cards_used():
            raise Over("exhausted")

    # step 1: which moves there are

    def _uses(self, seat: int) -> Iterator[Move]:
        for number, key in self.hands[seat]:
            if key in ACTIONS:
                for aim in self._aims(seat, key):
                    yield aim[0], number, *aim[1:]
            else:
                yield from (("place", number, cell, turned) for cell, turned in self._places(key))

    def _discards(self, seat: int) -> Iterator[Move]:
        numbers = sorted(number for number, _ in self.hands[seat])
        yield from (("discard", some) for size in (1, 2) for some in combinations(numbers, size))

    def _aims(self, seat: int, key: str) -> Iterator[Move]:
        others = [other for other in range(self.seats) if other != seat]
        if key == "secret-information":
            yield from (("spy-goal", cell) for cell in self.face_down)
            yield from (("spy-clan", other) for other in others if not self.open[other])
        elif key == "cave-in":
            yield from (("cave-in", cell) for cell in self.board if self._may_fall(cell))
        elif key == "card-swap":
            yield from (("swap", other) for other in others)
        elif key.startswith("cobweb"):
            yield from (("web", where) for where in self._web_places())
        elif key == "boots":
            yield from (("boots", one) for one in range(self.seats) if not self._has(one, "boots"))
        elif key == "battle-axe":
            yield from (("axe", one) for one in range(self.seats))
        elif key in self.monsters:  # F6.12, HF30
            yield "monster", self.monsters[key].at[0]
        else:
            yield from (("monster", cell) for cell, laid in self.board.items() if shape(laid.card[1]).symbol == "lair")

    def _has(self, seat: int, key: str) -> bool:
        return any(held == key for _, held in self.front[seat])

    def _may_fall(self, cell: Cell) -> bool:
        """F6.3."""
        figures = [where for where in self.dwarfs if where] + [monster.at for monster in self.monsters.values()]
        return cell != START and cell not in self.goals and all(at != cell for at, _ in figures)

    def _places(self, key: str) -> Iterator[tuple[Cell, int]]:
        """F5.1, F5.2, HF21, HF25."""
        free = {near for cell in self.board for _, near in neighbours(cell)} - self.board.keys() - self.face_down.keys()
        for cell in free:
            for turned in (0,) if looks_alike(key) else (0, 180):
                if self._fits(Laid((0, key), turned), cell):
                    yield cell, turned

    def _fits(self, laid: Laid, cell: Cell) -> bool:
        """All touching edges match, and a tunnel goes on."""
        mine = laid.edges()
        touching = [(edge, self.board[near].edges()) for edge, near in neighbours(cell) if near in self.board]
        matching = all((edge in mine) == (OPPOSITE[edge] in theirs) for edge, theirs in touching)
        return matching and any(edge in mine and OPPOSITE[edge] in theirs for edge, theirs in touching)

    def _web_places(self) -> set[Border]:
        """HF33: an open edge whose other side is an open edge, an empty cell or a hidden goal; one web a place."""
        found = set()
        for cell, laid in self.board.items():
            for edge, near in neighbours(cell):
                rock = near in self.board and OPPOSITE[edge] not in self.board[near].edges()
                if edge in laid.edges() and not rock and border(cell, near) not in self.webs:
                    found.add(border(cell, near))
        return found

    # step 1: what they do

    def _use(self, seat: int, move: Move) -> Asking:
        word, number, aim = move[:3]
        card = self._from_hand(seat, number)
        if word == "place":
            self._lay(aim, Laid(card, move[3]))
        elif word == "monster":
            yield from self._unleash(seat, card, aim)
        elif word == "web":
            self.front[seat].append(card)
            self.webs[aim] = Web(seat, card, 2)
        elif word in ("boots", "axe"):
            self.front[aim].append(card)
        else:
            self.discarded.append(card)  # F6.1
            if word == "cave-in":
                self._fall(aim)
            elif word == "swap":
                self.hands[seat], self.hands[aim] = self.hands[aim], self.hands[seat]

    def _lay(self, cell: Cell, laid: Laid) -> None:
        self.board[cell] = laid
        if shape(laid.card[1]).symbol == "vein":  # F5.9, HF12
            self.veins.add(cell)

    def _fall(self, cell: Cell) -> None:
        """F6.3, HF9, HF39: the card, then the webs at its open ends; on a join a web stays."""
        laid = self.board.pop(cell)
        self.discarded.append(laid.card)
        self.veins.discard(cell)
        for edge, near in neighbours(cell):
            joined = near in self.board and OPPOSITE[edge] in self.board[near].edges()
            if edge in laid.edges() and not joined and border(cell, near) in self.webs:
                self._remove_web(border(cell, near))

    def _unleash(self, seat: int, card: Card, cell: Cell) -> Asking:
        """F6.8 to F6.12, HF6, HF30."""
        name = card[1]
        self.front[seat].append(card)
        if name in self.monsters:
            at = self.monsters[name].at
            self._send_home(name)
            self.monsters[name] = Monster(at, seat, card)
        else:
            self.monsters[name] = Monster((cell, shape(self.board[cell].card[1]).marked), seat, card)
            if self.lair_attack and (yield from self._come_upon(name)):
                return
        self._test_end()
        for _ in range(MONSTERS[name]):
            steps = self._steps(self.monsters[name].at)
            if not steps:
                return
            move = yield seat, [*(("step", *to) for to in steps), ("stop",)]
            if move == ("stop",):
                return
            self.monsters[name] = self.monsters[name]._replace(at=move[1:])
            if (yield from self._come_upon(name)):
                return

    def _send_home(self, name: str) -> None:
        monster = self.monsters.pop(name)
        self.front[monster.owner].remove(monster.card)
        self.discarded.append(monster.card)

    # meetings

    def _come_upon(self, name: str) -> Asking:
        """F6.10: a monster that enters attacks all who are there; whether anybody is."""
        here = [seat for seat in self._clockwise(self.active) if self.dwarfs[seat] == self.monsters[name].at]
        yield from self._attack(name, here)
        return bool(here)

    def _attack(self, name: str, here: Sequence[int]) -> Asking:
        """HF8: those with an axe are asked, and the first yes saves all."""
        for seat in here:
            if self._has(seat, "battle-axe") and (yield seat, [("hold",), ("swing",)]) == ("swing",):
                self._use_axe(seat)
                self._send_home(name)
                return
        for seat in here:
            if name == "rat" and self.hands[seat]:
                self._lose_card(seat)
            elif name == "crawler":
                self.lying[seat] = True
            elif name == "goblin" and self.nuggets[seat]:
                self.nuggets[seat] -= 1

    def _use_axe(self, seat: int) -> None:
        axe = next(card for card in self.front[seat] if card[1] == "battle-axe")
        self.front[seat].remove(axe)
        self.discarded.append(axe)

    def _lose_card(self, seat: int) -> None:
        """HF4: face down to the discard pile."""
        card = self.lose(seat)
        self.hands[seat].remove(card)
        self.discarded.append(card)

    # cobwebs

    def _chops(self, seat: int) -> Iterator[Move]:
        """F6.7a, HF9, HF34: webs on the borders of the dwarf's space."""
        where = self.dwarfs[seat]
        if where is None or not self._has(seat, "battle-axe"):
            return
        for edge, space in self.board[where[0]].edges().items():
            at = border(where[0], dict(neighbours(where[0]))[edge])
            if space == where[1] and at in self.webs:
                yield "chop", at

    def _chop(self, seat: int, where: Border) -> None:
        self._use_axe(seat)
        self._weaken(where)

    def _weaken(self, where: Border) -> None:
        """Side 2 becomes side 1, and side 1 goes (F4.0b)."""
        web = self.webs[where]
        if web.side == 2:
            self.webs[where] = web._replace(side=1)
        else:
            self._remove_web(where)

    def _remove_web(self, where: Border) -> None:
        web = self.webs.pop(where)
        self.front[web.owner].remove(web.card)
        self.discarded.append(web.card)

    # step 2

    def _walk(self, seat: int) -> Asking:
        """F4.2, F8, HF23."""
        idle = self.rests or self.lying[seat] or self.dwarfs[seat] is None
        self.moves = 0 if idle else 3 + self._has(seat, "boots")
        self.walked = False
        self._test_end()
        while True:
            if not self.moves:
                self._take_vein(seat)
            where = self.dwarfs[seat]
            steps = self._steps(where) if self.moves and where else set()
            moves: list[Move] = [*(("step", *to) for to in steps), *self._chops(seat)]
            if not moves:
                return
            move = yield seat, [*moves, ("stop",)]
            if move[0] == "stop":
                self._take_vein(seat)
                return
            if move[0] == "chop":
                self._chop(seat, move[1])
            else:
                yield from self._step(seat, move[1:])

    def _steps(self, where: Space) -> set[Space]:
        """One move away: on the card, over a border without a web, from ladder to ladder (F8.1, F8.2, HF10)."""
        cell, here = where
        if here == HIDDEN:
            return self._across(cell, set(STEP))
        laid = self.board[cell]
        card = shape(laid.card[1])
        found = {(cell, other) for link in card.links if here in link for other in link - {here}}
        found |= self._across(cell, {edge for edge, space in laid.edges().items() if space == here})
        if card.symbol == "ladder" and card.marked == here:
            found |= self._ladders() - {where}
        return found

    def _across(self, cell: Cell, edges: set[str]) -> set[Space]:
        found: set[Space] = set()
        for edge, near in neighbours(cell):
            if edge not in edges or border(cell, near) in self.webs:
                continue
            if near in self.face_down:
                found.add((near, HIDDEN))
            elif near in self.board and OPPOSITE[edge] in self.board[near].edges():
                found.add((near, self.board[near].edges()[OPPOSITE[edge]]))
        return found

    def _ladders(self) -> set[Space]:
        cards = {cell: shape(laid.card[1]) for cell, laid in self.board.items()}
        return {(cell, card.marked) for cell, card in cards.items() if card.symbol == "ladder"}

    def _step(self, seat: int, to: Space) -> Asking:
        """HF23: the cost, the goal, each monster, the exit, the end."""
        before = self.dwarfs[seat]
        assert before is not None
        self.moves -= 1
        self.walked = True
        if to[1] == HIDDEN:
            to = self._reveal(to[0], before[0])
            self.moves = 0
        else:
            self._pay(seat, before, to)
        self.dwarfs[seat] = to
        met = [name for name in MONSTERS if name in self.monsters and self.monsters[name].at == to]
        if met:
            self.moves = 0
        for name in met:
            yield from self._attack(name, [seat])
        card = shape(self.board[to[0]].card[1])
        if (card.symbol, card.marked) == ("exit", to[1]):
            self._leave(seat)
        self._test_end()

    def _pay(self, seat: int, before: Space, to: Space) -> None:
        """F5.7, HF3: a card for the wood; F5.8: a nugget for the tunnel."""
        if to[1] in shape(self.board[to[0]].card[1]).wood and before[0] != to[0] and self.hands[seat]:
            self._lose_card(seat)
        if to[1] == "tunnel" and self.nuggets[seat]:
            self.nuggets[seat] -= 1

    def _reveal(self, cell: Cell, came_from: Cell) -> Space:
        """F8.4: it goes on from where the dwarf came; monsters there stand on the first space too (HF10)."""
        key = self.face_down.pop(cell)
        side = next(edge for edge, near in neighbours(cell) if near == came_from)
        ways = [Laid((-1, key), turned) for turned in (0, 180)]
        laid = next(way for way in ways if side in way.edges())
        self._lay(cell, laid)
        first = cell, laid.edges()[side]
        for name, monster in self.monsters.items():
            if monster.at == (cell, HIDDEN):
                self.monsters[name] = monster._replace(at=first)
        return first

    def _take_vein(self, seat: int) -> None:
        """F5.9, HF12, HF35."""
        where = self.dwarfs[seat]
        if where and self.walked and where[0] in self.veins and shape(self.board[where[0]].card[1]).marked == where[1]:
            self.veins.remove(where[0])
            self.nuggets[seat] += 1
            self.open[seat] = True

    # the exit and the end

    def _leave(self, seat: int) -> None:
        """F8.5, F9.1, HF16."""
        self.dwarfs[seat] = None
        self.lying[seat] = False
        self.out.append(seat)
        self.open[seat] = True
        self.moves = 0
        for side in SIDES:
            could_be = {self._is_complete(side, clans) for clans in self._worlds()}
            complete = self._is_complete(side, self.clans)
            if could_be == {True, False}:
                self.answers.append((side, complete))
            assert complete in could_be
            if complete:
                raise Over("side")

    def _worlds(self) -> Iterator[list[tuple[str, bool]]]:
        """Every way in which the hidden clan cards could lie, by what is open to all."""
        by_clan = []
        for clan, (loyal, saboteurs) in CLAN_CARDS[self.seats].items():
            places = [seat for seat in range(self.seats) if self.clans[seat][0] == clan]
            cards = [True] * loyal + [False] * saboteurs
            for seat in (seat for seat in places if self.open[seat]):
                cards.remove(self.clans[seat][1])
            hidden = [seat for seat in places if not self.open[seat]]
            by_clan.append([dict(zip(hidden, way, strict=False)) for way in set(permutations(cards))])
        for ways in product(*by_clan):
            guess = {seat: loyal for way in ways for seat, loyal in way.items()}
            yield [(clan, guess.get(seat, loyal)) for seat, (clan, loyal) in enumerate(self.clans)]

    def _is_complete(self, side: str, clans: Sequence[tuple[str, bool]]) -> bool:
        """No dwarf inside works for it."""
        return all(works_for(clans[seat]) != side for seat in range(self.seats) if seat not in self.out)

    def scores(self) -> list[int]:
        """F10.1: what each player has saved."""
        return [self.nuggets[seat] if seat in self.out else 0 for seat in range(self.seats)]

    def values(self) -> list[int]:
        """By side (F10.1)."""
        sides = [works_for(clan) for clan in self.clans]
        saved = [sum(score for score, of in zip(self.scores(), sides, strict=True) if of == side) for side in SIDES]
        return [saved[0] * sides.count("yellow"), saved[1] * sides.count("blue")]

    def winners(self) -> list[int]:
        """F10.2, HF18."""
        blue, yellow = self.values()
        sides = [works_for(clan) for clan in self.clans]
        won = "blue" if blue > yellow else "yellow" if yellow > blue else sides[self.out[0]] if self.out else None
        return [seat for seat, side in enumerate(sides) if side == won]


def works_for(clan_card: tuple[str, bool]) -> str:
    """F2.2."""
    clan, loyal = clan_card
    return clan if loyal else next(side for side in SIDES if side != clan)
