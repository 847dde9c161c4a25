"""Write the counts of both files again, from the naive programs: ``python -m tests.stories.perft.recount``."""

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from functools import partial

from tests.stories.naive.mine import Game
from tests.stories.perft import caves
from tests.stories.perft.positions import FILE, naive_game, read

DEPTH = 3
DEPTH_OF_CAVES = 4
"""A step is a move, so less is to be seen within three."""


def counted(game: Game, depth: int) -> int:
    """The number of move sequences of exactly that length; the last moves are counted, not played."""
    moves = game.moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = deepcopy(game)
        after.play(move)
        total += counted(after, depth - 1)
    return total


def recounted(text: str, counts: Iterable[Callable[[int], int]], deepest: int) -> Iterator[str]:
    """The lines of a file with new counts; all else stays as it is."""
    positions = iter(counts)
    for line in text.splitlines():
        if line.startswith("counts ="):
            count = next(positions)
            yield f"counts = {[count(depth) for depth in range(1, deepest + 1)]}"
        else:
            yield line


if __name__ == "__main__":
    for file, counts, deepest in (
        (FILE, [partial(counted, naive_game(one)) for one in read()], DEPTH),
        (caves.FILE, [one.counted for one in caves.read()], DEPTH_OF_CAVES),
    ):
        file.write_text("\n".join(recounted(file.read_text("utf-8"), counts, deepest)) + "\n", "utf-8")
