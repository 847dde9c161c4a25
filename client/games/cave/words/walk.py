"""The words of step 2 of a turn: the ways of dwarfs and monsters, and what they meet."""

from typing import TYPE_CHECKING

from client.games.cave.names import (
    card_name,
    goal_card,
    goal_name,
    level_name,
    monster_name,
    space_name,
)
from client.games.cave.ways import step_notes
from client.games.cave.words.cards import VEIN_NOTE
from client.games.game import Line
from client.games.naming import SIDE_WORDS, cell_name
from client.games.teller import either
from client.games.words import ASKED, Act, Question, Said, Words
from client.i18n import _, plural
from engine.cave.board import space
from engine.cave.flow import takes_vein
from engine.cave.rules.turn.turn import CobwebAged, DwarfStoodUp, MonsterLeft
from engine.cave.rules.walk.chop_web import ChopWeb, WebChopped
from engine.cave.rules.walk.goals import GoalRevealed
from engine.cave.rules.walk.meeting import (
    CRAWLER,
    GOBLIN,
    AxeAwaited,
    AxeHeld,
    HoldAxe,
    MonsterAttacked,
    MonsterDrivenOff,
    SwingAxe,
)
from engine.cave.rules.walk.vein import VeinTaken
from engine.cave.rules.walk.walk import CardLost, DwarfStepped, MonsterStepped, Step, TunnelPaid
from engine.cave.state import NO_MONSTER, State
from engine.slots import Seat

if TYPE_CHECKING:
    from client.games.cave.words.teller import Teller


def _step(teller: "Teller", act: Step) -> str:
    """Where to, and what it costs before it is taken."""
    state, to = teller.state, space(act.cell, act.space)
    where = space_name(state.board, to)
    notes = step_notes(state, to, teller.people)
    return (
        _("Go to {space}: {notes}", space=where, notes="; ".join(notes)) if notes else _("Go to {space}", space=where)
    )


def _stop(teller: "Teller", act: object) -> str:
    prowler = teller.state.prowler
    if prowler == NO_MONSTER:
        return _("Stop here: {notes}", notes=VEIN_NOTE) if takes_vein(teller.state) else _("Stop here")
    return _("Stop the {monster} here", monster=monster_name(prowler))


def _chop(teller: "Teller", act: ChopWeb) -> str:
    return _("Use an axe on the cobweb {side}", side=SIDE_WORDS[1 << act.edge])


def _swing(teller: "Teller", act: SwingAxe) -> str:
    return _("Use your axe: drive the {monster} away", monster=monster_name(teller.state.foes[0]))


def _hold(teller: "Teller", act: HoldAxe) -> str:
    state = teller.state
    return _("Keep your axe: {loss}", loss=loss(state, act.seat, state.foes[0]))


def loss(state: State, seat: Seat, monster: int) -> str:
    """What the attack of a monster takes from a seat."""
    if monster == CRAWLER:
        return _("your dwarf lies down")
    if monster == GOBLIN:
        return _("you lose a nugget") if state.nuggets[seat] else _("you have no nugget to lose")
    return _("you lose a random card") if state.hands[seat] else _("you have no card to lose")


def _stepped(teller: "Teller", event: DwarfStepped) -> str:
    where = space_name(teller.state.board, space(event.cell, event.space))
    return _("{who} [go|goes] to {space}.", who=teller.who(event.seat), space=where)


def _monster_stepped(teller: "Teller", event: MonsterStepped) -> str:
    where = space_name(teller.state.board, space(event.cell, event.space))
    return _("The {monster} goes to {space}.", monster=monster_name(event.monster), space=where)


def _awaited(teller: "Teller", event: AxeAwaited) -> str:
    monster = monster_name(event.monster)
    return _("The {monster} meets {names}: an axe can stop it.", monster=monster, names=teller.names(event.seats))


def _attacked(teller: "Teller", event: MonsterAttacked) -> list[Line]:
    if event.seat == teller.view.seat:
        return [Line(_attacked_you(teller, event), against=True)]
    return [Line(_attacked_other(teller, event))]


def _attacked_you(teller: "Teller", event: MonsterAttacked) -> str:
    state = teller.state
    if event.monster == CRAWLER:
        return _("The Crawler attacks: your dwarf lies down, and rests next turn!")
    if event.monster == GOBLIN:
        return plural(
            "The Goblin robs you! You have {count} nugget left.",
            "The Goblin robs you! You have {count} nuggets left.",
            state.nuggets[event.seat],
        )
    return _("The Rat attacks you!") if state.hands[event.seat] else _("The Rat attacks you: you have no card to lose.")


def _attacked_other(teller: "Teller", event: MonsterAttacked) -> str:
    state, told = teller.state, {"who": teller.name(event.seat)}
    if event.monster == CRAWLER:
        return _("The Crawler attacks: {who}'s dwarf lies down, and rests next turn.", **told)
    if event.monster == GOBLIN:
        return plural(
            "The Goblin robs {who}, who has {count} nugget left.",
            "The Goblin robs {who}, who has {count} nuggets left.",
            state.nuggets[event.seat],
            **told,
        )
    if state.hands[event.seat]:
        return _("The Rat attacks {who}.", **told)
    return _("The Rat attacks {who}, who has no card to lose.", **told)


def _card_lost(teller: "Teller", event: CardLost) -> list[str | Line]:
    """Its level is public; which card it is, only its owner knows."""
    who, level = teller.who(event.seat), level_name(teller.state, event.slot)
    lines: list[str | Line] = [_("{who} [lose|loses] a random card of level {level}.", who=who, level=level)]
    face = teller.view.face(event.slot)
    if event.seat == teller.view.seat and face is not None:
        lines.append(Line(_("Secret: you lose {card}.", card=card_name(face)), secret=True))
    return lines


def _revealed(teller: "Teller", event: GoalRevealed) -> str:
    return _("The {goal} goal is {card}.", goal=goal_name(event.cell), card=goal_card(event.face))


def _vein(teller: "Teller", event: VeinTaken) -> str:
    return _(
        "{who} [take|takes] the nugget of the gold vein at {cell}, and [show your|shows the] clan card.",
        who=teller.who(event.seat),
        cell=cell_name(event.cell),
    )


WORDS = Words(
    refusals={
        "step/no-moves": _("There are no moves left."),
        "step/not-beside": _("That space is not one move away."),
        "step/web-between": _("A cobweb bars the way there."),
        "chop/no-axe": _("No battle axe lies in front of you."),
        "chop/no-web": _("There is no cobweb at that side of where your dwarf stands."),
    },
    acts={
        "step": Act(
            _step,
            _("  step right              move one space: a side, a part of the card, or a cell"),
            ("step {cell} {space}",),
            events={DwarfStepped: _stepped, MonsterStepped: _monster_stepped},
        ),
        "stop here": Act(
            _stop,
            _("  stop                    go no further, or leave the monster where it is"),
            ("stop",),
        ),
        "chop": Act(
            _chop,
            _("  chop right              use your axe on a cobweb at your dwarf's space"),
            ("chop {edge}",),
            events={
                WebChopped: either(
                    lambda _teller, event: event.side > 0,
                    Said("{who} [use|uses] an axe: the cobweb {place} holds one round less."),
                    Said("{who} [use|uses] an axe: the cobweb {place} is gone."),
                )
            },
        ),
        "axe swing": Act(
            _swing,
            _("  swing                   use your axe against the monster that attacks"),
            ("swing",),
            ASKED,
            events={MonsterDrivenOff: Said("{who} [use|uses] an axe: the {monster} is gone.")},
        ),
        "axe hold": Act(
            _hold,
            _("  hold                    keep your axe"),
            ("hold",),
            ASKED,
            events={AxeHeld: Said("{who} [keep|keeps] the axe.")},
        ),
    },
    events={
        MonsterLeft: Said("The {monster} leaves the cave."),
        CobwebAged: either(
            lambda _teller, event: event.side > 0,
            Said("The cobweb {place} holds one more round."),
            Said("The cobweb {place} is gone."),
        ),
        DwarfStoodUp: Said("[Your|{who}'s] dwarf stands up, and rests this turn."),
        AxeAwaited: _awaited,
        MonsterAttacked: _attacked,
        TunnelPaid: Said("{who} [pay|pays] a nugget for the tunnel."),
        CardLost: _card_lost,
        GoalRevealed: _revealed,
        VeinTaken: _vein,
    },
    questions={
        "walk": Question("", _("Where does your dwarf go? (step, or stop)")),
        "prowl": Question("", _("Where does the monster go? (step, or stop)")),
        "axe": Question(
            _("A monster attacks your dwarf! Do you use your axe?"),
            _("A monster attacks your dwarf! Do you use your axe? (swing, or hold)"),
        ),
    },
)
