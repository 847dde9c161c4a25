"""Make the picture in README.md: a screen of the real program, in the middle of a game.

Run it from the top of the tree with `python -m docs.picture`; a test compares README.md with what it makes.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from client.names import BOTS as NAMES
from client.plain.acts import command
from client.plain.game import PlainGame
from client.plain.people import People
from client.render.charset import BOX
from engine.bots import BOTS
from engine.bots.match import Sitting
from engine.rules import parse
from engine.tabletop import Tabletop
from protocol.stream import Stream

ROOT = Path(__file__).parents[1]
SEED, TURNS, SEATS = b"picture 4", 6, 4
_PICTURE = re.compile(r"(?<=<!-- picture -->\n).*?(?=<!-- end of the picture -->)", re.DOTALL)


def picture(seed: bytes = SEED, turns: int = TURNS) -> str:
    """The last screen of a game in which a bot types for the person, for so many turns."""
    chance = Stream(seed).draw
    table = Tabletop(parse("base"), SEATS, chance)
    people = People(["Mira", *NAMES][:SEATS], 0)
    bots = {seat: Sitting(BOTS["steady"], table, seat, chance) for seat in range(SEATS)}
    lines: list[str] = []

    def typed() -> Iterator[str]:
        for _ in range(turns):
            yield command(bots[0].choose(), table.view(0), people)

    PlainGame(table, people, bots, BOX, lines.append).play(typed())
    return "\n".join(_last_screen(lines))


def _last_screen(lines: list[str]) -> list[str]:
    ends = [number for number, line in enumerate(lines) if line.startswith("Your turn")]
    story = [number for number in ends if number < ends[-1]]
    screen = lines[story[-1] + 1 : ends[-1]]
    return [*screen, "Your turn. What do you do?", "> place 6 at 6,-2 turned"]


def with_picture(readme: str) -> str:
    """The README with its picture made anew."""
    return _PICTURE.sub(lambda _: f"\n```text\n{picture()}\n```\n\n", readme, count=1)


if __name__ == "__main__":
    file = ROOT / "README.md"
    file.write_text(with_picture(file.read_text("utf-8")), "utf-8")
