"""What a seat sees does not depend on what it cannot see (I1, I2, A9.7, HA13, HA18, HA21, HA26, HB19, HB23)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

import pytest

from engine import wants
from engine.events import ChoiceMade, RoundDealt, SlotsRenewed
from engine.front import choices
from engine.front import wants as wants_of
from engine.inputs import AnswerQuestion, CommitChoice, DealRound, OpenSlots, RenewSlots, ShowSlots, TimeUp
from engine.mine.game import CARD_SETS
from engine.mine.rules.actions.inspection import RoleInspected
from engine.mine.rules.actions.read_map import MapRead
from engine.mine.scenario.position import arrange
from engine.mine.state import State
from engine.notebook import Notebook
from engine.slots import Face, Seat, Slot, by_pile, in_order
from engine.tabletop import Tabletop
from tests.stories.properties.stories import ALL_TABLES, FEW, TABLES, Retold, Story, stories
from tests.support.threats import threat

GOLD, ROLES, GOALS, DECK = range(4)
TRIES = 30

Faces = dict[Slot, Face]


# The same public game over other cards


class OtherWorld(Tabletop):
    """A dealer who holds other cards where a seat cannot see them, and must still say the same in public."""

    def __init__(self, tale: Story, faces: Faces) -> None:
        super().__init__(tale.rules, tale.seats, lambda below: 0)
        if tale.position is not None:
            arrange(self, tale.position)
            self.notebooks = [Notebook() for _ in range(tale.seats)]
            for seat, notebook in enumerate(self.notebooks):
                own = [self.state.roles[seat], *self.state.hands[seat], *self.state.gold[seat]]
                notebook.show((slot, faces[slot]) for slot in own)
        self.world = faces
        self.faces = faces.copy()
        self.ways = iter(tale.ways)

    def dealt(self) -> Iterable[Face]:
        """The other faces, from the next free slot on."""
        first = len(self.state.pile_of)
        sizes = [len(pile.faces) for pile in self.state.book.piles_of(self.state.round + 1)]
        return [self.world[slot] for slot in range(first, first + sum(sizes))]

    def _renew(self, slots: tuple[Slot, ...], by: Seat | None) -> RenewSlots:
        """The faces stay, pile by pile; the other world says itself where each lies, also where a seat chose."""
        first = len(self.state.pile_of)
        new = tuple(range(first, first + len(slots)))
        for share in by_pile(slots, self.state.pile_of).values():
            there = sorted(self.faces[slots[at]] for at in share)
            assert sorted(self.world[new[at]] for at in share) == there
        self.faces.update((slot, self.world[slot]) for slot in new)
        return RenewSlots(new)

    def hear(self, given: object) -> None:
        """Answer what the story's dealer answered; acts are repeated."""
        want = next((want for want in wants_of(self.state) if _asks_for(want, given)), None)
        if want is not None:
            assert self.answer(want) == given
        if isinstance(given, CommitChoice):
            self.choose(given.seat, next(self.ways))
        if isinstance(given, TimeUp) and self.state.secret is not None:
            next(self.ways)  # chance chose, and no seat knows what
        self.give(given)


def _asks_for(want: wants.Want, given: object) -> bool:
    match given, want:
        case ShowSlots(seat, slots), wants.Open(owed, to):
            return (seat, slots) == (to, owed)
        case (OpenSlots(), wants.Open(to=None)) | (AnswerQuestion(), wants.Ask()):
            return True
        case (DealRound(), wants.Deal()) | (RenewSlots(), wants.Renew()):
            return True
    return False


class Knowledge:
    """What the first inputs of a story have opened to one seat or to all, and how the cards came to lie there."""

    def __init__(self, tale: Story, seat: Seat, until: int) -> None:
        table = tale.opened()
        self.seen: set[Slot] = {*table.state.faces, *table.notebooks[seat].shown}
        self.deals: list[list[Slot]] = []
        self.renewals: list[SlotsRenewed] = []
        self.orders: dict[Slot, int] = {}
        """By the first new slot of a renewal: in which order the seat itself laid the cards back."""
        self._chosen: int | None = None
        self._ways = iter(tale.ways)
        if tale.position is not None:
            first = RoundDealt(1, 0, tuple(len(pile.faces) for pile in table.state.book.piles))
            self._note(first)
        for given, events in zip(tale.inputs[:until], tale.told, strict=False):
            self._learn(given, seat)
            for event in events:
                self._follow(event, seat)

    def _follow(self, event: object, seat: Seat) -> None:
        """A seat knows what it chose; what chance chose for it no seat knows."""
        if isinstance(event, ChoiceMade):
            way = next(self._ways)
            self._chosen = None if event.seat != seat or event.by_clock else way
        if isinstance(event, SlotsRenewed) and event.by == seat and self._chosen is not None:
            self.orders[event.new[0]] = self._chosen
        self._note(event)

    def parts(self) -> Iterator[list[Slot]]:
        """The piles as dealt, with the cards of each renewal apart: who saw a draft or a hand knows its faces."""
        for deal in self.deals:
            renewed = [[slot for slot in each.old if slot in deal] for each in self.renewals]
            apart = {slot for slots in renewed for slot in slots}
            yield from (slots for slots in renewed if slots)
            yield [slot for slot in deal if slot not in apart]

    def _learn(self, given: object, seat: Seat) -> None:
        match given:
            case ShowSlots(to, slots):
                self.seen |= set(slots) if to == seat else set()
            case OpenSlots(faces):
                self.seen |= {slot for slot, _ in faces}
            case _:
                if hasattr(given, "face"):
                    self.seen.add(getattr(given, "slot"))  # noqa: B009

    def _note(self, event: object) -> None:
        if isinstance(event, SlotsRenewed):
            self.renewals.append(event)
        elif isinstance(event, RoundDealt):
            first = event.first
            for size in event.sizes:
                self.deals.append(list(range(first, first + size)))
                first += size


class Shuffler:
    """Lays other faces where a seat has not looked; each pile and each renewal keeps its own."""

    def __init__(self, tale: Story, known: Knowledge, rng: Random) -> None:
        self.true = tale.faces
        self.seen = known.seen
        self.orders = known.orders
        self.rng = rng
        self.faces = tale.faces.copy()
        self.pile_of = {slot: number for number, deal in enumerate(known.deals) for slot in deal}

    def renew(self, renewal: SlotsRenewed) -> bool:
        """Lay the faces as the seat itself ordered, if it did; else they mix, pile by pile."""
        order = self.orders.get(renewal.new[0])
        old, new = renewal.old, renewal.new
        piles = [self.pile_of[slot] for slot in old]
        self.pile_of.update(zip(new, piles, strict=True))
        if order is None:
            shares = by_pile(range(len(old)), piles).values()
            return all(self.mix([old[at] for at in share], [new[at] for at in share]) for share in shares)
        faces = in_order(order, [self.faces[slot] for slot in renewal.old])
        self.faces.update(zip(renewal.new, faces, strict=True))
        return all(self.faces[slot] == self.true[slot] for slot in renewal.new if slot in self.seen)

    def mix(self, old: Iterable[Slot], new: Iterable[Slot]) -> bool:
        """Lay the faces of the old slots into the new ones; False if what was seen cannot be as it was."""
        there = Counter(self.faces[slot] for slot in old)
        fixed = Counter(self.true[slot] for slot in new if slot in self.seen)
        if fixed - there:
            return False
        rest = sorted((there - fixed).elements())
        self.rng.shuffle(rest)
        self.faces.update({slot: self.true[slot] if slot in self.seen else rest.pop() for slot in new})
        return True


def other_cards(tale: Story, known: Knowledge, rng: Random) -> Faces:
    """Other faces for everything that was not seen; the true ones if none are found."""
    for attempt in range(TRIES):
        cards = Shuffler(tale, known, rng)
        for slots in known.parts() if attempt else known.deals:
            assert cards.mix(slots, slots)
        if all(cards.renew(renewal) for renewal in known.renewals):
            return cards.faces
    return tale.faces


def check_secrecy(tale: Story, seat: Seat, until: int, rng: Random) -> int:
    """Tell the story over other cards; how many cards were others."""
    faces = other_cards(tale, Knowledge(tale, seat, until), rng)
    check_other_world(tale, seat, until, faces)
    return sum(faces[slot] != face for slot, face in tale.faces.items())


def check_other_world(tale: Story, seat: Seat, until: int, faces: Faces) -> None:
    """The seat sees the same after every input, and can do the same."""
    here, there = tale.opened(), OtherWorld(tale, faces)
    for given in tale.inputs[:until]:
        here.hear(given)
        there.hear(given)
        assert here.view(seat) == there.view(seat)
    assert choices(here.view(seat)) == choices(there.view(seat))


@threat("slot-followed")
@pytest.mark.parametrize(("rules", "seats"), FEW)
def test_a_seat_sees_the_same_whatever_the_hidden_cards_are(rules: str, seats: int) -> None:
    """Roles, goals, hands, piles, gold and cards set aside are changed; the view stays equal after every input."""
    check_worlds(rules, seats, 1)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("rules", "seats"), ALL_TABLES)
def test_a_seat_sees_the_same_in_ten_times_as_many_games(rules: str, seats: int) -> None:
    """The same, for the night."""
    check_worlds(rules, seats, 10)


def check_worlds(rules: str, seats: int, times: int) -> None:
    rng = Random(f"secrets {rules} {seats}")
    changed = 0
    for tale in stories(rules, seats, times):
        for until in (len(tale.inputs), rng.randrange(1, len(tale.inputs)), *_renewals(tale, rng)):
            changed += check_secrecy(tale, rng.randrange(seats), until, rng)
    assert changed > 50


@pytest.mark.parametrize("card_set", CARD_SETS)
def test_the_other_worlds_differ_within_what_was_renewed(card_set: str) -> None:
    """Without this a draft or a swapped hand could be watched through its slots, unnoticed (HA26, HB19)."""
    rng = Random("drafts")
    differing = 0
    for rules, seats in TABLES:
        for tale in stories(rules, seats) if rules.startswith(card_set) else ():
            for until in _renewals(tale, rng):
                known = Knowledge(tale, rng.randrange(seats), until)
                faces = other_cards(tale, known, rng)
                renewed = [slot for renewal in known.renewals for slot in renewal.new]
                differing += any(faces[slot] != tale.faces[slot] for slot in renewed)
    assert differing > 10


def _renewals(tale: Story, rng: Random) -> list[int]:
    """A moment within a gold draft or after a swap of hands, where there is one."""
    renewed = [number for number, given in enumerate(tale.inputs) if isinstance(given, RenewSlots)]
    return [min(rng.choice(renewed) + rng.choice((2, 3, 20)), len(tale.inputs))] if renewed else []


# What is opened, and what a notebook holds


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_only_what_the_rules_say_is_opened(rules: str, seats: int) -> None:
    """I1, I2: own role and cards, a goal by map, a role by inspection, the draft to its picker; the rest later."""
    for tale in stories(rules, seats):
        debts: set[tuple[Seat, tuple[Slot, ...]]] = set()
        for table, number in tale.retold():
            debts = check_openings(table.state, tale.told[number - 1] if number else (), debts)


def check_openings(
    state: State, events: tuple[object, ...], debts: set[tuple[Seat, tuple[Slot, ...]]]
) -> set[tuple[Seat, tuple[Slot, ...]]]:
    now = set[tuple[Seat, tuple[Slot, ...]]]()
    for want in wants_of(state):
        if isinstance(want, wants.Open) and want.to is None:
            assert list(want.slots) in list(_open_to_all(state))
        elif isinstance(want, wants.Open) and want.to is not None:
            now.add((want.to, want.slots))
            if (want.to, want.slots) not in debts:
                assert all(_may_look(state, events, want.to, slot) for slot in want.slots)
    return now


def _open_to_all(state: State) -> Iterator[list[Slot]]:
    """A7.1: one goal that is reached.  A8.2, G10, HA18, HB23: roles and goals.  HA20, A11.1: gold."""
    flags = dict(state.book.rules.flags)
    if state.choosing is not None:
        yield from ([state.goals[at]] for at in state.board.reach.reached)
    elif not any(slot in state.faces for slot in state.roles):
        shown = flags.get("left-over", "every-round") == "every-round" or state.round == 1
        nobodys = [*state.spare_roles, *state.roles_aside] if shown else []
        yield sorted([*state.roles, *nobodys, *state.board.network.hidden.values()])
    else:
        if flags.get("saboteur-pay-from") == "gold-cards" and not state.treasure_found:
            yield [next(slot for slot in state.gold_pile if slot not in state.faces)]
        if state.round == state.book.rounds:
            yield sorted(slot for held in state.gold for slot in held if slot not in state.faces)


def _may_look(state: State, events: tuple[object, ...], seat: Seat, slot: Slot) -> bool:
    match state.pile_of[slot]:
        case 0:
            just_kept = state.gold[seat][-1:]
            return slot in just_kept or (slot in state.draft and state.pickers[0] == seat)
        case 1:
            looks = [event for event in events if isinstance(event, RoleInspected)]
            inspected = [state.roles[event.target] for event in looks if event.seat == seat]
            return slot in [state.roles[seat], *inspected]
        case 2:
            maps = [event for event in events if isinstance(event, MapRead)]
            return any(event.seat == seat and state.goals[event.cell] == slot for event in maps)
        case _:
            return slot in state.hands[seat]


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_a_notebook_holds_what_its_seat_was_shown_and_is_right(rules: str, seats: int) -> None:
    """What a seat was not shown it may know only of gold cards that it saw and passed on (HA26), or of hands (HB19)."""
    for tale in stories(rules, seats):
        check_notebooks(tale)


def check_notebooks(tale: Story) -> None:
    shown: list[set[Slot]] = []
    for table, number in tale.retold():
        shown = shown or [set(notebook.shown) for notebook in table.notebooks]
        given = tale.inputs[number - 1] if number else None
        if isinstance(given, ShowSlots):
            shown[given.seat] |= set(given.slots)
        if isinstance(given, ShowSlots | OpenSlots | RenewSlots):
            for seat, notebook in enumerate(table.notebooks):
                check_notebook(table, notebook, shown[seat])
        for seat in range(tale.seats):
            check_own_cards(table, seat)


@threat("slot-followed")
@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_no_slot_of_gold_or_of_a_hand_is_shown_to_two_seats(rules: str, seats: int) -> None:
    """HA26, HB19: what is passed on is renewed first, or its slots would tell who kept which."""
    for tale in stories(rules, seats):
        viewers: dict[Slot, Seat] = {}
        for table, number in tale.retold():
            given = tale.inputs[number - 1] if number else None
            if isinstance(given, ShowSlots):
                passed_on = [slot for slot in given.slots if table.state.pile_of[slot] in (GOLD, DECK)]
                assert all(viewers.setdefault(slot, given.seat) == given.seat for slot in passed_on)


def check_notebook(table: Retold, notebook: Notebook, shown: set[Slot]) -> None:
    """Everything in it is true, and what was not shown comes from cards that were seen and then renewed."""
    faces, pile_of = table.faces, table.state.pile_of
    renewed = GOLD if table.state.book.rules.card_set == "base" else DECK
    assert all(faces[slot] == face for slot, face in notebook.shown.items())
    concluded = notebook.shown.keys() - shown
    seen = any(pile_of[slot] == renewed for slot in shown)
    assert not concluded or seen
    assert all(pile_of[slot] == renewed for slot in concluded)
    for pool in notebook.pools:
        assert seen
        assert {pile_of[slot] for slot in pool.slots} == {renewed}
        assert Counter(pool.faces) <= Counter(faces[slot] for slot in pool.slots)
        assert len(pool.faces) <= len(pool.slots)


def check_own_cards(table: Retold, seat: Seat) -> None:
    """A seat that is owed nothing knows its role and hand; while hands change owners it is still to be owed."""
    state: State = table.state
    if state.round and state.stage != "renewing" and all(to != seat for to, _ in state.owed):
        own = [state.roles[seat], *state.hands[seat]]
        assert all(table.notebooks[seat].shown.get(slot) == table.faces[slot] for slot in own)
