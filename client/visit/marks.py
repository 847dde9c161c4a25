"""Pencil marks: what a person takes the others for, beside their seats.  They never leave this computer."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from engine.slots import Seat
from protocol.keys.secretfile import OpenToOthers, read_secret, sole_writer, write_whole
from protocol.log import bodies
from protocol.wire.codec import BadFrame, Body, decode, encode

ENDING = ".marks"
_LONGEST = 1 << 12


class _Kept(Body, frozen=True, kw_only=True):
    round: Annotated[int, Meta(ge=0, le=99)]
    guesses: Annotated[tuple[tuple[bodies.Seat, bodies.Word], ...], Meta(max_length=12)]


class Marks:
    """By seat: a guess; the roles are dealt again with every round, and the marks go.

    They are kept for the next start of the program; what cannot be kept holds until this one ends.
    """

    def __init__(self, path: Path, guesses: list[str]) -> None:
        self.path = path
        self._guesses = guesses
        kept = _read(path)
        if kept is not None and not {guess for _seat, guess in kept.guesses} <= set(guesses):
            kept = None  # of other rules
        self._round = kept.round if kept else 0
        self._marks: dict[Seat, str] = dict(kept.guesses) if kept else {}

    @classmethod
    def beside(cls, log: Path, guesses: list[str]) -> "Marks":
        return cls(log.with_suffix(ENDING), guesses)

    def guess(self, seat: Seat) -> str | None:
        return self._marks.get(seat)

    def set(self, seat: Seat, guess: str | None) -> None:
        assert guess is None or guess in self._guesses
        self._marks.pop(seat, None)
        if guess is not None:
            self._marks[seat] = guess
        self._keep()

    def new_round(self, number: int) -> None:
        """A round is dealt.  After a new start the log tells of earlier ones again, which changes nothing."""
        if number > self._round:
            self._round = number
            self._marks.clear()
            self._keep()

    def forget(self) -> None:
        self._marks.clear()
        with suppress(OSError):
            self.path.unlink(missing_ok=True)

    def _keep(self) -> None:
        kept = _Kept(round=self._round, guesses=tuple(sorted(self._marks.items())))
        with suppress(OSError), sole_writer(self.path.with_name("drawer")):
            write_whole(self.path, encode(kept))


def round_kept(log: Path) -> int:
    """The round that was dealt last at the table of this log; 0 if none was."""
    kept = _read(log.with_suffix(ENDING))
    return kept.round if kept is not None else 0


def _read(path: Path) -> _Kept | None:
    """Nothing, if it is damaged or open to others."""
    try:
        return decode(_Kept, read_secret(path, _LONGEST) or b"", _LONGEST)
    except (BadFrame, OSError, OpenToOthers):
        return None
