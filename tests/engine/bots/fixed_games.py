"""Fixed games of one bot on every seat, or of a slow one among `steady`, and a digest of every act in them.

Also a program that prints it: it asks for nothing but the engine and the stream, so that any Python can run it.
"""

import sys
from hashlib import sha256

from engine.bots import BOTS
from engine.bots.asking import answered
from engine.bots.match import Sitting
from engine.rules import parse
from engine.tabletop import Tabletop
from protocol.keys.stream import Stream

TABLES = {
    "base": (("base", 5), ("base-2006", 3), ("base", 10)),
    "base+everything": (("base+everything", 5), ("base+everything", 10), ("base+tournament+toll+veto", 6)),
    "saboteur2": (("saboteur2", 5), ("saboteur2+swap-hats-old=aside+solo-must-finish=yes", 2), ("saboteur2", 12)),
    "saboteur2+everything": (("saboteur2+everything", 5), ("saboteur2+costume+veto+diversion", 8)),
}
"""By box, a card set alone or with modules: rules and seats."""


def acts(name: str, rules: str, seats: int, seed: bytes = b"fixed") -> list[str]:
    """Every act of one game, as text."""
    table = Tabletop(parse(rules), seats, Stream(seed + b"deal").draw)
    others = "steady" if BOTS[name].slow else name
    names = [name, *[others] * (seats - 1)]
    bots = [Sitting(BOTS[each], table, seat, Stream(seed + bytes([seat])).draw) for seat, each in enumerate(names)]
    table.advance()
    made = []
    while want := table.waiting():
        given = answered(want, lambda seat: bots[seat].choose())
        made.append(repr(given))
        table.play(given)
    return made


def digest(name: str, card_set: str) -> str:
    """One number for all that the bot did in the fixed games with these cards."""
    text = "\n".join(line for rules, seats in TABLES[card_set] for line in acts(name, rules, seats))
    return sha256(text.encode()).hexdigest()


if __name__ == "__main__":
    print(*(f"{name} {card_set} {digest(name, card_set)}" for name in sys.argv[1:] for card_set in TABLES), sep="\n")
