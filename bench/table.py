"""A table as the load sees it: its people play by chance, sign for real, and verify nothing.

One fold serves all seats of a table, so that the load costs less than the server that it measures.
"""

from dataclasses import replace
from random import Random
from sys import maxsize

from engine.events import SlotsOpened, SlotsRenewed
from engine.front import choices, view
from engine.notebook import Notebook
from engine.wants import Act
from protocol.follow.follower import Follower
from protocol.keys.identity import Purpose, SeatKeys, sign
from protocol.log import bodies
from protocol.log.records import NO_SIGNATURE, Entry, Kind, act_parts
from protocol.log.setting import read_setting
from protocol.wire.codec import decode, encode


class LoadTable:
    """Follows one log, and answers for every seat whose turn it is."""

    def __init__(self, table: bytes, keys: list[SeatKeys], chance: Random) -> None:
        setting = read_setting(table)
        self.tid = setting.tid
        self._follower = Follower(setting)
        self._follower.signatures.vouched_up_to = maxsize
        self._keys = keys
        self._chance = chance
        self._notebooks = [Notebook() for _ in keys]
        party = setting.mode.party
        self._parties = [party(self._follower, seat, own, self._notebooks[seat]) for seat, own in enumerate(keys)]
        self._views = [view(self._follower.state, seat, notebook) for seat, notebook in enumerate(self._notebooks)]
        self._counter = 0
        self._asked = 0
        """The entry that was answered last, so that nothing is answered twice."""

    @property
    def ended(self) -> bool:
        return self._follower.ended is not None

    @property
    def in_play(self) -> bool:
        return bool(self._follower.state.round)

    def take(self, entry: Entry) -> None:
        events = self._follower.take(entry)
        for event in events:
            if isinstance(event, SlotsRenewed | SlotsOpened):
                for notebook in self._notebooks:
                    notebook.note(event)
        if entry.kind in self._follower.kinds.rows:
            body = decode(self._follower.kinds.bodies[entry.kind], entry.body, len(entry.body))
            for party in self._parties:
                party.check(entry, body)
                party.follow(entry, body, events)

    def signed(self, head: int) -> None:
        self._follower.signed_up_to = head

    def answers(self) -> list[tuple[int, Entry]]:
        """What the seats say now: seals, seeds, one act."""
        follower, last = self._follower, self._follower.chain.last
        if follower.ended or (last == self._asked and last):
            return []
        agreement = follower.agreement
        if not agreement.all_sealed:
            return [] if last else [(seat, self._seal(seat)) for seat in range(len(self._keys))]
        if not agreement.all_revealed:
            if last > len(self._keys):
                return []  # on their way
            self._asked = last
            seeds = enumerate(keys.seed for keys in self._keys)
            return [(seat, self._say(seat, Kind.REVEAL, encode(bodies.Reveal(seed=seed)))) for seat, seed in seeds]
        waiting = follower.play.waiting()
        if not isinstance(waiting, Act) or follower.debts:
            return []
        self._asked = last
        return [(waiting.seats[0], self._act(waiting.seats[0]))]

    def _seal(self, seat: int) -> Entry:
        signature = sign(self._keys[seat].signing, Purpose.SEAL, self.tid)
        return self._say(seat, Kind.SEAL, encode(bodies.Seal(signature=signature)))

    def _act(self, seat: int) -> Entry:
        acts = choices(self._views[seat])
        act = acts[self._chance.randrange(len(acts))]
        said = self._parties[seat].act(act)
        return self._say(seat, said.kind, said.body if isinstance(said.body, bytes) else encode(said.body))

    def _say(self, seat: int, kind: int, data: bytes) -> Entry:
        chain, self._counter = self._follower.chain, self._counter + 1
        entry = Entry(0, 0, kind, seat, chain.last, self._counter, self._follower.state.round, NO_SIGNATURE, data)
        signature = sign(self._keys[seat].signing, Purpose.ACT, *act_parts(self.tid, chain.heads[-1], entry))
        return replace(entry, signature=signature)
