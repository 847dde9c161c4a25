"""How rounds and games end: seeds that open, the end itself, and who has confirmed what."""

from protocol.log import bodies
from protocol.log.faults import Code, Wrong
from protocol.log.records import Chain, Entry
from protocol.log.setting import ENDS, Setting
from protocol.modes.dealer import part
from protocol.modes.dealer.seeds import GAME_CLASS, ROUND_CLASS, homes, server_commitment

FINISHED, DISSOLVED, ABANDONED, FORKED = "finished", "dissolved", "abandoned", "forked"
_OPENED = frozenset({FINISHED, DISSOLVED})
"""What ends only with all seeds open."""


class Ending:
    """The seeds of the server that lie open, and what people have signed at the ends."""

    def __init__(self, setting: Setting, rounds: int) -> None:
        self._setting = setting
        self._rounds = rounds
        self.seeds: dict[tuple[int, int], bytes] = {}
        """By round and class."""
        self.choices: dict[int, part.ChoiceOpening] = {}
        """By entry: what a secret choice was."""
        self.game_opened = False
        self.ended: bodies.End | None = None
        self._closing: dict[int, set[int]] = {}
        """By entry that people confirm, a round's or the game's end: who has."""

    @property
    def all_opened(self) -> bool:
        """Whether every seed of the server lies open, so that everything can be worked out again."""
        return self.seeds.keys() >= set(homes(self._rounds))

    def open_round(self, entry: Entry, round_: int, opened: part.RoundPart) -> None:
        """The seed of class R; what it shows is worked out by the caller."""
        self.check_seed(round_, ROUND_CLASS, opened.seed)
        self.seeds[round_, ROUND_CLASS] = opened.seed
        self.choices.update((opening.seq, opening) for opening in opened.choices)
        self._closing[entry.seq] = set()

    def open_game(self, body: part.GamePart) -> None:
        """All seeds that are still closed; after this nothing but the end may come."""
        self.seeds |= self.check_game(body)
        self.choices.update((opening.seq, opening) for opening in body.choices)
        self.game_opened = True

    def check_game(self, body: part.GamePart) -> dict[tuple[int, int], bytes]:
        """By round and class: the seeds that were still closed, if they are all there and were promised."""
        rounds = [round_ for round_ in range(1, self._rounds + 1) if (round_, ROUND_CLASS) not in self.seeds]
        if len(body.seeds) != self._rounds + 1 or len(body.round_seeds) != len(rounds):
            raise Wrong(Code.SEED, f"expected {self._rounds + 1} and {len(rounds)} seeds")
        opened = {(round_, GAME_CLASS): seed for round_, seed in enumerate(body.seeds)}
        opened |= {(round_, ROUND_CLASS): seed for round_, seed in zip(rounds, body.round_seeds, strict=True)}
        for (round_, class_), seed in opened.items():
            self.check_seed(round_, class_, seed)
        return opened

    def check_seed(self, round_: int, class_: int, seed: bytes) -> None:
        """It must be the seed that TABLE promised."""
        if (round_, class_) in self.seeds:
            raise Wrong(Code.OUT_OF_PLACE, "this seed was opened before")
        committed = self._setting.commitments.get((round_, class_))
        found = server_commitment(self._setting.server_key, self._setting.nonce, round_, class_, seed)
        if committed is None or found != committed:
            raise Wrong(Code.SEED, f"the server's seed of round {round_} is not the one that it committed to")

    def end(self, entry: Entry, body: bodies.End, *, over: bool, missing: frozenset[int], away: frozenset[int]) -> None:
        """Whether the log may end so: ``missing`` has not agreed, ``away`` are the people who have gone."""
        if body.reason not in ENDS:
            raise Wrong(Code.MALFORMED, f"a log does not end because it is {body.reason!r}")
        if body.reason in _OPENED and not self.all_opened:
            raise Wrong(Code.OUT_OF_PLACE, f"a game is {body.reason} after all seeds are open")
        if over != (body.reason == FINISHED) and body.reason != FORKED:
            raise Wrong(Code.OUT_OF_PLACE, f"the game cannot be {body.reason} here")
        expected = {DISSOLVED: missing, ABANDONED: away}.get(body.reason, frozenset())
        if body.seats != sorted(expected) or (body.reason in {DISSOLVED, ABANDONED}) != bool(expected):
            raise Wrong(Code.OUT_OF_PLACE, f"seats {sorted(expected)} make a game end so, not {body.seats}")
        self.ended = body
        self._closing[entry.seq] = set()

    def close(self, entry: Entry, body: bodies.Close, chain: Chain) -> None:
        """A person confirms an end, once."""
        confirmed = self._closing.get(body.seq)
        if confirmed is None or entry.actor in confirmed:
            raise Wrong(Code.OUT_OF_PLACE, f"entry {body.seq} is no end that this seat could confirm now")
        check_seen(entry, body, chain)
        confirmed.add(entry.actor)

    def confirmations(self) -> list[tuple[int, set[int]]]:
        """By entry that people confirm: who has."""
        return sorted(self._closing.items())

    def unconfirmed(self, people: frozenset[int]) -> list[tuple[int, list[int]]]:
        """The ends that are not confirmed by all, each with the seats that are missing."""
        return [(seq, sorted(people - seats)) for seq, seats in self.confirmations() if people - seats]

    def closed_by(self) -> tuple[int, ...]:
        """The seats that confirmed the end of the log."""
        return tuple(sorted(self._closing[max(self._closing)])) if self.ended else ()


def check_seen(entry: Entry, body: bodies.Close | bodies.Ack, chain: Chain) -> None:
    """What a person says to have seen must be this log."""
    if body.seq > entry.seen or chain.heads[body.seq] != body.head:
        raise Wrong(Code.CHAIN, f"seat {entry.actor} has seen another log up to entry {body.seq}")
