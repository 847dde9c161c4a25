"""A log file that was opened to be looked at: verified once, with a recording for every pair of eyes that asked."""

from pathlib import Path

from client.audit.files import Audited, examine
from client.games.game import NotUnderstood
from client.games.registry import game_of
from client.i18n import _
from client.net.open_joins import nonce_of, own_seat
from client.replay.recording import Recording
from client.visit.told import seat_names
from client.words.people import NO_SEAT, People
from client.words.safe import shown
from protocol.audit.eyes import PUBLIC, Eyes, Key, lies_open
from protocol.audit.reading import Reading
from protocol.follow.follower import Follower
from protocol.keys.identity import Identity
from protocol.log.records import Entry


class NoReplay(Exception):
    """There is no game in the file that can be shown; the sentence says why."""


class Opened:
    """``judged`` was followed to its end, or to the first fault."""

    def __init__(self, audited: Audited, judged: Follower, entries: list[Entry], key: Key | None) -> None:
        self.audited = audited
        self.judged = judged
        self.entries = entries
        self.key = key
        self._recordings: dict[Eyes, Recording] = {}

    @property
    def lies_open(self) -> bool:
        """Whether every card of the game can be shown."""
        return lies_open(self.judged)

    def recording(self, eyes: Eyes) -> Recording:
        """`Closed` if the reader may not look with these eyes."""
        if eyes not in self._recordings:
            self._recordings[eyes] = Recording(self.judged, self.entries, eyes, self.key)
        return self._recordings[eyes]

    def first_eyes(self) -> Eyes:
        """Of the reader's own seat, or of all."""
        return PUBLIC if self.key is None else Eyes(self.key.seat)

    @property
    def people(self) -> People:
        return People(seat_names(self.judged), NO_SEAT if self.key is None else self.key.seat)

    @property
    def all_eyes(self) -> list[Eyes]:
        """Those that the reader may look with."""
        if not self.lies_open:
            return [PUBLIC] if self.key is None else [PUBLIC, Eyes(self.key.seat)]
        seats = map(Eyes, range(self.judged.setting.seats))
        return [PUBLIC, *seats, Eyes(everything=True), self.all_but_roles]

    @property
    def all_but_roles(self) -> Eyes:
        book = self.judged.state.book
        return Eyes(everything=True, covered=game_of(book.rules).role_piles(book))

    def eyes_named(self, word: str) -> Eyes:
        """What a player types: a player, “all”, “cards”, or “public”."""
        named = {"public": PUBLIC, "all": Eyes(everything=True), "cards": self.all_but_roles}
        if word in named:
            return named[word]
        seat = self.people.seat(word)
        if seat is None:
            raise NotUnderstood(_("“{word}” is no player; or say public, all, or cards.", word=shown(word)))
        return Eyes(seat)


def opened(path: Path, identity: Identity | None = None) -> Opened:
    """``identity``: of a reader who may have sat at the table.  Moves of bots are not worked out again for this."""
    reading = Reading()
    audited = examine(path, bots=False, reading=reading)
    judged = audited.report.follower
    if judged is None:
        raise NoReplay(audited.trouble or audited.report.reason)
    seat = None if identity is None else own_seat(judged.setting, identity)
    key = None if identity is None or seat is None else Key(seat, identity.seat(nonce_of(judged.setting, seat)))
    return Opened(audited, judged, reading.entries, key)
