"""One table as one person sees it: what is known, what is asked, what was told.  It decides nothing by itself."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from client.games.game import Reveal, RoundReport, Scores, View, Waiting
from client.games.lately import Lately
from client.games.registry import game_of
from client.i18n import _
from client.net.table.stopwatch import Mistimed
from client.net.table.table import FollowedTable
from client.net.trouble import Trouble
from client.visit.countdown import Countdown
from client.visit.followed import is_playing, pause_wanted, refusal, seats_of, waiting_of
from client.visit.marks import Marks
from client.visit.told import LONGEST_TALK, Chronicle, Told
from client.words.codes import sentence
from client.words.people import People
from client.words.safe import called, shown
from engine.errors import Reason
from engine.events import RoundDealt
from engine.front import choices, view
from engine.notebook import Notebook
from engine.records import record
from engine.wants import Choose, Window
from protocol.follow.follower import Follower
from protocol.follow.seat import SeatFollower
from protocol.log import bodies
from protocol.log.join import is_introduced
from protocol.log.records import Entry, Kind
from protocol.log.setting import Setting
from protocol.wire.lobby import Sitter
from protocol.wire.messages import BetweenRounds, Presence

_MOST_WARNINGS = 20
_OF_PERSON = frozenset({Kind.SEAL, Kind.REVEAL, Kind.TALK, Kind.LEAVE, Kind.BACK, Kind.ASK_PAUSE})
"""What a person wants to know of if it is not written down, beside answers to the game."""


@record
class Rest:
    """A round is over, and the next is not dealt yet."""

    round: int
    gone_on: tuple[int, ...]
    awaited: tuple[int, ...]
    seconds: float | None  # until the next is dealt all the same; None: it waits for as long as it takes


class VisitedTable:
    """A `client.net.table.table.Watcher` that remembers what it saw."""

    def __init__(
        self,
        tid: bytes,
        changed: Callable[["VisitedTable"], None],
        seconds: Callable[[], float],
        is_muted: Callable[[bytes], bool] = lambda key: False,
    ) -> None:
        """``is_muted``: whether the person does not want to read the talk of a player with this key."""
        self.tid = tid
        self.following: FollowedTable | None = None
        self._is_muted = is_muted
        self._tell_changed = changed
        self._countdown = Countdown(seconds)
        self.chronicle = Chronicle()
        self.told_lines: list[Told] = self.chronicle.lines
        self.muted = self.chronicle.muted
        self.game = 0  # the last entry that changed the game: what was asked before it is not asked any more
        self.trouble: Trouble | None = None
        self.objection = ""  # a code: why this seat did not agree to the table
        self.presence: Presence | None = None
        self.notice = ""  # why the last thing that the person wanted was not done
        self.warnings: list[str] = []  # what this client saw and no other can check: time that was cut short
        self.keys: dict[int, bytes] = {}  # by seat: the identity of its player, where an introduction proves it
        self.sitters: tuple[Sitter, ...] = ()
        self.marks: Marks | None = None
        self._public: View | None = None
        self._rest_ends: float | None = None
        self._seconds = seconds
        self._legal: tuple[int, list[Any]] = (-1, [])

    def _changed(self) -> None:
        if self.follower is not None:
            seats = self.waiting_for if self.follower.agreement.all_revealed else tuple(self.missing)
            self._countdown.look(self.follower, self.waiting, seats, self.presence)
        self._tell_changed(self)

    # what is known, before and after there is a follower

    @property
    def follower(self) -> Follower | None:
        """The table as its log tells it; None before TABLE has come."""
        return self.following.follower if self.following is not None else None

    @property
    def own(self) -> SeatFollower | None:
        """The follower, if the person has a seat; None also where the table is only watched."""
        return self.following.seat if self.following is not None else None

    @property
    def view(self) -> View | None:
        """What the seat sees; without one, what all see."""
        return self.own.view if self.own is not None else self._public

    @property
    def live(self) -> bool:
        """Whether all that the server has was received, and what is said now reaches it."""
        return self.following is not None and self.following.live

    @property
    def sending(self) -> bool:
        """Whether something that the seat signed does not stand in the log yet."""
        return self.following is not None and self.following.flying is not None

    @property
    def entries(self) -> int:
        return self.follower.chain.last if self.follower is not None else 0

    def confirmed(self, seat: int) -> int:
        """Up to which entry a seat has signed that it sees the same log."""
        return self.follower.signatures.confirmed[seat] if self.follower is not None else 0

    @property
    def phrase(self) -> str:
        return " ".join(self.following.phrase) if self.following is not None else ""

    @property
    def log(self) -> Path | None:
        return self.following.file.path if self.following is not None else None

    @property
    def ended(self) -> bodies.End | None:
        return self.follower.ended if self.follower is not None else None

    @property
    def end_confirmed(self) -> bool:
        """Whether it has ended, and this seat has signed that it saw the end."""
        return self.following is not None and self.following.confirmed

    @property
    def playing(self) -> bool:
        """Whether all seeds are shown and the game is not over."""
        return self.follower is not None and is_playing(self.follower)

    @property
    def missing(self) -> list[int]:
        """Before play begins: the seats whose agreement or seed the table waits for."""
        return sorted(self.follower.agreement.missing) if self.follower is not None else []

    @property
    def waiting(self) -> Waiting | None:
        return None if self.follower is None else waiting_of(self.follower)

    @property
    def waiting_for(self) -> tuple[int, ...]:
        return seats_of(self.waiting)

    @property
    def with_bots_alone(self) -> bool:
        return self.follower is not None and len(self.follower.setting.people) == 1

    @property
    def away(self) -> bool:
        """Whether the person has left the table and can still come back."""
        own = self.own
        return own is not None and own.ended is None and own.seat in own.absence.left

    @property
    def counted_out(self) -> bool:
        """Whether the seat has answered nothing for so long that it counts as away; its person can play on."""
        own = self.own
        return own is not None and own.ended is None and own.seat in own.absence.out - own.absence.left

    @property
    def paused(self) -> bool:
        return self.follower is not None and self.follower.absence.paused

    @property
    def has_pauses(self) -> bool:
        return self.follower is not None and self.follower.absence.pause.allowed

    @property
    def pause_wanted(self) -> tuple[int, ...]:
        """The seats that want a pause which has not begun, as the log has it."""
        return () if self.follower is None else pause_wanted(self.follower)

    # who is there, and what was told

    @property
    def people(self) -> People:
        return self.chronicle.people

    @property
    def seat(self) -> int:
        return self.people.own

    def called(self, seat: int) -> str:
        """A player who has not agreed yet may not have said a name; the lobby has."""
        if seat in self.missing and seat < len(self.sitters):
            return called(self.sitters[seat].name)
        return self.people.name(seat)

    @property
    def reports(self) -> list[RoundReport]:
        return self.chronicle.story.reports if self.chronicle.story is not None else []

    @property
    def scores(self) -> Scores | None:
        return self.chronicle.story.scores if self.chronicle.story is not None else None

    @property
    def score_sheet(self) -> list[str]:
        """So far, as far as this seat knows; nothing before there is a game."""
        return self.chronicle.story.score_sheet() if self.chronicle.story is not None and self.view is not None else []

    def done_by(self, seat: int) -> list[str]:
        """What a player has done so far, as all players saw it."""
        return self.chronicle.story.done_by(seat) if self.chronicle.story is not None else []

    @property
    def lately(self) -> Lately:
        return self.chronicle.story.lately if self.chronicle.story is not None else Lately()

    @property
    def revealed(self) -> Reveal | None:
        """What the end of a round has turned up last; each time another object."""
        return self.chronicle.revealed

    @property
    def told_before(self) -> int:
        """How many lines were told before that."""
        return self.chronicle.told_before

    @property
    def closed_round(self) -> int:
        """The round that is over, as long as the next one is not dealt; 0 at any other time."""
        return self.lately.closed if self.scores is None and self.ended is None else 0

    @property
    def wishes(self) -> int:
        return self.chronicle.wishes

    def seconds_left(self) -> float | None:
        return self._countdown.left()

    @property
    def between_rounds(self) -> Rest | None:
        """The deal is held back for those who look at the last round; None at any other time."""
        told = self.following.between_rounds if self.following is not None else None
        if told is None:
            return None
        seconds = None if self._rest_ends is None else max(0.0, self._rest_ends - self._seconds())
        return Rest(told.round, told.gone_on, told.awaited, seconds)

    @property
    def is_done_with(self) -> bool:
        """Whether it is of no use to come back: the end is confirmed, or what does not hold will not hold tomorrow."""
        return self.end_confirmed if self.trouble is None else self.trouble.for_good

    # what is asked

    @property
    def asked(self) -> Waiting | None:
        """What this seat is asked now: everything was shown to it, and nothing of it is on its way.

        In a window it is asked only if it could react; to all others that looks the same.
        """
        own = self.own
        if own is None or self.trouble is not None or self.objection:
            return None
        if not self.live or self.sending or self.away:
            return None
        if own.blind:
            return None
        if own.seat not in self.waiting_for or (isinstance(self.waiting, Window) and not choices(own.view)):
            return None
        return self.waiting

    def legal(self) -> list[Any]:
        view = self.view
        if view is None or self.asked is None or isinstance(self.asked, Choose):
            return []
        if self._legal[0] != self.game:
            self._legal = self.game, choices(view)
        return self._legal[1]

    def refusal(self, act: Any) -> Reason | None:
        assert self.view is not None
        return refusal(self.view, act)

    # what the person does

    def act(self, act: Any) -> None:
        assert self.following is not None
        self.notice = ""
        self.following.act(act)
        self._changed()

    def choose(self, choice: int) -> None:
        assert self.following is not None
        self.following.choose(choice)
        self._changed()

    def talk(self, text: str) -> bool:
        """To the whole table; whether anything was left of it to say."""
        said = shown(text, LONGEST_TALK)
        if said and self._seated is not None:
            self._seated.talk(said)
        return bool(said)

    @property
    def _seated(self) -> FollowedTable | None:
        return self.following if self.own is not None else None

    def leave(self) -> None:
        if self._seated is not None:
            self._seated.leave()

    def come_back(self) -> None:
        if self._seated is not None:
            self._seated.come_back()

    def ask_pause(self, *, on: bool) -> None:
        if on and self.playing and not self.has_pauses:
            self.notice = _("There are no pauses at this table.")
            self._changed()
        elif self._seated is not None:
            self._seated.ask_pause(on=on)

    def go_on(self) -> bool:
        """The person has seen how the round ended; whether there was anything to go on from."""
        return self.following is not None and self.following.go_on()

    def hurry(self) -> bool:
        """Alone with bots: the one that is next need not wait any longer; whether one is next."""
        return self.following is not None and self.following.hurry()

    def seen_out(self) -> None:
        """The person was shown how it ended: it is not offered again, however the program ends."""
        if self.following is not None:
            self.following.over()

    # what the network tells

    def opened(self, table: FollowedTable) -> None:
        """TABLE was read, for the first time or, after damage of the file, again."""
        follower = table.follower
        assert follower is not None
        self.following = table
        book = follower.state.book
        self.marks = Marks.beside(table.file.path, [guess.key for guess in game_of(book.rules).guesses(book)])
        self.keys = keys_of(follower.setting, table.people)
        self.muted |= {seat for seat, key in self.keys.items() if self._is_muted(key)}
        self._public = view(follower.state, None, Notebook())
        self.chronicle.begin(follower, self.own.view if self.own is not None else self._public)
        self._changed()

    def went_on(self, entry: Entry, events: list[object]) -> None:
        assert self.follower is not None
        if events:
            self.game = entry.seq
        for event in events:
            if isinstance(event, RoundDealt) and self.own is not None and self.marks is not None:
                self.marks.new_round(event.round)
        self.chronicle.go_on(entry, events, self.follower, self.pause_wanted)
        self._changed()

    def fetched(self, entry: Entry) -> None:
        assert self.follower is not None
        self.chronicle.hear(entry, self.follower)
        self._changed()

    def may_act(self) -> None:
        self._changed()

    def told(self, presence: Presence) -> None:
        self.chronicle.tell_presence(self.presence, presence)
        self.presence = presence
        self._changed()

    def connection(self, *, lost: bool) -> None:
        """Lost, or back: it stands in the story where it was noticed."""
        if self.playing and self.own is not None:
            alone = self.with_bots_alone
            kept = _("your game is saved") if alone else _("your seat is kept; your clock keeps running")
            self.chronicle.tell_connection(lost=lost, kept=kept)
            self._changed()

    def rests(self, between: BetweenRounds) -> None:
        self._rest_ends = None if between.left_ms is None else self._seconds() + between.left_ms / 1000
        self._changed()

    def refused(self, entry: Entry, code: str) -> None:
        assert self.follower is not None
        if entry.kind in _OF_PERSON | self.follower.kinds.answers:
            self.denied(code)

    def denied(self, code: str) -> None:
        self.notice = sentence(code)
        self._changed()

    def mistimed(self, question: Mistimed) -> None:
        if len(self.warnings) < _MOST_WARNINGS:
            self.warnings.append(self.chronicle.mistimed(question))
            self._changed()

    def objected(self, code: str) -> None:
        self.objection = code
        self._changed()

    def stopped(self, trouble: Trouble) -> None:
        self.trouble = trouble
        self._changed()


def keys_of(setting: Setting, people: Mapping[int, bodies.Introduction]) -> dict[int, bytes]:
    """By seat: the identity that has made the JOIN of the seat, as its introduction proves; no other is believed."""
    return {
        seat: introduction.identity
        for seat, introduction in people.items()
        if seat < setting.seats and (join := setting.joins[seat]) is not None and is_introduced(join, introduction)
    }
