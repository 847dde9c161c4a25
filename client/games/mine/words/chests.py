"""The words of the Treasure Chests."""

from client.games.game import Line
from client.games.mine.names import card_name
from client.games.mine.words import base
from client.games.mine.words.teller import Teller
from client.games.mine.words.treasury import discarded, kept
from client.games.mine.words.words import Words
from client.games.naming import cell_name
from client.games.teller import at_you
from client.games.words import ASKED, Act, Card, Question, Said
from client.i18n import _, plural
from client.words.people import People
from engine.grid.cells import Cell
from engine.mine.modules.chests.at_once import (
    FURTHER,
    ChestPaid,
    DiscardMixed,
    DiscardSearched,
    GoalMoved,
    MapsBanned,
    PileLost,
    RoleSeen,
)
from engine.mine.modules.chests.at_turn_end import CardRobbed, ChestTakesEffect, ThreeDrawn, VictimNamed
from engine.mine.modules.chests.maps import ChestLookedAt
from engine.mine.modules.chests.opening import ChestOpened, ChestReached, CoverTurned
from engine.mine.modules.chests.rockfalls import ChestBuried
from engine.mine.modules.chests.state import CHOICE_OF_3, DISCARD_5, EXTRA_DRAW, NO_DRAW, ROBBERY
from engine.mine.rules.actions.keep_one import CardKept
from engine.mine.state import State
from engine.mine.view import View
from engine.slots import Face, Slot


def _pair_of(state: State) -> dict[Slot, Cell]:
    """By slot: the cell of every cover and chest that lies face down."""
    if "covers" not in state.FIELDS:
        return {}
    zones = (getattr(state, name) for name in ("covers", "chests"))
    return {slot: at for zone in zones for at, slot in zone.items()}


def shown(teller: Teller, slot: Slot, face: Face) -> str:
    """What a map showed."""
    at = _pair_of(teller.state).get(slot)
    return "" if at is None else _lies(at, face)


def _lies(at: Cell, face: Face) -> str:
    return _("Secret: at {cell} lies {card}.", cell=cell_name(at), card=card_name(face))


def _moved(teller: Teller, event: GoalMoved) -> str:
    return _("A goal moves from {cell} to {to}.", cell=cell_name(event.cell), to=cell_name(event.cell + FURTHER))


def _takes_effect(teller: Teller, event: ChestTakesEffect) -> list[str]:
    """What is not told of what follows."""
    who = teller.who(event.seat)
    if event.face == NO_DRAW:
        return [_("{who} [draw|draws] one card less.", who=who)]
    return [_("{who} [draw|draws] one card more.", who=who)] if event.face == EXTRA_DRAW else []


def _banned(state: State) -> str:
    return _("No more maps in this round.") if state.book.map_ban_on_all else _("No more maps on goals in this round.")


def _lost(teller: Teller, event: PileLost) -> str:
    count = len(event.slots)
    return plural(
        "{count} card of the pile is discarded unseen.", "{count} cards of the pile are discarded unseen.", count
    )


def _searched(teller: Teller, event: DiscardSearched) -> str:
    count = len(event.slots)
    who = teller.who(event.seat)
    return plural(
        "{who} [look|looks] at {count} discarded card.",
        "{who} [look|looks] at {count} discarded cards.",
        count,
        who=who,
    )


def _robbed(teller: Teller, event: CardRobbed) -> list[str | Line]:
    """Which card it is stands in the thief's new hand; the victim knows it too."""
    who, whom, face = teller.who(event.seat), teller.name(event.target), teller.view.face(event.slot)
    if event.target != teller.view.seat:
        return [_("{who} [take|takes] a card from {whom}'s hand.", who=who, whom=whom)]
    robbed = Line(_("{who} takes a card from your hand!", who=who), against=True)
    return (
        [robbed] if face is None else [robbed, Line(_("Secret: you lose {card}.", card=card_name(face)), secret=True)]
    )


def _drawn(teller: Teller, event: ThreeDrawn) -> str:
    count = len(event.slots)
    who = teller.who(event.seat)
    return plural(
        "{who} [draw|draws] {count} card to keep one.", "{who} [draw|draws] {count} cards to keep one.", count, who=who
    )


_AT_END = {
    NO_DRAW: _("one card less is drawn"),
    DISCARD_5: _("one card less is drawn"),
    EXTRA_DRAW: _("one card more is drawn"),
    ROBBERY: _("a card is taken from another player"),
    CHOICE_OF_3: _("one card of three is kept"),
}


def _facts(view: View) -> list[str]:
    return [_banned(view.state)] if getattr(view.state, "map_ban", False) else []


def _table(view: View, people: People) -> list[str]:
    """What the chests of this turn do when it ends."""
    ends = "; ".join(_AT_END[face] for face in getattr(view.state, "at_end", ()))
    return [*([_("At the end of this turn: {ends}.", ends=ends)] if ends else []), *discarded(view, people)]


def _secrets(view: View) -> list[str]:
    """What a map has shown of covers and chests that lie face down."""
    known = ((at, view.face(slot)) for slot, at in _pair_of(view.state).items() if slot not in view.state.faces)
    return [_lies(at, face) for at, face in known if face is not None]


_COVERS = ("cross", "tee-long", "tee-short", "curve-right", "curve-left")
"""They are called as the paths that they show."""
WORDS = Words(
    table=_table,
    secrets=_secrets,
    cards={
        **{f"cover-{path}": base.WORDS.cards[path] for path in _COVERS},
        "chest-nugget": Card(_("a chest with a nugget")),
        "chest-map-ban": Card(_("a chest that bans maps")),
        "chest-no-draw": Card(_("a chest that costs a card")),
        "chest-extra-draw": Card(_("a chest with an extra card")),
        "chest-goal-moves": Card(_("a chest that moves a goal")),
        "chest-robbery": Card(_("a chest that robs a player")),
        "chest-choice-of-3": Card(_("a chest with a choice of three cards")),
        "chest-role": Card(_("a chest that shows a role")),
        "chest-discard-5": Card(_("a chest that brings a card back")),
        "chest-lost-5": Card(_("a chest that throws cards away")),
    },
    hidden={"covers": _("a chest, face down")},
    marks={"covers": "C"},
    shown=shown,
    facts=_facts,
    looks=(ChestLookedAt, RoleSeen),
    acts={
        "move-goal": Act(
            Said("Move the {goal} goal away"),
            _("  move top                move a goal one cell away from the start"),
            ("move {cell:goal}",),
            when=ASKED,
            events={GoalMoved: _moved},
        ),
        "look-at-role": Act(
            Said("Look at {whom}'s role"),
            _("  peek bob                look at the role of another player"),
            ("peek {target}",),
            when=ASKED,
            events={RoleSeen: at_you(Said("{who} looks at your role!"), Said("{who} [look|looks] at {whom}'s role."))},
        ),
        "rob": Act(
            Said("Take a card from {whom}"),
            _("  rob bob                 take a card of another player, by chance"),
            when=ASKED,
            events={
                VictimNamed: at_you(Said("{who} robs you!"), Said("{who} [rob|robs] {whom}.")),
                CardRobbed: _robbed,
            },
        ),
    },
    help={"map": _("  map 3,1                 look at a chest, and at the card on it")},
    events={
        ChestReached: Said("The tunnel reaches the chest at {cell}!"),
        CoverTurned: Said("On the chest lies a {card}."),
        ChestOpened: Said("{who} [open|opens] {card}."),
        ChestLookedAt: Said("{who} [look|looks] at the chest at {cell}."),
        ChestBuried: Said("{who} [bury|buries] the chest at {cell}."),
        ChestPaid: Said("{who} [get|gets] a nugget."),
        MapsBanned: lambda teller, event: _banned(teller.state),
        DiscardMixed: Said("The discard pile is shuffled."),
        DiscardSearched: _searched,
        PileLost: _lost,
        ChestTakesEffect: _takes_effect,
        ThreeDrawn: _drawn,
        CardKept: kept,
    },
    refusals={
        "map/banned": _("A chest has banned maps for this round."),
        "chest/goal-cannot-move": _("That goal cannot move: choose a hidden one with an empty cell behind it."),
        "chest/own-role": _("You know your own role: choose another one."),
        "chest/own-hand": _("You cannot rob yourself: choose another player."),
        "chest/empty-hand": _("That player has no cards: choose one who has."),
    },
    questions={
        "chest-goal": Question(_("Which goal moves one cell away?"), _("Which goal moves one cell away? (move top)")),
        "chest-role": Question(_("Whose role do you look at?"), _("Whose role do you look at? (peek bob)")),
        "chest-victim": Question(_("From whom do you take a card?"), _("From whom do you take a card? (rob bob)")),
    },
    board=(
        _("C is a chest under a card that lies face down,"),
        _("(C) one that you alone have looked at with a map."),
    ),
)
