"""The waits that are the same in every game: openings, chance, renewals, secret choices, questions, the clock."""

from collections import Counter
from typing import TYPE_CHECKING

from engine.errors import (
    FACE_NOT_IN_PILE,
    NOT_WANTED,
    NOT_YOUR_TURN,
    OPENING_NOT_WANTED,
    RANDOM_OUT_OF_RANGE,
    WRONG_NEW_SLOTS,
    Illegal,
)
from engine.events import (
    ChanceCalled,
    ChoiceMade,
    NumberDrawn,
    QuestionAnswered,
    SlotsOpened,
    SlotsRenewed,
    SlotsShown,
    TimeRanOut,
)
from engine.inputs import AnswerQuestion, CommitChoice, GiveRandom, OpenSlots, RenewSlots, ShowSlots, TimeUp
from engine.machine import OVER, Rule, Stage
from engine.slots import TABLE, Face, Seat, Slot, by_pile
from engine.table import Table
from engine.wants import Act, Choose, Open, Random, Want, Window

if TYPE_CHECKING:
    from engine.front import State  # which knows the waits


def decide_open(state: Table, given: OpenSlots) -> tuple[object, ...]:
    """Any holder of an opening that the table waits for may supply it, also a part of what is wanted."""
    slots = [slot for slot, _ in given.faces]
    if not slots or len(set(slots)) != len(slots) or not set(slots) <= set(state.opening):
        raise Illegal(OPENING_NOT_WANTED)
    if not _can_all_lie_there(state, dict(given.faces)):
        raise Illegal(FACE_NOT_IN_PILE)
    return (SlotsOpened(given.faces),)


def _can_all_lie_there(state: Table, given: dict[Slot, Face]) -> bool:
    """Each face is one of its pile's, and with what lies open already there are not more copies than the pile has."""
    piles = {state.pile_of[slot] for slot in given}
    together = {slot: face for slot, face in (state.faces | given).items() if state.pile_of[slot] in piles}
    counts = Counter((state.pile_of[slot], face) for slot, face in together.items())
    return all(count <= state.book.copies[pile][face] for (pile, face), count in counts.items())


def opened(state: Table, event: SlotsOpened) -> None:
    """Play goes on when the last of the wanted slots lies open."""
    state.faces.update(event.faces)
    state.opening = tuple(slot for slot in state.opening if slot not in state.faces)
    if not state.opening:
        state.stage = state.then


def decide_show(state: Table, given: ShowSlots) -> tuple[object, ...]:
    """Only what is owed, exactly as it is owed."""
    if (given.seat, given.slots) not in state.owed:
        raise Illegal(OPENING_NOT_WANTED)
    return (SlotsShown(given.seat, given.slots),)


def shown(state: Table, event: SlotsShown) -> None:
    """The debt is paid."""
    state.owed.remove((event.seat, event.slots))


def chance_called(state: Table, event: ChanceCalled) -> None:
    """Nothing goes on before the value is there."""
    state.asked = Random(event.kind, event.subject, event.below)
    state.stage = "chance"


def decide_random(state: Table, given: GiveRandom) -> tuple[object, ...]:
    """The value that the table asked for, and no other."""
    if state.asked is None:
        raise Illegal(NOT_WANTED)
    if not 0 <= given.value < state.asked.below:
        raise Illegal(RANDOM_OUT_OF_RANGE)
    return (NumberDrawn(state.asked.kind, state.asked.subject, given.value),)


def number_drawn(state: Table, event: NumberDrawn) -> None:
    """The stage that uses the value has the name of its kind."""
    state.asked = None
    state.number = event.value
    state.stage = event.kind


def decide_renew(state: Table, given: RenewSlots) -> tuple[object, ...]:
    """New slots are the next free numbers, as many as the old ones; each pile is mixed by itself."""
    wanted = state.renewing
    if wanted is None:
        raise Illegal(NOT_WANTED)
    first = len(state.pile_of)
    if given.slots != tuple(range(first, first + len(wanted.slots))):
        raise Illegal(WRONG_NEW_SLOTS)
    shares = by_pile(wanted.slots, state.pile_of)
    return tuple(
        SlotsRenewed(tuple(wanted.slots[at] for at in share), tuple(given.slots[at] for at in share), wanted.by)
        for share in shares.values()
    )


def slots_renewed(state: Table, event: SlotsRenewed) -> None:
    """The old slots are dead; what all seats knew of them is now only known of all of them together."""
    wanted = state.renewing
    assert wanted is not None
    if event.new[-1] >= len(state.pile_of):  # the first pile of this zone
        state.pile_of += [state.pile_of[slot] for slot in wanted.slots]
    successor = dict(zip(event.old, event.new, strict=True))
    state.replace_slots(successor)
    for slot in event.old:
        state.faces.pop(slot, None)
    living = ((seat, tuple(slot for slot in slots if slot not in successor)) for seat, slots in state.owed)
    state.owed = [(seat, slots) for seat, slots in living if slots]
    if state.pile_of[event.old[0]] == max(state.pile_of[slot] for slot in wanted.slots):
        _finish_renewal(state, len(wanted.slots))


def _finish_renewal(state: Table, count: int) -> None:
    """The last pile of the zone is renewed: its new slots are shown together, and play goes on."""
    if state.shown_to is not None:
        end = len(state.pile_of)
        state.owed.append((state.shown_to, tuple(range(end - count, end))))
    state.renewing = state.shown_to = None
    state.stage = state.then


def decide_choice(state: Table, given: CommitChoice) -> tuple[object, ...]:
    """That the seat has chosen is public; what it chose is not."""
    if state.secret is None:
        raise Illegal(NOT_WANTED)
    if given.seat != state.secret.seat:
        raise Illegal(NOT_YOUR_TURN)
    return (ChoiceMade(given.seat),)


def choice_time_up(state: Table, seat: Seat) -> tuple[object, ...]:
    """HA25: chance chooses, and no seat learns what."""
    return (ChoiceMade(seat, by_clock=True),)


def choice_made(state: Table, event: ChoiceMade) -> None:
    """Play goes on as if nothing had been said."""
    state.secret = None
    state.stage = state.then


def decide_answer(state: Table, given: AnswerQuestion) -> tuple[object, ...]:
    """The answer is proved when the cards open."""
    if state.question is None:
        raise Illegal(NOT_WANTED)
    return (QuestionAnswered(state.question.question, given.yes),)


def question_answered(state: Table, event: QuestionAnswered) -> None:
    """The stage that follows reads the answer."""
    state.question = None
    state.answer = event.yes
    state.stage = state.then


def decide_time_up(state: Table, given: TimeUp) -> tuple[object, ...]:
    """The default of the present wait (HA25), marked as done by the clock; a window closes without a mark."""
    stage = state.book.stages[state.stage]
    if stage.time_up is None:
        raise Illegal(NOT_WANTED)
    wanted = stage.wants(state)
    if any(isinstance(want, Window) for want in wanted):
        return _window_over(state, stage, given.seat)
    if not any(given.seat in _asked(want) for want in wanted):
        raise Illegal(NOT_YOUR_TURN)
    return (TimeRanOut(given.seat), *stage.time_up(state, given.seat))


def window(state: "State") -> Window | None:
    """The window for reactions that stands open, if one does: not before all debts are paid."""
    waiting = () if state.owed else state.book.stages[state.stage].wants(state)
    return next((want for want in waiting if isinstance(want, Window)), None)


def _window_over(state: Table, stage: Stage, seat: Seat) -> tuple[object, ...]:
    """A window has one clock, and it counts for no seat."""
    if seat != TABLE:
        raise Illegal(NOT_YOUR_TURN)
    if window(state) is None or stage.time_up is None:
        raise Illegal(NOT_WANTED)
    return stage.time_up(state, TABLE)


def require_window(state: Table, seat: Seat) -> None:
    """What holds for every reaction: a window stands open, and it asks this seat."""
    opened = window(state)
    if opened is None:
        raise Illegal(NOT_WANTED)
    if seat not in opened.seats:
        raise Illegal(NOT_YOUR_TURN)


def _asked(want: Want) -> tuple[Seat, ...]:
    """The seats whose clock runs."""
    if isinstance(want, Act):
        return want.seats
    return (want.seat,) if isinstance(want, Choose) else ()


def unchanged(state: Table, event: object) -> None:
    """The event is a fact for the story; the state has nothing to keep of it."""


def _wants_opening(state: Table) -> tuple[Want, ...]:
    return (Open(state.opening, None),)


def _wants_chance(state: Table) -> tuple[Want, ...]:
    return (state.asked,) if state.asked else ()


def _wants_renewal(state: Table) -> tuple[Want, ...]:
    return (state.renewing,) if state.renewing else ()


def _wants_choice(state: Table) -> tuple[Want, ...]:
    return (state.secret,) if state.secret else ()


def _wants_answer(state: Table) -> tuple[Want, ...]:
    return (state.question,) if state.question else ()


RULE = Rule(
    inputs={
        OpenSlots: decide_open,
        ShowSlots: decide_show,
        GiveRandom: decide_random,
        RenewSlots: decide_renew,
        TimeUp: decide_time_up,
    },
    events={
        SlotsOpened: opened,
        SlotsShown: shown,
        ChanceCalled: chance_called,
        NumberDrawn: number_drawn,
        SlotsRenewed: slots_renewed,
        TimeRanOut: unchanged,
    },
    stages={
        "opening": Stage(wants=_wants_opening),
        "chance": Stage(wants=_wants_chance),
        "renewing": Stage(wants=_wants_renewal),
        OVER: Stage(),
    },
    reasons=(
        NOT_WANTED,
        NOT_YOUR_TURN,
        OPENING_NOT_WANTED,
        FACE_NOT_IN_PILE,
        RANDOM_OUT_OF_RANGE,
        WRONG_NEW_SLOTS,
    ),
)

QUESTIONS = Rule(
    inputs={AnswerQuestion: decide_answer},
    events={QuestionAnswered: question_answered},
    stages={"asking": Stage(wants=_wants_answer)},
    reasons=(NOT_WANTED,),
)
"""For the tables that have a rule which asks about hidden faces."""

SECRETS = Rule(
    inputs={CommitChoice: decide_choice, AnswerQuestion: decide_answer},
    events={ChoiceMade: choice_made, QuestionAnswered: question_answered},
    stages={
        "choosing": Stage(wants=_wants_choice, time_up=choice_time_up),
        "asking": Stage(wants=_wants_answer),
    },
    chances={"secret-choice": 4},
    reasons=(NOT_WANTED, NOT_YOUR_TURN),
)
"""For the tables that have a rule which asks for a secret choice, or asks about hidden faces."""
