"""Before the first card: who has sealed the table, who has shown the seed, and what they are called."""

from protocol.keys.identity import Purpose, verify
from protocol.keys.player_seed import player_commitment
from protocol.log import bodies
from protocol.log.faults import Code, Wrong
from protocol.log.records import Entry
from protocol.log.setting import Setting


class Agreement:
    """What the people of a table have agreed to so far."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._sealed: set[int] = set()
        self.last_seal = 0
        """The entry of the last seal so far."""
        self.seeds: list[bytes | None] = [b"" if key is None else None for key in setting.seat_keys]
        """By seat; a bot's is empty, one that was not shown yet is None."""
        self.names: dict[int, str | None] = {}
        """By seat, as far as they were said; None if the text was removed later."""
        self.all_sealed = self.all_revealed = False
        """Whether every person has agreed to the table, and has shown a seed."""
        self.missing: frozenset[int] = frozenset()
        """The seats that the table waits for: their seals, then their seeds."""
        self._look()

    def _look(self) -> None:
        """Where the table stands: each entry asks several times, and only seals and seeds change it."""
        unsealed = self._setting.people - self._sealed
        self.all_sealed, self.all_revealed = not unsealed, None not in self.seeds
        self.missing = unsealed or frozenset(seat for seat, seed in enumerate(self.seeds) if seed is None)

    def seal(self, entry: Entry, body: bodies.Seal) -> None:
        """The seat key's signature over the name of the table, and nothing else."""
        if entry.actor in self._sealed:
            raise Wrong(Code.OUT_OF_PLACE, "this seat has sealed before")
        key = self._setting.seat_keys[entry.actor]
        if key is None or not verify(key, body.signature, Purpose.SEAL, self._setting.tid):
            raise Wrong(Code.SEAL, f"the seal of seat {entry.actor} is not for this table")
        self._sealed.add(entry.actor)
        self.last_seal = entry.seq
        self._look()

    def reveal(self, entry: Entry, body: bodies.Reveal) -> None:
        """The seed that the seat committed to, from a person who had seen all seals.

        Whether they stood under a HEAD is checked while it happens: a HEAD can be taken out of a file.
        """
        if self.seeds[entry.actor] is not None:
            raise Wrong(Code.OUT_OF_PLACE, "this seat has shown its seed before")
        if entry.seen < self.last_seal:
            raise Wrong(Code.STALE, "a seed is shown only by a seat that has seen all seals")
        join = self._setting.joins[entry.actor]
        assert join is not None
        if player_commitment(join.seat_key, join.nonce, body.seed) != join.seed_commitment:
            raise Wrong(Code.SEED, f"the seed of seat {entry.actor} is not the one that it committed to")
        self.seeds[entry.actor] = body.seed
        self._look()

    def name(self, entry: Entry, body: bodies.Name | None) -> None:
        """The name whose hash stands in the JOIN; without a body it was removed later."""
        join = self._setting.joins[entry.actor]
        if entry.actor in self.names:
            raise Wrong(Code.OUT_OF_PLACE, "this seat has said its name before")
        if join is None or entry.body_hash != join.name_hash:
            raise Wrong(Code.MALFORMED, f"the name of seat {entry.actor} is not the one in its JOIN")
        self.names[entry.actor] = None if body is None else body.name
