"""What a seat sees of a cave does not depend on what it may not know (I4, HF4, HF16, HF24)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from random import Random

import pytest

from engine.cave.rules.actions.secret_information import ClanSpied, GoalSpied
from engine.cave.rules.turn.deal import ClansDealt
from engine.cave.rules.walk.escape import RULE as ESCAPE
from engine.cave.rules.walk.escape import SideAsked, UndealtSeen
from engine.cave.state import State
from engine.events import QuestionAnswered, SlotsOpened, SlotsRenewed, SlotsShown
from engine.hands import CardDrawn
from engine.inputs import RenewSlots
from engine.rules import parse
from engine.slots import Seat, Slot
from tests.stories.properties.stories import Story
from tests.stories.properties.test_cave import TABLES, Heard, tale
from tests.stories.properties.test_secrecy import Faces, Knowledge, check_other_world, other_cards
from tests.support.threats import threat

TRIES = 30
_TRUTH = ESCAPE.questions["side-complete"].truth


def told(rules: str, seats: int, seed: int = 0) -> Story:
    """A game of the cave, as one that can be told over other cards."""
    whole = tale(rules, seats, seed)
    return Story(parse(rules), seats, None, whole.inputs, whole.told, dict(whole.table.faces), ())


def other_cave(whole: Story, seat: Seat, until: int, rng: Random) -> Faces:
    """Other faces where the seat has not looked, with the same answers (HF16); the true ones if none are found."""
    known = Knowledge(whole, seat, until)
    for _ in range(TRIES):
        faces = other_cards(whole, known, rng)
        if all(_TRUTH(side, tuple(faces[slot] for slot in slots)) == yes for side, slots, yes in answers(whole, until)):
            return faces
    return whole.faces


def answers(whole: Story, until: int) -> Iterator[tuple[int, tuple[Slot, ...], bool]]:
    """Every question that the table asked, and its answer."""
    asked = None
    for event in (event for events in whole.told[:until] for event in events):
        if isinstance(event, SideAsked):
            asked = event
        elif isinstance(event, QuestionAnswered) and asked is not None:
            yield asked.side, asked.slots, event.yes


@threat("slot-followed")
@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_a_seat_sees_the_same_whatever_the_hidden_cards_of_the_cave_are(rules: str, seats: int) -> None:
    """Loyalties, goals, hands, piles and cards that are out of the game are changed; the view stays equal."""
    rng = Random(f"secrets {rules} {seats}")
    changed = Counter[str]()
    for seed in range(2):
        whole = told(rules, seats, seed)
        for until in moments(whole, rng):
            seat = rng.randrange(seats)
            faces = other_cave(whole, seat, until, rng)
            check_other_world(whole, seat, until, faces)
            changed += changes(whole, faces)
    assert changed["level"] > 50
    assert changed["goals"] > 0
    assert changed["clan"] > 0 or seats == 2  # each of two knows the other's card: there is one of each clan


def moments(whole: Story, rng: Random) -> Iterator[int]:
    """The end of the game, somewhere in it, and soon after a swap of hands, where there is one."""
    yield from (len(whole.inputs), rng.randrange(1, len(whole.inputs)))
    renewed = [number for number, given in enumerate(whole.inputs) if isinstance(given, RenewSlots)]
    if renewed:
        yield min(rng.choice(renewed) + rng.choice((2, 3, 20)), len(whole.inputs))


def changes(whole: Story, faces: Faces) -> Counter[str]:
    """By kind of pile: how many cards are others."""
    state = tale(str(whole.rules), whole.seats, 0).table.state
    names = {pile.number: pile.name.partition("-")[0] for pile in state.book.piles}
    kinds = {"blue": "clan", "yellow": "clan"}
    dealt = sum(len(pile.faces) for pile in state.book.piles)
    others = [slot for slot in range(dealt) if faces[slot] != whole.faces[slot]]
    return Counter(kinds.get(name, name) for name in (names[state.pile_of[slot]] for slot in others))


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_only_what_the_rules_of_the_cave_say_is_shown_to_a_seat(rules: str, seats: int) -> None:
    """I4: its clan card and hand, what it draws, what it spies on, a swapped hand, and the undealt cards once."""
    whole = tale(rules, seats, 1)
    due: dict[Seat, set[Slot]] = {seat: set() for seat in range(seats)}
    table = Heard(whole)
    for given in whole.inputs:
        for event in table.hear(given):
            if isinstance(event, SlotsShown):
                assert set(event.slots) <= due[event.seat]
                due[event.seat] -= set(event.slots)
            else:
                for seat, slots in shown_by(event, table.state):
                    due[seat] |= set(slots)
    assert all(not slots for slots in due.values())


def shown_by(event: object, state: State) -> Iterator[tuple[Seat, Iterable[Slot]]]:
    """What an event entitles a seat to see."""
    match event:
        case ClansDealt():
            yield from ((seat, [state.clans[seat], *state.hands[seat]]) for seat in range(state.book.seats))
        case CardDrawn(seat=seat, slot=slot):
            yield seat, [slot]
        case GoalSpied(seat=seat, cell=at):
            yield seat, [state.goals[at]]
        case ClanSpied(seat=seat, target=target):
            yield seat, [state.clans[target]]
        case UndealtSeen(seat=seat):
            assert state.escaped == (seat,)
            yield seat, state.undealt
        case SlotsRenewed(new=new):
            [holder] = [seat for seat, hand in enumerate(state.hands) if set(new) <= set(hand)]
            yield holder, new


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_only_what_the_rules_of_the_cave_say_is_opened_to_all(rules: str, seats: int) -> None:
    """I4: a goal with the first dwarf on it, a clan card by a vein or the exit, and all clan cards at the end."""
    whole = tale(rules, seats, 1)
    table = Heard(whole)
    for given in whole.inputs:
        state: State = table.state
        goal = None if state.revealing is None else state.goals[state.revealing]
        clan = state.clans[state.active] if state.clans and state.active >= 0 else None
        for event in table.hear(given):
            if isinstance(event, SlotsOpened) and state.stage != "over":
                [(slot, _face)] = event.faces
                assert slot in (goal, clan)
                assert slot == goal or state.active in state.escaped or state.moves == 0
    opened = table.state.faces
    assert {*table.state.clans, *table.state.undealt} <= opened.keys()
    assert not opened.keys() & {*table.state.pile, *table.state.removed, *chain(*table.state.hands)}
