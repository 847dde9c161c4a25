"""The seeds of the server and the secret choices that lie open, held against what TABLE promised."""

from collections.abc import Mapping

from protocol.log.faults import Code, Wrong
from protocol.log.setting import Setting
from protocol.modes.dealer import part
from protocol.modes.dealer.part import promised
from protocol.modes.dealer.seeds import GAME_CLASS, ROUND_CLASS, homes, server_commitment


class Opened:
    """What ROUND_OPEN and GAME_OPEN have opened so far; it needs no rules."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._commitments: Mapping[tuple[int, int], bytes] = promised(setting).commitments
        self._rounds = len(self._commitments) // 2
        self.seeds: dict[tuple[int, int], bytes] = {}
        """By round and class."""
        self.choices: dict[int, part.ChoiceOpening] = {}
        """By entry: what a secret choice was."""

    def must_open(self) -> bool:
        """Whether any seed of the server is still closed."""
        return not self.seeds.keys() >= set(homes(self._rounds))

    def open_round(self, round_: int, data: bytes) -> None:
        """The seed of class R; what it shows is worked out by the caller."""
        opened = part.read(part.RoundPart, data)
        self.check_seed(round_, ROUND_CLASS, opened.seed)
        self.take_round(round_, opened)

    def take_round(self, round_: int, opened: part.RoundPart) -> None:
        """The same, where it was checked before."""
        self.seeds[round_, ROUND_CLASS] = opened.seed
        self.choices.update((opening.seq, opening) for opening in opened.choices)

    def open_game(self, data: bytes) -> None:
        """All seeds that are still closed."""
        opened = part.read(part.GamePart, data)
        self.take_game(self.check_game(opened), opened)

    def take_game(self, seeds: Mapping[tuple[int, int], bytes], opened: part.GamePart) -> None:
        """The same, where it was checked before."""
        self.seeds |= seeds
        self.choices.update((opening.seq, opening) for opening in opened.choices)

    def check_game(self, opened: part.GamePart) -> dict[tuple[int, int], bytes]:
        """By round and class: the seeds that were still closed, if they are all there and were promised."""
        rounds = [round_ for round_ in range(1, self._rounds + 1) if (round_, ROUND_CLASS) not in self.seeds]
        if len(opened.seeds) != self._rounds + 1 or len(opened.round_seeds) != len(rounds):
            raise Wrong(Code.SEED, f"expected {self._rounds + 1} and {len(rounds)} seeds")
        found = {(round_, GAME_CLASS): seed for round_, seed in enumerate(opened.seeds)}
        found |= {(round_, ROUND_CLASS): seed for round_, seed in zip(rounds, opened.round_seeds, strict=True)}
        for (round_, class_), seed in found.items():
            self.check_seed(round_, class_, seed)
        return found

    def check_seed(self, round_: int, class_: int, seed: bytes) -> None:
        """It must be the seed that TABLE promised."""
        if (round_, class_) in self.seeds:
            raise Wrong(Code.OUT_OF_PLACE, "this seed was opened before")
        committed = self._commitments.get((round_, class_))
        found = server_commitment(self._setting.server_key, self._setting.nonce, round_, class_, seed)
        if committed is None or found != committed:
            raise Wrong(Code.SEED, f"the server's seed of round {round_} is not the one that it committed to")
