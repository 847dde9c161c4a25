"""What is told of a round: what seats are shown, what is turned up at its end, and who gets what."""

from collections.abc import Callable

from client.games.game import Line, Scores
from client.games.mine.names import card_name, goal_card, goal_name, identity_of, role_name
from client.games.mine.words.teller import Teller, counted
from client.games.mine.words.words import PARTS
from client.games.words import Counted, Said, Tell
from client.i18n import _
from client.words.winning import winning
from engine.events import SlotsOpened, SlotsShown
from engine.mine.rules.round.game_end import GameEnded
from engine.mine.rules.round.gold_draft import GoldTaken
from engine.mine.rules.round.round_end import RoundEnded
from engine.mine.scoring import saboteurs
from engine.slots import Face, Seat, Slot

PAID = Counted("{who} [get|gets] {count} nugget as {role}.", "{who} [get|gets] {count} nuggets as {role}.")


def shown(teller: Teller, event: SlotsShown) -> list[Line]:
    """Only the seat that was shown cards learns what they are."""
    if event.seat != teller.view.seat:
        return []
    faces = {slot: face for slot in event.slots if (face := teller.view.face(slot)) is not None}
    swapped = teller.renewed.intersection(teller.state.hands[event.seat]) - teller.kept
    if taken := [card_name(face) for slot, face in faces.items() if slot in swapped]:
        return [Line(_("Secret: your hand is now {cards}.", cards="; ".join(taken)), secret=True)]
    texts = [_of_shown(teller, slot, face, event.seat) for slot, face in faces.items()]
    return [Line(text, secret=True) for text in texts if text]


def _of_shown(teller: Teller, slot: Slot, face: Face, seat: Seat) -> str:
    state = teller.state
    if slot in state.roles:
        owner = state.roles.index(slot)
        if owner == seat:
            return _("{you_are}. No other player knows.", you_are=identity_of(face).line)
        return _("Secret: {who} is {role}.", who=teller.name(owner), role=role_name(face))
    if slot in (*state.spare_roles, *state.roles_aside):  # its owner had a new hat before the showing came
        return _("Secret: {role} is among the unused roles.", role=role_name(face))
    if slot in state.goals.values():
        at = next(at for at, goal in state.goals.items() if goal == slot)
        return _("Secret: the {goal} goal is {card}.", goal=goal_name(at), card=goal_card(face))
    if slot in state.gold[seat]:
        return _("Secret: the gold card that you keep is worth {nuggets}.", nuggets=card_name(face))
    if slot in teller.kept:
        return _("Secret: you keep {card}.", card=card_name(face))
    if state.last_used >= 0 and slot in state.hands[seat]:
        return _("You draw: {card}.", card=card_name(face))
    told = (part.shown(teller, slot, face) for part in PARTS.values() if part.shown)
    return next(filter(None, told), "")


LOST = (
    Said("The round is over before the treasure was found: the gold-diggers lose it."),
    Said("All cards are used and the treasure is not found: the gold-diggers lose the round."),
)


def ending(found: Said, early: Said, missed: Said) -> Tell:
    """The treasure was found, or the round was over before (D4.2), or all cards were used."""

    def told(teller: Teller, event: RoundEnded) -> list[str | Line]:
        if event.finisher is not None:
            return ["", *teller.say(found, event)]
        return ["", *teller.say(early if any(teller.state.hands) else missed, event)]

    return told


def opened(teller: Teller, event: SlotsOpened) -> list[str]:
    """At the end of a round: roles, goals, and if no seat is paid, why (A9.6)."""
    state = teller.state
    lines = turned_up(teller, event, lambda role: _("Unused role: {role}.", role=role))
    if not set(state.roles) <= dict(event.faces).keys() or state.treasure_found or saboteurs(state):
        return lines
    return [*lines, _("No player is a saboteur: no gold is paid.")]


def turned_up(teller: Teller, event: SlotsOpened, left_over: Callable[[str], str]) -> list[str]:
    state, faces = teller.state, dict(event.faces)
    if faces.keys() <= set(state.gold_pile):
        return [_("A gold card is revealed: {nuggets}.", nuggets=counted(faces.values()))]
    if not set(state.roles) <= faces.keys():
        return []
    roles = [f"  {teller.name(seat):16} {card_name(faces[slot])}" for seat, slot in enumerate(state.roles)]
    undealt = [faces[slot] for slot in (*state.spare_roles, *state.roles_aside) if slot in faces]
    left = [left_over(counted(undealt))] if undealt else []
    goals = [
        _("The {goal} goal was {card}.", goal=goal_name(at), card=goal_card(faces[slot]))
        for at, slot in state.goals.items()
        if slot in faces
    ]
    return [_("Roles revealed:"), *roles, *left, *goals]


def taken(teller: Teller, event: GoldTaken) -> list[str | Line]:
    lines: list[str | Line] = [_("{who} [keep|keeps] a gold card.", who=teller.who(event.seat))]
    face = teller.view.face(event.slot)
    if event.seat == teller.view.seat and face is not None:
        lines.append(Line(_("Secret: it is worth {nuggets}.", nuggets=card_name(face)), secret=True))
    return lines


def over(teller: Teller, event: GameEnded) -> list[str]:
    won = winning(Scores(event.scores, event.winners), teller.who)
    return ["", _("The game is over. {won}", won=won)]
