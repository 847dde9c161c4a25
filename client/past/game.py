"""One kept game as a row of a list: when, by which rules, with whom, how it ended, and what its log is worth.

What a log comes to is worked out once and kept beside it, so that a list of many games opens at once.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from client.games.registry import game_of
from client.net.drawer import DATE
from client.replay.opened import NoReplay, Opened, opened
from client.replay.recording import Recording
from client.version import VERSION
from client.words.people import NO_SEAT
from protocol.audit.eyes import PUBLIC, Eyes
from protocol.audit.report import Verdict
from protocol.follow.ending import FINISHED
from protocol.keys.identity import Identity
from protocol.keys.secretfile import write_whole

ENDING = ".past"
_FORMAT = 2
_LONGEST = 1 << 20


class PastGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``size``, ``changed`` and ``program`` say of which log and by which program it holds."""

    format: int
    program: str
    size: int
    changed: int
    table: str
    verdict: str
    why: str = ""
    """What keeps it from being read."""
    rules: str = ""
    players: tuple[str, ...] = ()
    """By seat."""
    bots: tuple[int, ...] = ()
    """The seats that were the bots' from the beginning."""
    own: int = NO_SEAT
    end: str = ""
    """How the log says that it ended; empty if it does not."""
    entries: int = 0
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    rounds: tuple[tuple[int, ...], ...] = ()
    """Round by round what each seat got; empty where that does not come to the scores."""
    roles: tuple[str, ...] = ()
    """Round by round the key of the player's own role."""

    @property
    def is_finished(self) -> bool:
        return self.end == FINISHED and bool(self.scores)

    @property
    def won(self) -> bool | None:
        """Whether the player was among the winners; None if there were none, or the player had no seat."""
        return self.own in self.winners if self.is_finished and self.own != NO_SEAT else None

    @property
    def nuggets(self) -> int | None:
        """Those of the player."""
        return self.scores[self.own] if self.is_finished and self.own != NO_SEAT else None


def known(log: Path) -> PastGame | None:
    """What was worked out of this very log before."""
    with suppress(OSError, msgspec.MsgspecError):
        stat, beside = log.stat(), log.with_suffix(ENDING)
        if beside.stat().st_size <= _LONGEST:
            game = msgspec.json.decode(beside.read_bytes(), type=PastGame)
            now = (_FORMAT, VERSION, stat.st_size, stat.st_mtime_ns)
            return game if (game.format, game.program, game.size, game.changed) == now else None
    return None


def worked_out(log: Path, identity: Identity) -> PastGame:
    """The same from the log itself, and kept; moves of bots are left to `undermine audit`."""
    stat = log.stat()
    base = {"format": _FORMAT, "program": VERSION, "size": stat.st_size, "changed": stat.st_mtime_ns, "table": log.stem}
    try:
        game = _past(opened(log, identity), base)
    except NoReplay as error:
        game = PastGame(**base, verdict=Verdict.UNREADABLE.value, why=str(error))  # type: ignore[arg-type]
    if os.access(log, os.R_OK):  # what is opened to this person later is another matter
        with suppress(OSError):  # a full disk: then it is worked out again next time
            write_whole(log.with_suffix(ENDING), msgspec.json.encode(game))
    return game


def _past(game: Opened, base: dict[str, object]) -> PastGame:
    setting, own = game.judged.setting, _own_seat(game)
    recording = game.recording(_eyes(game, own))
    end, moment = game.judged.ended, recording.moments[-1]
    scores = moment.scores
    return PastGame(
        **base,  # type: ignore[arg-type]
        verdict=game.audited.verdict.value,
        rules=str(setting.rules),
        players=tuple(game.people.name(seat) for seat in range(setting.seats)),
        bots=tuple(seat for seat, key in enumerate(setting.seat_keys) if key is None),
        own=own,
        end=end.reason if end is not None else "",
        entries=len(game.entries),
        scores=scores.scores if scores is not None else (),
        winners=scores.winners if scores is not None else (),
        rounds=scores.rounds if scores is not None else (),
        roles=tuple(_roles(recording)) if own != NO_SEAT else (),
    )


def _own_seat(game: Opened) -> int:
    return NO_SEAT if game.key is None else game.key.seat


def _eyes(game: Opened, own: int) -> Eyes:
    return PUBLIC if own == NO_SEAT else Eyes(own)


def _roles(recording: Recording) -> Sequence[str]:
    """At the end of each round, of the seat that looks."""
    roles, closed = [], 0
    for entry, moment in enumerate(recording.moments):
        if moment.lately.closed > closed:
            closed = moment.lately.closed
            view = recording.reel.at(entry)
            roles.append(game_of(view.state.book.rules).role(view) or "")
    return roles


def forget(log: Path) -> None:
    """The log goes, and what is kept beside it; that its JOIN was sealed once stays known."""
    for path in (log, log.with_suffix(ENDING), log.with_suffix(DATE)):
        with suppress(FileNotFoundError):
            path.unlink()
