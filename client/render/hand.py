"""The hand: numbered pictures side by side, and a name for each."""

from client.names import card_name
from client.render.charset import Charset
from client.render.tiles import HEIGHT, WIDTH, framed, tunnels
from engine.mine.cards import Card
from engine.mine.game import ALL_CARDS
from engine.mine.view import View
from engine.slots import Face

_CARDS = {card.number: card for card in ALL_CARDS}
_GAP = 3


def hand_lines(view: View, charset: Charset) -> list[str]:
    """Pictures with their numbers above, and the names below."""
    cards = [face for _, face in view.hand()]
    if not cards:
        return []
    pictures = [picture(face, charset) for face in cards]
    step = WIDTH + _GAP
    numbers = "".join(f"{number:^{WIDTH}}".ljust(step) for number in range(1, len(cards) + 1))
    rows = ["".join(picture[part].ljust(step) for picture in pictures) for part in range(HEIGHT)]
    names = "   ".join(f"{number} {_name(face)}" for number, face in enumerate(cards, start=1))
    return [line.rstrip() for line in (numbers, *rows)] + _folded(names)


def _folded(names: str, width: int = 78) -> list[str]:
    lines = [""]
    for name in names.split("   "):
        joined = f"{lines[-1]}   {name}".strip()
        if len(joined) > width:
            lines.append(name)
        else:
            lines[-1] = joined
    return lines


def _name(face: Face | None) -> str:
    return "?" if face is None else card_name(face)


def picture(face: Face | None, charset: Charset) -> list[str]:
    """A card of the hand; one whose opening has not arrived is a question mark."""
    if face is None:
        return framed("?", charset)
    card = _CARDS[face]
    return tunnels(card.groups, charset) if card.tunnels else framed(_symbol(card, charset), charset)


def _symbol(card: Card, charset: Charset) -> str:
    tools = "".join(tool[0].upper() for tool in card.tools)
    return {
        "break": f"{charset.broken}{tools}",
        "repair": f"{charset.mended}{tools}",
        "rockfall": charset.falling * 3,
        "map": "map",
    }[card.kind]
