"""Write the counts of the file anew, from the naive program: ``cd tests && python -m tests.stories.perft.recount``."""

from collections.abc import Iterator
from copy import deepcopy

from tests.stories.naive.mine import Game
from tests.stories.perft.positions import FILE, naive_game, read

DEPTH = 3


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


def recounted(text: str) -> Iterator[str]:
    """The lines of the file with new counts; all else stays as it is."""
    positions = iter(read())
    for line in text.splitlines():
        if line.startswith("counts ="):
            game = naive_game(next(positions))
            yield f"counts = {[counted(game, depth) for depth in range(1, DEPTH + 1)]}"
        else:
            yield line


if __name__ == "__main__":
    FILE.write_text("\n".join(recounted(FILE.read_text(encoding="utf-8"))) + "\n", encoding="utf-8")
