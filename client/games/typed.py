"""Acts as typed commands, read and written by the fields of their rows."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from string import Formatter
from typing import Any

from client.games.game import NotUnderstood
from client.games.line import Line
from client.games.listing import Piece
from client.games.naming import any_of, cell_name
from client.games.words import Lexicon
from client.i18n import _
from client.words.people import FILLERS, People
from engine.acts import CELL, DEGREES, SEAT, SLOT, ActRow, Field, FieldType, Integer, SlotList, fields_of
from engine.grid.cells import Cell, cell
from engine.machine import Book
from engine.slots import Face, Slot

_CELL = re.compile(r"(-?[0-9]{1,2}),(-?[0-9]{1,2})")


def read_cell(word: str) -> Cell | None:
    """A cell as it is typed, such as 3,-1."""
    match = _CELL.fullmatch(word)
    return cell(int(match[1]), int(match[2])) if match else None


@dataclass(frozen=True)
class Way:
    """One way to type an act: a verb, words that belong to it, and a place for each thing that is named."""

    row: ActRow
    pattern: str

    @cached_property
    def parts(self) -> list[tuple[str, str, str]]:
        """Words, the place behind them, and what is written there if the field alone does not tell."""
        return [(text, name or "", spec or "") for text, name, spec, _as in Formatter().parse(self.pattern)]

    @cached_property
    def words(self) -> list[str]:
        verb, *others = self.parts[0][0].split()
        return [verb, *(word for word in others if word not in FILLERS)]

    @cached_property
    def fixed(self) -> dict[str, int]:
        return {name: int(spec) for _text, name, spec in self.parts if spec.isdecimal()}

    @cached_property
    def fields(self) -> dict[str, Field]:
        return {field.name: field for field in fields_of(self.row)}

    def makes(self, act: Any) -> bool:
        return type(act) is self.row.act and all(getattr(act, name) == value for name, value in self.fixed.items())


def _usual(row: ActRow) -> str:
    """The verb, then the fields; a card that the verb tells is not named."""
    told = ("slot", "face") if row.plays else ("face",)
    return " ".join((row.verb, *(f"{{{field.name}}}" for field in fields_of(row) if field.name not in told)))


class Typist(ABC):
    """Writes acts as commands and reads them again; what is called how, a game says."""

    term_on_cards: str
    """The term that cards show, by which one of several can be named."""

    def __init__(self, lexicon: Lexicon[Any]) -> None:
        self.lexicon = lexicon
        self.ways_of: Callable[[Book], list[Way]] = cache(self._ways_of)
        """What can be typed at a table: only what its rules know, in the order of the help."""

    @abstractmethod
    def kind(self, face: Face) -> str:
        """The kind of a card."""

    @abstractmethod
    def terms(self, face: Face) -> Sequence[str]:
        """What a card shows of that term, such as its tools."""

    @abstractmethod
    def card_word(self, face: Face) -> str:
        """An open card that is named and not numbered."""

    @abstractmethod
    def lying_word(self, act: Any, view: Any) -> str:
        """The path card as it would lie after the act, which turned leads elsewhere; empty if the act lays none."""

    @abstractmethod
    def place_word(self, at: Cell) -> str:
        """What lies hidden on a cell, in one word."""

    @abstractmethod
    def places(self, view: Any) -> Mapping[str, Cell]:
        """By name: where something lies hidden at some table, or did at this one."""

    @abstractmethod
    def hidden_places(self, view: Any) -> Mapping[str, Cell]:
        """By name: where something lies hidden now."""

    def goals(self, view: Any) -> set[Cell]:
        """Where a player can point to something hidden."""
        return {*self.places(view).values(), *self.hidden_places(view).values(), *self.other_places(view)}

    def other_places(self, view: Any) -> Collection[Cell]:
        """What else can be named as if it lay hidden there; the rules say what is wrong with that."""
        return ()

    def _ways_of(self, book: Book) -> list[Way]:
        said = list(self.lexicon.acts())
        known = sorted(book.acts.values(), key=lambda row: said.index(row.key) if row.key in said else len(said))
        rows = sorted(known, key=lambda row: self.lexicon.act(row).when)
        return [Way(row, pattern) for row in rows for pattern in self.lexicon.act(row).typed or (_usual(row),)]

    def write(self, act: Any, view: Any, people: People) -> str:
        return " ".join(text for _kind, text in self.pieces(act, view, people) if text)

    def pieces(self, act: Any, view: Any, people: People) -> list[Piece]:
        """The command part by part."""
        way = next(way for way in self.ways_of(view.state.book) if way.makes(act))

        def word(name: str, spec: str) -> str:
            if not name or name in way.fixed:
                return ""
            field = way.fields.get(name)
            if field is None:
                return self.terms(act.face)[0]
            value = getattr(act, name)
            if field.words:
                return self._term_word(name, next(word for word, number in field.words if number == value))
            if field.type is SEAT:
                return _("me") if value == people.own else people.name(value)
            if field.type is CELL:
                return self.place_word(value) if spec == "goal" else cell_name(value)
            if field.type is DEGREES:
                return "turned" if value else ""
            if isinstance(field.type, Integer):
                return str(value)
            slots = value if isinstance(field.type, SlotList) else (value,)
            return " ".join(self.slot_word(view, field.zone, slot) for slot in slots)

        pieces: list[Piece] = []
        for text, name, spec in way.parts:
            pieces += [(None, text.strip()), (_kind(way.fields.get(name)), word(name, spec))]
        return pieces

    def slot_word(self, view: Any, zone: str, slot: Slot) -> str:
        """A card by its number where it lies, or by its name, or that of its tool."""
        words = self.lexicon.find("zones", zone)
        if not words.by_name:
            return str(words.slots(view).index(slot) + 1)
        return self.card_word(view.state.faces[slot])

    def can_be_typed(self, act: Any, verb: str, view: Any) -> bool:
        """Whether some way to type the act begins with this verb; `write` may choose another."""
        return any(way.words[0] == verb and way.makes(act) for way in self.ways_of(view.state.book))

    def read(self, verb: str, words: list[str], view: Any, people: People) -> Any:
        ways = [way for way in self.ways_of(view.state.book) if way.words[0] == verb]
        line = _Command(words, view, people, self)
        way = max(
            (way for way in ways if line.words[: len(way.words) - 1] == way.words[1:]), key=lambda way: len(way.words)
        )
        given = line.values(way)
        if line.words:
            raise NotUnderstood(_("“{word}” is one word too many.", word=line.words[0]))
        kind = self.kind(given["face"]) if "face" in given else ""
        same = [other.row for other in ways if other.pattern == way.pattern]  # a ladder is placed like any path card
        row = next((row for row in same if row.plays == kind), way.row)
        return row.act(seat=view.seat, **given)

    def _term_word(self, name: str, key: str) -> str:
        words = self.lexicon.find("terms", name)
        return str(words.names[key]) if words else key


def _kind(field: Field | None) -> FieldType | None:
    """Of several cards, any will do as of one."""
    if field is None or field.words:
        return None
    return SLOT if isinstance(field.type, SlotList) else field.type


class _Command(Line):
    """The words after a verb, looked up at the table of the seat that typed them."""

    def __init__(self, words: list[str], view: Any, people: People, typist: Typist) -> None:
        super().__init__(words, people)
        self._view = view
        self._typist = typist
        self._find = typist.lexicon.find

    def values(self, way: Way) -> dict[str, Any]:
        """By field; a card that is not named is found by its kind, and by the term that it must show."""
        given: dict[str, Any] = dict(way.fixed)
        term = shown = ""
        del self.words[: len(way.words) - 1]
        for _text, name, spec in way.parts:
            field = way.fields.get(name)
            if not name or name in way.fixed or (name == "slot" and given and not self.words and way.row.plays):
                continue
            if field is None or field.words:
                term = self._term(name)
                shown = term if name == self._typist.term_on_cards else shown
            if field is not None:
                given[name] = dict(field.words)[term] if field.words else self._value(field, spec)
        if "face" in way.fields:
            slot = given["slot"] if "slot" in given else self._held(way.row.plays, shown)
            given |= {"slot": slot, "face": self._view.face(slot)}
        return given

    def _value(self, field: Field, spec: str) -> Any:
        if field.type is SEAT:
            return self.player()
        if field.type is CELL:
            return self._place(goal=spec == "goal")
        if field.type is DEGREES:
            turned = bool(self.words) and "turned".startswith(self.words[0])
            return 180 if turned and self.words.pop(0) else 0
        if isinstance(field.type, Integer):
            return self._number(field.type)
        return self._cards() if isinstance(field.type, SlotList) else self._slot(field.zone)

    def _slot(self, zone: str = "") -> Slot:
        """By its number, or by its name; if only one lies there, that need not be said."""
        words = self._find("zones", zone)
        slots: list[Slot] = words.slots(self._view)
        if words.by_name and not self.words and len(slots) == 1:
            return slots[0]
        word = self.take(words.missing) if slots or not words.by_name else ""
        if not slots:
            raise NotUnderstood(words.none)
        there = {self._typist.slot_word(self._view, zone, slot): slot for slot in slots}
        found = [slot for name, slot in there.items() if (name.startswith(word) if words.by_name else name == word)]
        if len(found) != 1:
            raise NotUnderstood(_(words.other.text, word=word, names=", ".join(there), most=len(slots)))
        if not zone and self._view.face(found[0]) is None:
            raise NotUnderstood(_("You have not seen that card yet."))
        return found[0]

    def _number(self, among: Integer) -> int:
        word = self.take(_("A number"))
        if word not in map(str, range(among.low, among.high + 1)):
            raise NotUnderstood(
                _("“{word}” is no number from {low} to {high}.", word=word, low=among.low, high=among.high)
            )
        return int(word)

    def _cards(self) -> tuple[Slot, ...]:
        """One card or several, as long as numbers follow."""
        slots = [self._slot()]
        while self.words and self.words[0].isdecimal():
            slots.append(self._slot())
        if len(set(slots)) != len(slots):
            raise NotUnderstood(_("You named one card twice."))
        return tuple(sorted(slots))

    def _held(self, kind: str, term: str) -> Slot:
        """A card of a kind that the hand holds; one that shows a single thing before one that shows two."""
        seen: list[tuple[Slot, Face]] = [(slot, face) for slot, face in self._view.hand() if face is not None]
        fitting = [
            (len(self._typist.terms(face)), at, slot)
            for at, (slot, face) in enumerate(seen)
            if self._typist.kind(face) == kind and (not term or term in self._typist.terms(face))
        ]
        if not fitting:
            raise NotUnderstood(_("You have no card for that in your hand."))
        return min(fitting)[-1]

    def _term(self, name: str) -> str:
        words = self._find("terms", name)
        word = self.take(words.missing)
        begun: list[str] = [key for key, name in words.names.items() if key.startswith(word) or name.startswith(word)]
        if len(begun) != 1:
            raise NotUnderstood(_(words.other.text, word=word, names=", ".join(words.names.values())))
        return begun[0]

    def _place(self, *, goal: bool) -> Cell:
        there = self._typist.hidden_places(self._view) if goal else {}
        named = self._typist.places(self._view) if goal else {}
        what = _("A goal ({names})", names=any_of(there)) if goal else _("A cell such as 3,-1")
        word = self.take(what)
        begun = [at for name, at in named.items() if name.startswith(word)]
        at = begun[0] if len(begun) == 1 else read_cell(word)
        if at is None or (goal and at not in self._typist.goals(self._view)):
            raise NotUnderstood(_("“{word}” is not {what}.", word=word, what=what[:1].lower() + what[1:]))
        return at
