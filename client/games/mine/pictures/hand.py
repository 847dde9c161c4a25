"""The hand: numbered pictures side by side, and a name for each."""

from client.games.mine.names import card_name
from client.games.mine.pictures.cards import picture
from client.games.mine.pictures.tiles import HEIGHT, WIDTH
from client.render.charset import Charset
from engine.mine.view import View
from engine.slots import Face

_GAP = 3


def hand_lines(view: View, charset: Charset) -> list[str]:
    """Pictures with their numbers above, and the names below."""
    cards = [face for _, face in view.hand()]
    if not cards:
        return []
    pictures = [picture(face, charset) for face in cards]
    step = WIDTH + _GAP
    numbers = "".join(f"{number:^{WIDTH}}".ljust(step) for number in range(1, len(cards) + 1))
    rows = [(" " * _GAP).join(picture[part] for picture in pictures) for part in range(HEIGHT)]
    names = [f"{number} {_name(face)}" for number, face in enumerate(cards, start=1)]
    return [line.rstrip() for line in (numbers, *rows)] + _folded(names)


def _folded(names: list[str], width: int = 78) -> list[str]:
    lines = [""]
    for name in names:
        joined = f"{lines[-1]}   {name}".strip()
        if len(joined) > width:
            lines.append(name)
        else:
            lines[-1] = joined
    return lines


def _name(face: Face | None) -> str:
    return "?" if face is None else card_name(face)
