"""The words of step 1 of a turn: a card is laid, played or discarded."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from client.games.cave.names import border_name, card_name, space_name
from client.games.cave.ways import lair_notes
from client.games.naming import cell_name
from client.games.teller import at_you, by_target, either
from client.games.words import PASS, PLACE, Act, Counted, Many, Said, Tell, Term, Words, Zone
from client.i18n import _
from engine.cave.board import border, space
from engine.cave.rules.actions.battle_axe import AxeLaid
from engine.cave.rules.actions.boots import BootsLaid
from engine.cave.rules.actions.cave_in import CaveFellIn
from engine.cave.rules.actions.cobweb import CobwebSpun, SpinCobweb
from engine.cave.rules.actions.monster import MonsterUnleashed, UnleashMonster
from engine.cave.rules.actions.secret_information import ClanSpied, GoalSpied
from engine.cave.rules.turn.discarding import CardsDiscarded, Discard
from engine.hands import HandsSwapped

if TYPE_CHECKING:
    from client.games.cave.words.teller import Teller


def _spin(teller: "Teller", act: SpinCobweb) -> str:
    return _("Cobweb {place}", place=border_name(border(act.cell, act.edge)))


def _fell(teller: "Teller", event: CaveFellIn) -> list[str]:
    told = [line.text for line in teller.say(Said("{who} [collapse|collapses] {card} at {cell}."), event)]
    return [*told, *(_("The cobweb {place} falls with it.", place=border_name(where)) for where in event.borders)]


def _unleash(teller: "Teller", act: UnleashMonster) -> str:
    """Whom it attacks at once, before it is there."""
    told = {"monster": card_name(act.face), "cell": cell_name(act.cell)}
    if notes := lair_notes(teller.state, act, teller.people):
        return _("{monster} at {cell}: {notes}", notes="; ".join(notes), **told)
    return _("{monster} at {cell}", **told)


def _unleashed(teller: "Teller", event: MonsterUnleashed) -> str:
    return _(
        "{who} [unleash|unleashes] the {monster} at {space}.",
        who=teller.who(event.seat),
        monster=card_name(event.face),
        space=space_name(teller.state.board, space(event.cell, event.space)),
    )


def _several(discards: Sequence[Discard], command: str) -> str:
    return _("Any two cards can be discarded, such as: {command}", command=command)


_DISCARDED: Tell = either(
    lambda _teller, event: event.by_clock,
    Said("{who} [discard|discards] a random card of level {levels}."),
    Counted(
        "{who} [discard|discards] a card of level {levels}.",
        "{who} [discard|discards] {count} cards of levels {levels}.",
    ),
)

WORDS = Words(
    refusals={
        "lay/cell-taken": _("That cell is taken: choose an empty one."),
        "lay/no-neighbour": _("A path card must share a full side with a card of the cave that lies face up."),
        "lay/edge-mismatch": _("The edges do not match there: tunnel meets tunnel, and rock meets rock."),
        "lay/crosswise": _("Cards of the cave lie upright: turn this one by half a turn or not at all."),
        "lay/extends-nothing": _("At least one tunnel must continue a tunnel: rock alone joins nothing."),
        "spy/no-hidden-goal": _("There is no goal there that lies face down."),
        "spy/own-clan": _("You know your own clan card: choose another player."),
        "spy/clan-open": _("That clan card is face up already."),
        "cave-in/start-stays": _("The start card of the cave cannot fall in."),
        "cave-in/goal-stays": _("A goal of the cave cannot fall in."),
        "cave-in/no-card": _("There is no path card there that could fall in."),
        "cave-in/figure-there": _("A dwarf or a monster stands on that card."),
        "card-swap/own-cards": _("You cannot swap cards with yourself: choose another player."),
        "cobweb/no-tunnel": _("A cobweb needs a tunnel there that does not end at rock."),
        "cobweb/web-there": _("A cobweb lies there already."),
        "boots/has-boots": _("That player has boots already."),
        "monster/no-lair": _("A monster comes in by a lair that lies face up: there is none on that card."),
        "monster/elsewhere": _("That monster is in play: it starts from where it stands."),
        "discard/one-or-two-cards": _("Discard one or two different cards."),
    },
    zones={
        "": Zone(
            lambda view: view.state.hands[view.seat or 0],
            _("The number of a card"),
            _("You have no cards in your hand."),
            Said("You have no card “{word}”: they are numbered 1 to {most}."),
        )
    },
    terms={
        "edge": Term(
            {"N": _("up"), "E": _("right"), "S": _("down"), "W": _("left")},
            _("A side (up, right, down or left)"),
            Said("“{word}” is no side: {names}."),
        ),
        "monster": Term(
            {"rat": _("rat"), "crawler": _("crawler"), "goblin": _("goblin")},
            _("The monster"),
            Said("“{word}” is no monster: {names}."),
        ),
    },
    looks=(GoalSpied, ClanSpied),
    acts={
        "place": PLACE,
        "spy-goal": Act(
            Said("Look at the {goal} goal"),
            _("  goal upper-left         Secret Information: look at a goal that lies face down"),
            ("goal {cell:goal}",),
            events={GoalSpied: Said("{who} [look|looks] at the {goal} goal.")},
        ),
        "spy-clan": Act(
            Said("Look at {whom}'s clan card"),
            _("  spy bob                 Secret Information: look at another player's clan card"),
            ("spy {target}",),
            events={
                ClanSpied: at_you(
                    Said("{who} looks at your clan card!"), Said("{who} [look|looks] at {whom}'s clan card.")
                )
            },
        ),
        "cave-in": Act(
            Said("Collapse the card at {cell}"),
            _("  collapse 3,1            Cave-in: take away a path card without a figure"),
            ("collapse {cell}",),
            events={CaveFellIn: _fell},
            harms=True,
        ),
        "swap-hands": Act(
            Said("Swap hands with {whom}"),
            _("  swap bob                Card Swap: your other cards for theirs; they draw"),
            ("swap {target}",),
            events={
                HandsSwapped: at_you(
                    Said("{who} swaps hands with you: your hand is theirs, and you draw at the end of this turn!"),
                    Said("{who} [swap|swaps] hands with {whom}, who draws at the end of this turn."),
                )
            },
        ),
        "cobweb": Act(
            _spin,
            _("  cobweb 1,0 right        bar the tunnel at one side of a card for two rounds"),
            ("cobweb at {cell} {edge}",),
            events={CobwebSpun: Said("{who} [spin|spins] a cobweb {place}.")},
        ),
        "lay-boots": Act(
            Said("Boots for {whom}"),
            _("  boots bob               give Boots: 4 moves a turn instead of 3 (boots me)"),
            ("boots {target}",),
            events={
                BootsLaid: by_target(
                    Said("{who} [put|puts] on Boots."),
                    at_you(Said("{who} gives you Boots."), Said("{who} [give|gives] Boots to {whom}."), harms=False),
                )
            },
        ),
        "lay-axe": Act(
            Said("A Battle Axe for {whom}"),
            _("  axe bob                 give a Battle Axe, for monsters or cobwebs (axe me)"),
            ("axe {target}",),
            events={
                AxeLaid: by_target(
                    Said("{who} [take|takes] a Battle Axe."),
                    at_you(
                        Said("{who} gives you a Battle Axe."),
                        Said("{who} [give|gives] a Battle Axe to {whom}."),
                        harms=False,
                    ),
                )
            },
        ),
        "unleash": Act(
            _unleash,
            _("  unleash rat at 3,0      put a monster on a lair, or move it from where it is"),
            ("unleash {monster} at {cell}",),
            events={MonsterUnleashed: _unleashed},
        ),
        "discard": Act(
            either(
                lambda teller, _act: bool(teller.state.pile),
                Counted("Discard this card and draw", "Discard {count} cards and draw"),
                Counted("Discard this card", "Discard {count} cards"),
            ),
            lambda book: [
                _("  discard 2 4             discard one card or two face down, and draw as many"),
                _("  pass 2                  the same"),
            ],
            ("discard {slots}", "pass {slots}"),
            when=PASS,
            events={CardsDiscarded: _DISCARDED},
            many=Many(lambda act, view: len(act.slots) > 1, _several),
        ),
    },
)
