"""Whether the server's bots played what they should: every move of theirs is worked out again.

A bot is a function of its name and revision, of what its seat saw, and of chance that the seeds fix.  A server that
plays better for its bot than the bot would is found out when the seeds are open.
"""

from collections.abc import Iterable, Iterator

from engine.bots import BOTS
from engine.bots.player import BotPlayer
from engine.front import view
from engine.notebook import Notebook
from protocol.acts import from_body
from protocol.claims import Claim, Dealt, Drawn, Renewed, Shown
from protocol.deals import Deals
from protocol.faults import Code, Finding
from protocol.follower import Follower
from protocol.log import Entry, Kind
from protocol.setting import Setting


class UnknownBot(ValueError):
    """A bot sat at the table that this program does not know; its moves cannot be checked."""


def check_bots(judged: Follower, entries: Iterable[Entry]) -> Iterator[Finding]:
    """All moves of bots that are not theirs; ``judged`` has followed the log to its end, and all seeds are open."""
    setting = judged.setting
    again = Follower(setting)
    seeds = [seed or b"" for seed in judged.seeds]
    table = _Replay(again, Deals(setting.tid, again.state.book, judged.server_seeds, seeds))
    for entry in entries:
        yield from table.take(entry)


class _Replay:
    def __init__(self, follower: Follower, deals: Deals) -> None:
        self._follower = follower
        self._deals = deals
        self._notebooks: dict[int, Notebook] = {}
        self._players: dict[int, BotPlayer] = {}
        for seat, row in enumerate(follower.setting.table.seats):
            if row.bot is not None:
                self._seat(seat, row.bot.bot, row.bot.rev)

    def _seat(self, seat: int, name: str, rev: int) -> None:
        bot = BOTS.get(name)
        if bot is None or bot.rev != rev:
            raise UnknownBot(f"seat {seat} is the bot {name!r} in revision {rev}, which this program does not have")
        notebook = self._notebooks[seat] = Notebook()
        self._players[seat] = BotPlayer(bot, seat, view(self._follower.state, seat, notebook))

    def take(self, entry: Entry) -> Iterator[Finding]:
        """Ask the bot first, then go on with what the log says."""
        follower = self._follower
        if entry.kind == Kind.ACT and entry.actor in self._players:
            due = self._players[entry.actor].choose(self._deals.bot_chance(entry.actor))
            played, _ = from_body(follower.state.book, entry.actor, entry.body)
            if due != played:
                evidence = f"the bot of seat {entry.actor} would have played {due}, the server played {played}"
                yield Finding(Code.BOT, entry.seq, follower.setting.server_key, evidence)
        claims = len(follower.claims)
        follower.signed_up_to = entry.seq  # the signatures were checked before
        events = follower.take(entry)
        for claim in follower.claims[claims:]:
            self._deal(claim)
        for seat, player in self._players.items():
            for event in events:
                self._notebooks[seat].note(event)
            player.see(events)

    def _deal(self, claim: Claim) -> None:
        """Keep the cards in step with the log."""
        match claim:
            case Dealt(round=round_, first=first):
                self._deals.deal(round_, first)
            case Drawn(kind=kind, subject=subject, below=below):
                self._deals.random(kind, subject, below)
            case Renewed(old=old, first=first):
                self._deals.renew(old, first)
            case Shown(seat=seat, slots=slots):
                if seat in self._notebooks:
                    self._notebooks[seat].show((slot, self._deals.faces[slot]) for slot in slots)


def has_bots(setting: Setting) -> bool:
    """Whether a bot of the server sits at the table."""
    return any(row.bot is not None for row in setting.table.seats)
