"""What a seat knows of the hands of others, since hands changed owners."""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from client.i18n import _, plural
from client.words.people import People
from engine.notebook import Pool
from engine.sight import Sight
from engine.slots import Face

CardName: TypeAlias = Callable[[Face], str]


def secret_hands(view: Sight[Any], people: People, name: CardName) -> list[str]:
    """What hands that changed owners tell (HB19): some cards for certain, of others only that they are among these."""
    lines, pools = [], view.notebook.pools
    for seat in view.state.book.clockwise[people.own][1:]:
        hand, who = set(view.state.hands[seat]), people.name(seat)
        exact = [face for slot in view.state.hands[seat] if (face := view.face(slot)) is not None]
        sets = [face for pool in pools if pool.slots <= hand for face in pool.faces]  # there as a whole
        if known := [*exact, *sets]:
            lines.append(_("Secret: {who} holds {cards}.", who=who, cards=_listed(known, name)))
        lines += [
            _among(pool, count, who, name) for pool in pools if 0 < (count := len(pool.slots & hand)) < len(pool.slots)
        ]
    return lines


def _among(pool: Pool, count: int, who: str, name: CardName) -> str:
    cards = _listed(pool.faces, name)
    if len(pool.slots) > len(pool.faces):
        return _("Secret: among the cards of {who} may be: {cards}.", who=who, cards=cards)
    return plural(
        "Secret: {count} card of {who} is one of: {cards}.",
        "Secret: {count} cards of {who} are among: {cards}.",
        count,
        who=who,
        cards=cards,
    )


def _listed(faces: Iterable[Face], name: CardName) -> str:
    return "; ".join(map(name, faces))
