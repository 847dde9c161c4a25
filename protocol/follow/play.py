"""Play as the log tells it: the state of the rules, who is asked, and what is owed.

How hidden cards are dealt and proved is the matter of the table's mode, whose ledger says what is owed and what an
entry is to the rules.
"""

from collections.abc import Sequence

from engine.errors import Illegal
from engine.front import State, apply, wants
from engine.inputs import DealRound, TimeUp
from engine.slots import TABLE
from engine.wants import Act, Choose, Open, Want, Window
from protocol.follow.absence import Absence
from protocol.log import bodies
from protocol.log.faults import Code, Wrong
from protocol.log.records import Entry
from protocol.log.setting import Setting
from protocol.modes.mode import Debt, Ledger, Steps, Waiting

_OF_PLAYERS = frozenset({Act, Window, Choose})


class Play:
    """The public state of a table beside the ledger of its mode."""

    def __init__(self, setting: Setting, state: State, absence: Absence, ledger: Ledger) -> None:
        self._setting = setting
        self._absence = absence
        self._ledger = ledger
        self.state = state
        self._waiting: Waiting | None = None
        self._shut = False
        """Whether a window must wait for what is owed."""
        self._wanted: list[Want] = []
        self.debts: list[Debt] = []
        """What is owed now."""
        self._look()
        self.settle(went_on=True)

    def _look(self) -> None:
        """What the table wants: each entry asks several times, and only the rules change it."""
        self._waiting, self._wanted = None, []
        for want in wants(self.state):
            if type(want) in _OF_PLAYERS:
                self._waiting = want  # type: ignore[assignment]
            else:
                self._wanted.append(want)

    def waiting(self) -> Waiting | None:
        """What the table waits for from a player."""
        return None if self._shut else self._waiting

    def wanted(self) -> Sequence[Want]:
        """What the rules want of no player."""
        return self._wanted

    @property
    def owing(self) -> list[Debt]:
        """The debts that something waits for."""
        return [debt for debt in self.debts if not debt.free]

    def settle(self, *, went_on: bool) -> None:
        """An entry was carried out.

        A window opens when nothing is owed; what comes to be owed while it is open does not shut it again.
        """
        self.debts = self._ledger.debts(self._wanted)
        if type(self._waiting) is not Window:
            self._shut = False
        elif self._shut or went_on:
            self._shut = bool(self.owing)

    def carry_out(self, steps: Steps, *, may_deal: bool) -> list[object]:
        """Give the rules what a mode makes of an entry, one input after the other; all events."""
        story: list[object] = []
        given = next(steps, None)
        while given is not None:
            if isinstance(given, DealRound) and not may_deal:
                raise Wrong(Code.OUT_OF_PLACE, f"round {self.state.round} was not opened before this deal")
            events = self._apply(given)
            story += events
            try:
                given = steps.send(events)
            except StopIteration:
                break
        return story

    def _apply(self, given: object) -> list[object]:
        try:
            events = apply(self.state, given)
        except Illegal as illegal:
            raise Wrong(Code.ILLEGAL, illegal.reason.code) from illegal
        self._look()
        return events

    # what players do

    def check_sees(self, seat: int) -> None:
        """No seat plays blind: if it was not shown its cards, its debtors are to blame, and who wrote it down."""
        for debt in self.debts:
            if isinstance(debt.want, Open) and debt.want.to == seat:
                raise Wrong(Code.OWED, f"seat {seat} was not shown its cards before its turn", by_server=True)

    def check_window(self, entry: Entry) -> None:
        """A reaction needs an open window, and a bot's the end of its time."""
        self._check_shut()
        if entry.is_signed:
            return
        if self._absence.paused:
            raise Wrong(Code.EARLY, "no bot acts in a pause")
        want = self.waiting()
        if isinstance(want, Window):
            self._check_time(entry, entry.actor, want)

    def _check_shut(self) -> None:
        if self._shut:
            raise Wrong(Code.OWED, "a window opens when every box has been sealed again", by_server=True)

    def timeout(self, entry: Entry, body: bodies.Timeout) -> list[object]:
        """The clock answers, if it is time; a window has the table's, and any other wait that of a seat."""
        want = self.waiting()
        if self._setting.seats <= body.seat < TABLE:
            raise Wrong(Code.WRONG_ACTOR, f"there is no seat {body.seat}")
        if self._absence.is_bots(body.seat) and not isinstance(want, Choose):
            raise Wrong(Code.BOT_SILENT, f"a bot plays seat {body.seat}, and a bot always answers")
        for seat in want.seats if isinstance(want, Window) else (body.seat,):
            self.check_sees(seat)
        self._check_shut()
        if want is not None and isinstance(want, Window) == (body.seat == TABLE):
            self._check_time(entry, body.seat, want)
        events = self._apply(TimeUp(body.seat))
        if want is not None:
            self._ledger.time_up(entry, want)
        return events

    def _check_time(self, entry: Entry, seat: int, want: Waiting) -> None:
        if self._absence.paused:
            raise Wrong(Code.EARLY, "all clocks stand still")
        if (early := self._absence.left_ms(seat, want) - entry.dt_ms) > 0:
            who = "the window" if isinstance(want, Window) else f"seat {seat}"
            raise Wrong(Code.EARLY, f"{who} had {early} ms left")
