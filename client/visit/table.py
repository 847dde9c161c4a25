"""One table as one person sees it: what is known, what is asked, what was told.  It decides nothing by itself."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from client.games.game import RoundReport, Scores, Story, View, Waiting
from client.games.registry import game_of
from client.i18n import _
from client.net.following import Following
from client.net.stopwatch import Mistimed
from client.net.trouble import Trouble
from client.visit.countdown import Countdown
from client.visit.marks import Marks
from client.visit.told import Kind, Told
from client.words.codes import sentence
from client.words.naming import called, keys_of, seat_names
from client.words.notices import mistimed, notices
from client.words.people import People
from client.words.safe import shown
from client.words.talk import quoted
from engine.errors import Illegal, Reason
from engine.events import RoundDealt
from engine.front import choices, decide
from engine.wants import Choose, Window
from protocol.follow.follower import Follower, text_of
from protocol.log import bodies
from protocol.log.records import Entry
from protocol.log.records import Kind as EntryKind
from protocol.wire.lobby import Sitter
from protocol.wire.messages import Presence

LONGEST_TALK = 300
_MOST_WARNINGS = 20
_OF_PERSON = frozenset(
    {
        EntryKind.SEAL,
        EntryKind.REVEAL,
        EntryKind.ACT,
        EntryKind.CHOICE,
        EntryKind.TALK,
        EntryKind.LEAVE,
        EntryKind.BACK,
        EntryKind.ASK_PAUSE,
    }
)
"""What a person wants to know of if it is not written down."""


class VisitedTable:
    """A `client.net.watcher.Watcher` that remembers what it saw."""

    def __init__(
        self,
        tid: bytes,
        changed: Callable[["VisitedTable"], None],
        seconds: Callable[[], float],
        is_muted: Callable[[bytes], bool] = lambda key: False,
    ) -> None:
        """``is_muted``: whether the person does not want to read what somebody with this key says."""
        self.tid = tid
        self._is_muted = is_muted
        self._tell_changed = changed
        self._countdown = Countdown(seconds)
        self.following: Following | None = None
        self.people = People([], 0)
        self.game = 0
        """The last entry that changed the game: what was asked before it is not asked any more."""
        self.told_lines: list[Told] = []
        self.trouble: Trouble | None = None
        self.objection = ""
        """A code: why this seat did not agree to the table."""
        self.presence: Presence | None = None
        self.wishes = 0
        """How often others were told to want a pause."""
        self._wished: set[int] = set()
        """Those who were, since the game went on last: a seat that asks again and again is told of once."""
        self.notice = ""
        """Why the last thing that the person wanted was not done."""
        self.warnings: list[str] = []
        """What this client saw and nobody else can check: time that was cut short."""
        self.muted: set[int] = set()
        self.keys: dict[int, bytes] = {}
        """By seat: the identity of who sits there, where an introduction proves it."""
        self.sitters: tuple[Sitter, ...] = ()
        self.marks: Marks | None = None
        """Pencil marks, once there is a table to make them at."""
        self._story: Story | None = None
        self._legal: tuple[int, list[Any]] = (-1, [])

    def _changed(self) -> None:
        follower = self.follower
        if follower is not None:
            seats = self.waiting_for if follower.agreement.all_revealed else tuple(self.missing)
            self._countdown.look(follower, self.waiting, seats, self.presence)
        self._tell_changed(self)

    # what is known

    @property
    def follower(self) -> Follower | None:
        """The table as its log tells it; None before TABLE has come."""
        return self.following.follower if self.following is not None else None

    @property
    def view(self) -> View | None:
        """The table through the eyes of the own seat; None before TABLE has come, or if it is only watched."""
        seat = self.following.seat if self.following else None
        return None if seat is None else seat.view

    @property
    def reports(self) -> list[RoundReport]:
        """The rounds that are over, once this seat was told of them."""
        return self._story.reports if self._story else []

    @property
    def scores(self) -> Scores | None:
        """How the game ended, once it has."""
        return self._story.scores if self._story else None

    @property
    def seat(self) -> int:
        """The own seat."""
        return self.people.own

    @property
    def entries(self) -> int:
        """How many entries were read, and hold."""
        follower = self.follower
        return follower.chain.last if follower else 0

    def confirmed(self, seat: int) -> int:
        """Up to which entry a seat has signed that it sees the same log."""
        follower = self.follower
        return follower.signatures.confirmed[seat] if follower else 0

    @property
    def phrase(self) -> str:
        """What everybody at the table should read out; empty before play begins."""
        return " ".join(self.following.phrase) if self.following else ""

    @property
    def log(self) -> Path | None:
        """Where the log is kept on this computer."""
        return self.following.file.path if self.following else None

    @property
    def ended(self) -> bodies.End | None:
        """How the table ended, once it has."""
        return self.following.ended if self.following else None

    @property
    def playing(self) -> bool:
        """Whether all seeds are shown and the game is not over."""
        follower = self.follower
        return follower is not None and follower.agreement.all_revealed and follower.ended is None

    @property
    def missing(self) -> list[int]:
        """Before play begins: whose agreement or seed the table waits for."""
        follower = self.follower
        return [] if follower is None else sorted(follower.agreement.missing)

    def called(self, seat: int) -> str:
        """Who has not agreed yet may not have said a name; the lobby has."""
        if seat in self.missing and seat < len(self.sitters):
            return called(self.sitters[seat].name)
        return self.people.name(seat)

    def seconds_left(self) -> float | None:
        """How long the seat that is waited for still has; None if no clock runs."""
        return self._countdown.left()

    @property
    def waiting(self) -> Waiting | None:
        """What the table waits for, from whomever."""
        follower = self.follower
        return follower.play.waiting() if follower is not None and self.playing else None

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """For whom."""
        waiting = self.waiting
        if waiting is None:
            return ()
        return (waiting.seat,) if isinstance(waiting, Choose) else waiting.seats

    @property
    def asked(self) -> Waiting | None:
        """What this seat is asked now: everything was shown to it, and nothing of it is on its way.

        In a window it is asked only if it could react; to all others that looks the same.
        """
        seat = self.following.seat if self.following else None
        if seat is None or self.trouble is not None or self.objection or self.following is None:
            return None
        if not self.following.live or self.following.flying is not None or self.away:
            return None
        if seat.unread or any(owed == seat.seat for owed, _slots in seat.state.owed):
            return None
        if seat.seat not in self.waiting_for or (isinstance(self.waiting, Window) and not choices(seat.view)):
            return None
        return self.waiting

    @property
    def with_bots_alone(self) -> bool:
        """Whether nobody else at the table is a person."""
        follower = self.follower
        return follower is not None and len(follower.setting.people) == 1

    @property
    def is_done_with(self) -> bool:
        """Whether it is of no use to come back: the end is confirmed, or what does not hold will not hold tomorrow."""
        if self.trouble is not None:
            return self.trouble.for_good
        return self.following is not None and self.following.confirmed

    @property
    def paused(self) -> bool:
        """Whether the clocks stand still, as the log has it."""
        follower = self.follower
        return follower is not None and follower.absence.paused

    @property
    def away(self) -> bool:
        """Whether the person has left the table and can still come back."""
        seat = self.following.seat if self.following else None
        return seat is not None and seat.ended is None and seat.seat in seat.absence.left

    @property
    def counted_out(self) -> bool:
        """Whether the seat has answered nothing for so long that it counts as away; its person can play on."""
        seat = self.following.seat if self.following else None
        return seat is not None and seat.ended is None and seat.seat in seat.absence.out - seat.absence.left

    @property
    def has_pauses(self) -> bool:
        """Whether this table allows them."""
        follower = self.follower
        return follower is not None and follower.absence.pause.allowed

    @property
    def pause_wanted(self) -> tuple[int, ...]:
        """The seats that want a pause which has not begun, as the log has it."""
        follower = self.follower
        if follower is None or follower.ended is not None or follower.absence.paused:
            return ()
        return tuple(sorted(follower.absence.pause.asked))

    def legal(self) -> list[Any]:
        """Every act that the rules allow the own seat now."""
        view = self.view
        if view is None or self.asked is None or isinstance(self.asked, Choose):
            return []
        if self._legal[0] != self.game:
            self._legal = self.game, choices(view)
        return self._legal[1]

    def refusal(self, act: Any) -> Reason | None:
        """Why the rules forbid an act; None if they do not."""
        assert self.view is not None
        try:
            decide(self.view.state, act)
        except Illegal as illegal:
            return illegal.reason
        return None

    # what the person does

    def act(self, act: Any) -> None:
        """An act that is allowed."""
        assert self.following is not None
        self.notice = ""
        self.following.act(act)
        self._changed()

    def choose(self, choice: int) -> None:
        """A secret choice."""
        assert self.following is not None
        self.following.choose(choice)
        self._changed()

    def talk(self, text: str) -> bool:
        """To everybody at the table; whether anything was left of it to say."""
        said = shown(text, LONGEST_TALK)
        if said and self.following is not None and self.following.seat is not None:
            self.following.talk(said)
        return bool(said)

    def leave(self) -> None:
        """The person goes; the rule for those who are absent plays on."""
        if self.view is not None and self.following is not None:
            self.following.leave()

    def seen_out(self) -> None:
        """The person was shown how it ended: it is not offered again, however the program ends."""
        if self.following is not None:
            self.following.over()

    def come_back(self) -> None:
        """The person is there again."""
        if self.view is not None and self.following is not None:
            self.following.come_back()

    def ask_pause(self, *, on: bool) -> None:
        """Let the clocks stand still, or run again."""
        if on and self.playing and not self.has_pauses:
            self.notice = _("There are no pauses at this table.")
            self._changed()
        elif self.view is not None and self.following is not None:
            self.following.ask_pause(on=on)

    # what the network tells

    def opened(self, table: Following) -> None:
        """TABLE was read, for the first time or, after damage of the file, again."""
        self.following = table
        self.told_lines.clear()
        self._story = None
        assert table.follower is not None
        book = table.follower.state.book
        guesses = game_of(book.rules).guesses(book)
        self.marks = Marks.beside(table.file.path, [guess.key for guess in guesses])
        self._know(table)
        self._name_seats()
        self._changed()

    def _know(self, table: Following) -> None:
        """By the introductions that were proved at the gathering, and are kept with the seal."""
        assert table.follower is not None
        self.keys = keys_of(table.follower.setting, table.people)
        self.muted |= {seat for seat, key in self.keys.items() if self._is_muted(key)}

    def _name_seats(self) -> None:
        table = self.following
        assert table is not None
        assert table.follower is not None
        own = table.seat.seat if table.seat is not None else 0
        self.people = People(seat_names(table.follower), own)
        if self._story is not None:
            self._story.people = self.people
        elif table.seat is not None:
            self._story = game_of(table.seat.state.book.rules).story(table.seat.view, self.people)

    def went_on(self, entry: Entry, events: list[object]) -> None:
        """One more entry."""
        if entry.kind == EntryKind.NAME:
            self._name_seats()
        self._note(entry)
        if events:
            self.game = entry.seq
            self._wished.clear()
        for event in events:
            self._tell(event)
        self._changed()

    def fetched(self, entry: Entry) -> None:
        """What the server had not sent at first."""
        if entry.kind == EntryKind.NAME:
            self._name_seats()
        elif entry.kind == EntryKind.TALK:
            self._hear(entry)
        self._changed()

    def _tell(self, event: object) -> None:
        if self._story is None:
            return
        if isinstance(event, RoundDealt) and self.marks is not None:
            self.marks.new_round(event.round)
        self.told_lines += (
            Told(Kind.SECRET if line.secret else Kind.STORY, line.text) for line in self._story.tell(event)
        )

    def _note(self, entry: Entry) -> None:
        """What is no event of the game."""
        assert self.following is not None
        assert self.following.follower is not None
        if entry.kind == EntryKind.TALK:
            self._hear(entry)
        elif entry.kind == EntryKind.ASK_PAUSE:
            self._tell_wish(entry.actor)
        for text in notices(entry, self.following.follower, self.people):
            self._say(text)

    def _hear(self, entry: Entry) -> None:
        if entry.actor not in self.muted:
            said: bodies.Talk | None = text_of(entry)
            text = _("(text withheld)") if said is None else quoted(said.text, LONGEST_TALK)
            who = self.people.name(entry.actor)
            self.told_lines.append(Told(Kind.TALK, _("{who} says: {text}", who=who, text=text), entry.actor))

    def _say(self, text: str) -> None:
        self.told_lines.append(Told(Kind.NOTICE, text))

    def may_act(self) -> None:
        """Nothing is on its way: the person may be asked."""
        self._changed()

    def told(self, presence: Presence) -> None:
        """Who is there, and how long still."""
        self.presence = presence
        self._changed()

    def _tell_wish(self, seat: int) -> None:
        """Another seat wants a pause, and waits for this person's consent."""
        if seat in self.pause_wanted and seat not in self._wished | {self.seat}:
            self.wishes += 1
            self._wished.add(seat)
            self._say(_("{who} asks for a pause.", who=self.people.name(seat)))

    def refused(self, entry: Entry, code: str) -> None:
        """What the person wanted was not done."""
        if entry.kind in _OF_PERSON:
            self.notice = sentence(code)
            self._changed()

    def denied(self, code: str) -> None:
        """A pause that cannot be, or a server that could not store something."""
        self.notice = sentence(code)
        self._changed()

    def mistimed(self, question: Mistimed) -> None:
        """This client's word against the server's."""
        if len(self.warnings) >= _MOST_WARNINGS:
            return
        text = mistimed(question, self.people)
        self.warnings.append(text)
        self._say(text)
        self._changed()

    def objected(self, code: str) -> None:
        """The table is not what was agreed to."""
        self.objection = code
        self._changed()

    def stopped(self, trouble: Trouble) -> None:
        """The table does not go on here."""
        self.trouble = trouble
        self._changed()
