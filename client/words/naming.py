"""What people are called on this screen: short, safe to draw, and at a table each name once."""

import re
from collections.abc import Mapping

from client.i18n import _
from client.words.people import BOT_NAMES, LONGEST_NAME
from client.words.safe import cut, shown
from protocol.follow.follower import Follower
from protocol.log.bodies import Introduction
from protocol.log.join import is_introduced
from protocol.log.setting import Setting

_LIKE_SIGNS = re.compile(r"[()\u221a\u2611\u2713\u2714\U0001f5f8]|\+\Z")
"""What this program writes behind names, or in brackets: no player's name holds it."""


def called(name: str, most: int = 500) -> str:
    """Nothing in it can be taken for a sign or a remark of this program."""
    return _LIKE_SIGNS.sub("_", shown(name, most))


def short_id(tid: bytes) -> str:
    """How a table is named to people."""
    return tid.hex()[:16]


def seat_names(follower: Follower) -> list[str]:
    """People by the names that they gave, bots by names from a list that is the same at every seat."""
    said = follower.agreement.names
    people = {seat: _short(said.get(seat), seat) for seat, key in enumerate(follower.setting.seat_keys) if key}
    names: list[str] = []
    free = iter(BOT_NAMES)
    taken = {name.casefold() for name in people.values()}
    for seat in range(follower.setting.seats):
        if seat in people:
            names.append(_single(people[seat], names, seat))
        else:
            names.append(next(name for name in free if name.casefold() not in taken))
    return names


def _short(name: str | None, seat: int) -> str:
    return called(name or "", LONGEST_NAME).replace(" ", "_") or _("seat-{number}", number=seat + 1)


def _single(name: str, before: list[str], seat: int) -> str:
    """The server lets no two people have one name; a log may all the same."""
    taken = set(map(str.casefold, before))
    others = (f"{cut(name, LONGEST_NAME - 3)}-{number}" for number in range(seat + 1, 100))
    return next(one for one in (name, *others) if one.casefold() not in taken)


def keys_of(setting: Setting, people: Mapping[int, Introduction]) -> dict[int, bytes]:
    """By seat: the identity that has made the JOIN of the seat, as its introduction proves; no other is believed."""
    return {
        seat: introduction.identity
        for seat, introduction in people.items()
        if seat < setting.seats and (join := setting.joins[seat]) is not None and is_introduced(join, introduction)
    }
