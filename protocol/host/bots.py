"""The seats that the server's bots play: their own, and those of people who are away.

A bot sees what its seat sees.  The caller, which knows the cards, shows it what a person would be shown.
"""

from collections.abc import Iterable

from engine.bots import BOTS
from engine.bots.player import BotPlayer
from engine.front import ActLike, State, View, view
from engine.notebook import Notebook
from engine.slots import Draw, Face, Seat, Slot
from engine.task import worked_out
from engine.wants import Act
from protocol.follow.follower import text_of
from protocol.log.bodies import OTHER_BOTS, BotSeat, Options
from protocol.log.records import Entry, Kind
from protocol.log.setting import Setting

_STEP = 2


class UnknownBot(ValueError):
    """A bot sits at the table that this program has in no revision."""


class BotSeats:
    """Bots that have watched the table from its first entry: in the revision that this program has."""

    def __init__(self, setting: Setting, state: State, seats: Iterable[Seat]) -> None:
        self._notebooks = {seat: Notebook() for seat in seats}
        self._players = {
            seat: _player(seat, bot_of(setting, seat), view(state, seat, notebook))
            for seat, notebook in self._notebooks.items()
        }

    def __contains__(self, seat: Seat) -> bool:
        return seat in self._players

    def watch(self, state: State) -> None:
        """Look at another table, which stands exactly as the one so far."""
        for seat, player in self._players.items():
            player.view = view(state, seat, self._notebooks[seat])

    def see(self, events: list[object]) -> None:
        """What happened at the table."""
        for seat, player in self._players.items():
            for event in events:
                self._notebooks[seat].note(event)
            player.see(events)

    def show(self, seat: Seat, faces: Iterable[tuple[Slot, Face]]) -> None:
        """A private opening; nothing happens if no bot plays the seat."""
        if seat in self._notebooks:
            self._notebooks[seat].show(faces)

    def choose(self, seat: Seat, chance: Draw) -> ActLike | None:
        """The bot's act; None lets a window pass.  A slow bot decides here as it does in another process."""
        if self._players[seat].is_slow:
            return self.choice(seat, worked_out(self.task(seat, chance)))
        return self._players[seat].choose(chance)

    def task(self, seat: Seat, chance: Draw) -> bytes:
        """The present choice of a slow bot, to be worked out elsewhere."""
        return self._players[seat].task(chance)

    def choice(self, seat: Seat, place: int) -> ActLike:
        """The act that was found there."""
        return self._players[seat].choice(place)


def bot_of(setting: Setting, seat: Seat) -> BotSeat | None:
    """Who plays a seat when no person does."""
    return setting.table.seats[seat].bot or setting.table.options.absent


def is_slow(setting: Setting, seat: Seat) -> bool:
    """Whether an act may take the bot of a seat long."""
    row = bot_of(setting, seat)
    bot = BOTS.get(row.bot) if row is not None else None
    return bot is not None and bot.slow


def bot_wait_ms(asked: Act, options: Options, bot_ms: int) -> int:
    """How long a bot takes that is to take so long for a turn: it follows from the question, and never from the choice.

    Whatever it is asked beside its turns takes a part of that, and no wait is longer than that part of a limit.
    """
    turn = asked.what == "turn"
    limit_ms = 1000 * (options.turn_seconds if turn else options.step_seconds)
    return min(bot_ms if turn else bot_ms // _STEP, limit_ms // _STEP)


def other_bots(setting: Setting) -> dict[str, int]:
    """The bots that TABLE names in another revision than this program has, and the revision that it names."""
    rows = (*(row.bot for row in setting.table.seats), setting.table.options.absent)
    return {row.bot: row.rev for row in rows if row is not None and row.bot in BOTS and BOTS[row.bot].rev != row.rev}


def may_tell_of_other_bots(entry: Entry) -> bool:
    """Whether it is the NOTE behind which bots may play in another revision; one without its text may be."""
    if entry.kind != Kind.NOTE:
        return False
    said = text_of(entry)
    return said is None or said.what == OTHER_BOTS


def bots_own(setting: Setting) -> list[Seat]:
    """The seats that were the bots' from the beginning."""
    return [seat for seat, row in enumerate(setting.table.seats) if row.bot is not None]


def not_here(seat: Seat, row: BotSeat) -> str:
    """Why the bot of a seat cannot be worked out again, in plain English."""
    return f"seat {seat} is the bot {row.bot!r} in revision {row.rev}, which this program does not have"


def _player(seat: Seat, row: BotSeat | None, seen: View) -> BotPlayer:
    assert row is not None
    bot = BOTS.get(row.bot)
    if bot is None:
        raise UnknownBot(not_here(seat, row))
    return BotPlayer(bot, seat, seen)
