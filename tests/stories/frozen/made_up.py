"""What a later version of the program may know and this one does not: a module, a flag, a preset, a second game.

All of it is only registered: nothing that exists is changed.  The module is a whole one, with a card, an act, an event
and a random kind, so that a table can be played with it.
"""

import sys
from types import ModuleType

import pytest

from engine import registry
from engine.acts import ActRow
from engine.events import ChanceCalled
from engine.machine import Rule, Stage
from engine.mine import flags
from engine.mine import game as mine
from engine.mine.cards import base as base_cards
from engine.mine.cards import saboteur2 as saboteur2_cards
from engine.mine.cards.card import Card
from engine.mine.modules import PARTS
from engine.mine.modules.module import Module
from engine.mine.rules.turn.turn import leave_hand, require
from engine.mine.sets import catalogue
from engine.mine.state import State
from engine.records import record
from engine.rules import Flag, Preset
from engine.slots import Face, Seat, Slot

NAME, VERB = "made-up", "rub-lamp"
LAMP = Card("made-up-lamp", 9001, "made-up-lamp", 3)
TUNNEL = Card("made-up-tunnel", 9002, "path", 2, ("NESW",))


@record
class RubLamp:
    """Ask the lamp for a nugget."""

    seat: Seat
    slot: Slot
    face: Face


@record
class LampRubbed:
    """The lamp is used up."""

    seat: Seat
    slot: Slot
    face: Face


@record
class WishGranted:
    """So many nuggets came out of it."""

    seat: Seat
    nuggets: int


def decide(state: State, act: RubLamp) -> tuple[object, ...]:
    """Any time a card is used."""
    require(state, act.seat, act.slot, act.face, LAMP.kind)
    return LampRubbed(act.seat, act.slot, act.face), ChanceCalled("made-up-wish", act.seat, 2)


def rubbed(state: State, event: LampRubbed) -> None:
    """It goes on the discard pile."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.discard.append(event.slot)


def grant(state: State) -> tuple[object, ...]:
    """None or one."""
    return (WishGranted(state.active, state.number),)


def granted(state: State, event: WishGranted) -> None:
    """The turn ends as after any other card."""
    state.nuggets[event.seat] += event.nuggets
    state.stage = "finish-turn"


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """The one way to use it."""
    acts.append(RubLamp(seat, slot, face))


RULE = Rule(
    inputs={RubLamp: decide},
    events={LampRubbed: rubbed, WishGranted: granted},
    offers={LAMP.kind: offer},
    stages={"made-up-wish": Stage(follow=grant)},
    acts=(ActRow(RubLamp, VERB, card=LAMP.key),),
    chances={"made-up-wish": 250},
)
MODULE = Module(
    name=NAME,
    rev=1,
    rule="M1",
    meaning="A lamp that may hold a nugget, and a tunnel to look for it.",
    card_sets=("base", "saboteur2"),
    rules=(RULE,),
    deck=(LAMP, TUNNEL),
)
FLAGS = tuple(
    Flag(
        f"made-up-{card_set}",
        "M2",
        (card_set,),
        "Whether lamps are polished.",
        (("no", "Nothing shines."), ("yes", "They shine.")),
        later=True,
    )
    for card_set in ("base", "saboteur2")
)
PRESET = Preset("base-made-up", "base", "The base game with polished lamps.", (("made-up-base", "yes"),))


def second_game() -> ModuleType:
    """A game beside the mine, complete: it has the mine's rules, and its own name, preset and revision."""
    game = ModuleType("made_up_cellar")
    vars(game).update({name: value for name, value in vars(mine).items() if not name.startswith("__")})
    own = {
        "NAME": "cellar",
        "PRESETS": {"cellar": Preset("cellar", "base", "The base game, one storey up.")},
        "PARTS": {},
        "revs": lambda rules: (("cellar", 1),),
    }
    vars(game).update(own)
    return game


def register(patch: pytest.MonkeyPatch) -> None:
    """Let the program know all of it; what is new stands before what is old, where there is an order."""
    patch.setitem(PARTS, NAME, MODULE)
    for place in (flags, mine):
        patch.setattr(place, "FLAGS", (*FLAGS, *flags.FLAGS))
    patch.setitem(flags.PRESETS, PRESET.name, PRESET)
    for place in (catalogue, mine):
        patch.setattr(place, "RULES", (RULE, *catalogue.RULES))
        patch.setattr(place, "ALL_CARDS", (LAMP, TUNNEL, *catalogue.ALL_CARDS))
    for table in (base_cards, saboteur2_cards):
        patch.setattr(table, "MADE_UP", (LAMP, TUNNEL), raising=False)
    game = second_game()
    patch.setitem(sys.modules, game.__name__, game)
    patch.setattr(registry, "_MODULES", {"cellar": game.__name__, **registry._MODULES})


def forget_books() -> None:
    """What was resolved by other rules than there are now."""
    mine.book.cache_clear()
    registry.game.cache_clear()
