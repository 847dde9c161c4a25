"""Who sits where, as words: names of seats, and the way back from a name to a seat."""

from collections.abc import Iterable, Iterator

from client.i18n import You, _, plural
from engine.slots import Seat

LONGEST_NAME = 16
NAME_RULE = plural(
    "Use one word, up to {count} character (not “me” or “to”).",
    "Use one word, up to {count} characters (not “me” or “to”).",
    LONGEST_NAME,
)
FILLERS = {"at", "on", "with", "to", "of", "off", "the", "and", "from", "card", "cards", "goal", "hands", "remove"}
"""Words that may stand in a command and mean nothing."""
NO_SEAT = -1
"""The own seat of a person who watches."""
BOT_NAMES = ("Ann", "Bob", "Cleo", "Dirk", "Eva", "Fritz", "Gus", "Hana", "Ivo", "Jana", "Karl", "Lena")
"""One more than the seats that bots can have beside a person, in case the person has one of these names."""
OWN = {_("me"), _("myself"), _("you")}


def bot_names(people: Iterable[str]) -> Iterator[str]:
    """What bots are called beside these people, in the order of their seats."""
    taken = {name.casefold() for name in people}
    return (name for name in BOT_NAMES if name.casefold() not in taken)


def is_name(text: str) -> bool:
    """Whether a person can go by this name, and be named by it in a command."""
    taken = FILLERS | OWN | {"turned", "hats"}
    return (
        0 < len(text) <= LONGEST_NAME
        and text.isprintable()
        and not any(char.isspace() or char in '"\\' for char in text)
        and text.casefold() not in taken
        and not text.casefold().endswith("'s")
    )


class People:
    def __init__(self, names: list[str], own: Seat) -> None:
        self._names = names
        self.own = own

    def __len__(self) -> int:
        return len(self._names)

    def name(self, seat: Seat) -> str:
        return self._names[seat]

    def who(self, seat: Seat) -> str:
        """Who does something in a sentence, as its ``{who}``: a name, or the reader."""
        return You(_("You")) if seat == self.own else self.name(seat)

    def whom(self, seat: Seat) -> str:
        """The same where it does not stand first."""
        return _("you") if seat == self.own else self.name(seat)

    def listed(self) -> str:
        return ", ".join(
            _("{name} (you)", name=name) if seat == self.own else name for seat, name in enumerate(self._names)
        )

    def seat(self, word: str) -> Seat | None:
        """The seat that a word means: a name or its beginning, "me", or "#2" for the second of the list."""
        wanted = word.casefold()
        if wanted in OWN:
            return None if self.own == NO_SEAT else self.own
        if wanted in (numbered := [f"#{number}" for number in range(1, len(self) + 1)]):
            return numbered.index(wanted)
        found = begun_by(wanted, self._names)
        return found[0] if len(found) == 1 else None


def begun_by(word: str, names: Iterable[str]) -> list[int]:
    """Where a name is this word; where none is, all names that begin with it."""
    folded = [name.casefold() for name in names]
    exact = [at for at, name in enumerate(folded) if name == word]
    return exact or [at for at, name in enumerate(folded) if name.startswith(word)]
