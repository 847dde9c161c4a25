"""The words of the deal, of the vote, of what is shown and opened, of the exit and of who has won."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from client.games.cave.names import CLANS, card_name, goal_card, goal_name, identity_of, loyalty, side_name
from client.games.game import Line
from client.games.teller import either
from client.games.words import ASKED, Act, Question, Said, Words
from client.i18n import _, plural
from engine.cave.cards.table import SIDES
from engine.cave.rules.turn.deal import ClansDealt
from engine.cave.rules.turn.ending import CaveClosed, GameEnded
from engine.cave.rules.turn.vote import EndProposed, VoteCast
from engine.cave.rules.walk.escape import DwarfEscaped, SideAsked, UndealtSeen
from engine.events import QuestionAnswered, RoundDealt, SlotsOpened, SlotsShown, TimeRanOut
from engine.hands import SeatSkipped
from engine.slots import Face, Slot

if TYPE_CHECKING:
    from client.games.cave.words.teller import Teller


def _clans(teller: "Teller", event: ClansDealt) -> list[str]:
    """Who belongs to which clan, and the backs of the cards that are left."""
    state = teller.state
    lines = []
    for clan, name in enumerate(CLANS.values()):
        seats = [seat for seat in range(state.book.seats) if state.clan(seat) == clan]
        if seats:
            lines.append(_("The {clan} clan: {names}.", clan=name, names=teller.names(seats)))
    left = Counter(event.clans[state.book.seats :])
    backs = [f"{count} {side_name(clan)}" for clan, count in sorted(left.items())]
    return [*lines, _("Clan cards that no player has: {backs}.", backs=", ".join(backs))] if backs else lines


# what is shown, and what is opened


def _shown(teller: "Teller", event: SlotsShown) -> list[Line]:
    """Only the seat that was shown cards learns what they are."""
    if event.seat != teller.view.seat:
        return []
    faces = {slot: face for slot in event.slots if (face := teller.view.face(slot)) is not None}
    return [Line(text, secret=True) for text in _secrets(teller, faces)]


def _secrets(teller: "Teller", faces: dict[Slot, Face]) -> list[str]:
    state, own = teller.state, teller.people.own
    hand = state.hands[own]
    if state.clans[own] in faces:  # at the deal
        you_are = identity_of(faces[state.clans[own]]).line
        return [_("{you_are}. No other player knows.", you_are=you_are)]
    lines = [text for slot, face in faces.items() if (text := _spied(teller, slot, face))]
    if undealt := [faces[slot] for slot in state.undealt if slot in faces]:
        lines += _of_undealt(teller, undealt)
    if taken := [card_name(face) for slot, face in faces.items() if slot in hand and slot in teller.renewed]:
        lines.append(_("Secret: you pick up {cards}.", cards="; ".join(taken)))
    drawn = [card_name(face) for slot, face in faces.items() if slot in hand and slot not in teller.renewed]
    return [*lines, *(_("You draw: {card}.", card=card) for card in drawn)]


def _spied(teller: "Teller", slot: Slot, face: Face) -> str:
    state = teller.state
    if slot in state.clans:
        who = teller.name(state.clans.index(slot))
        return _("Secret: {who} is {loyalty}.", who=who, loyalty=loyalty(face))
    goal = next((at for at, there in state.goals.items() if there == slot), None)
    if goal is None:
        return ""
    return _("Secret: the {goal} goal is {card}.", goal=goal_name(goal), card=goal_card(face))


def _of_undealt(teller: "Teller", undealt: list[Face]) -> list[str]:
    """What the first one out sees, and what follows for the players (F8.5)."""
    counts = working(teller, undealt)
    shares = ", ".join(f"{name} {counts[side]}" for side, name in enumerate(CLANS.values()))
    return [
        _("Secret: no player has {cards}.", cards=", ".join(map(card_name, undealt))),
        _("Secret: so many players work for each side: {shares}.", shares=shares),
    ]


def working(teller: "Teller", undealt: Iterable[Face]) -> Counter[int]:
    """By side: how many players work for it, once the undealt clan cards are known."""
    book = teller.state.book
    used = Counter(face for pile in book.piles if pile.name in SIDES for face in pile.faces)
    used.subtract(undealt)
    counts = Counter[int]()
    for face, count in used.items():
        counts[book.works_for[face]] += count
    return counts


def _opened(teller: "Teller", event: SlotsOpened) -> list[str]:
    """Clan cards; a goal is told of when it lies there."""
    state, faces = teller.state, dict(event.faces)
    lines = [
        _("{who} [are|is] {loyalty}.", who=teller.who(seat), loyalty=loyalty(faces[slot]))
        for seat, slot in enumerate(state.clans)
        if slot in faces
    ]
    undealt = [card_name(faces[slot]) for slot in state.undealt if slot in faces]
    return [*lines, _("No player had: {cards}.", cards=", ".join(undealt))] if undealt else lines


# the exit and the end


def _escaped(teller: "Teller", event: DwarfEscaped) -> str:
    return plural(
        "{who} [get|gets] out of the cave with {count} nugget.",
        "{who} [get|gets] out of the cave with {count} nuggets.",
        teller.state.nuggets[event.seat],
        who=teller.who(event.seat),
    )


def _asked(teller: "Teller", event: SideAsked) -> str:
    return _("The table asks: are all dwarfs out that work for {side}?", side=side_name(event.side))


_CLOSED = {
    "side": _("All dwarfs that work for one side are out: the game is over."),
    "exhausted": _("All cards are used: the game is over."),
    "vote": _("All players agree: the game is over."),
}


def _ended(teller: "Teller", event: GameEnded) -> list[str]:
    state = teller.state
    sides = [state.book.works_for[state.faces[slot]] for slot in state.clans]
    values = []
    for side, value in enumerate(event.values):
        saved = sum(score for seat, score in enumerate(event.scores) if sides[seat] == side)
        told = {"side": side_name(side), "other": side_name(1 - side), "others": sides.count(1 - side), "value": value}
        values.append(
            plural(
                "For {side}: {count} nugget, times the {others} on the side of {other}: {value}.",
                "For {side}: {count} nuggets, times the {others} on the side of {other}: {value}.",
                saved,
                **told,
            )
        )
    return ["", *_victory(teller, event, sides), *values]


def _victory(teller: "Teller", event: GameEnded, sides: list[int]) -> list[str]:
    if not event.winners:
        return [_("No dwarf got out of the cave: the game has no winner.")]
    lines = []
    if len(set(event.values)) == 1:
        lines.append(_("A tie: the side of the first dwarf out wins, [yours|that of {who}].", who=_first_out(teller)))
    won = side_name(sides[event.winners[0]])
    return [*lines, _("The dwarfs who work for {side} win: {names}.", side=won, names=teller.names(event.winners))]


def _first_out(teller: "Teller") -> str:
    return teller.who(teller.state.escaped[0])


WORDS = Words(
    refusals={"vote/proposed-already": _("You have proposed the end in this turn already.")},
    acts={
        "propose end": Act(
            Said("Propose to end the game now"),
            _("  propose end             once a turn, before your card: all others must agree"),
            ("propose end", "propose"),
            events={EndProposed: Said("{who} [propose|proposes] to end the game now.")},
        ),
        "vote yes": Act(
            Said("End the game now"),
            _("  yes, no                 whether the game ends now, if a player proposes it"),
            ("yes",),
            ASKED,
            events={
                VoteCast: either(
                    lambda _teller, event: event.yes,
                    Said("{who} [agree|agrees]."),
                    Said("{who} [do|does] not agree: the game goes on."),
                )
            },
        ),
        "vote no": Act(Said("Play on"), typed=("no",), when=ASKED),
    },
    events={
        RoundDealt: lambda teller, event: ["", _("The cave is dark. Find the exit.")],
        ClansDealt: _clans,
        SeatSkipped: Said("{who} [have|has] no cards left and [are|is] skipped."),
        TimeRanOut: Said("[Your time|The time of {who}] is up."),
        SlotsShown: _shown,
        SlotsOpened: _opened,
        DwarfEscaped: _escaped,
        UndealtSeen: Said("{who} [are|is] the first one out, and [look|looks] at the clan cards that no player has."),
        SideAsked: _asked,
        QuestionAnswered: lambda teller, event: (
            _("Yes, all of them are out.") if event.yes else _("No, not all of them.")
        ),
        CaveClosed: lambda teller, event: ["", _CLOSED[event.why]],
        GameEnded: _ended,
    },
    questions={
        "turn": Question("", _("Your turn.")),
        "vote": Question(
            _("A player proposes to end the game now. Do you agree?"),
            _("A player proposes to end the game now. Do you agree? (yes, or no)"),
        ),
    },
    board=(
        _("Columns are numbered from the start, rows up and down from it."),
        _("o is a space for a figure; a to h are the dwarfs of the players, & several."),
        _("R is the Rat, C the Crawler, G the Goblin."),
        _("H is a ladder, L a lair, $ a nugget in its vein, t a tunnel, X the exit."),
        _("1 or 2 at a side is a cobweb, for so many more rounds."),
    ),
    told=(
        _("A card of level I is one space; crossing level II takes two moves, III three."),
        _("A ladder is one move from every other ladder; monsters come in by a lair."),
        _("The wood of a bridge costs a random card of your hand; the way below it is free."),
        _("The tunnel between two curves costs a nugget."),
    ),
)
