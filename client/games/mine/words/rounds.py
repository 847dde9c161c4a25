"""What is told of a round: what seats are shown, what is turned up at its end, and who gets what."""

from collections import Counter
from collections.abc import Iterable

from client.games.game import Line
from client.games.mine.names import card_name, goal_card, goal_name, role_name
from client.games.mine.words.teller import Teller
from client.games.mine.words.words import PARTS
from client.i18n import _, plural
from engine.events import RoundDealt, SlotsOpened, SlotsShown
from engine.mine.rules.round.game_end import GameEnded
from engine.mine.rules.round.gold_draft import GoldDrawn, GoldTaken
from engine.mine.rules.round.pay_gold_cards import GoldPaid
from engine.mine.rules.round.round_end import NuggetsPaid, RoundEnded
from engine.mine.scoring import saboteurs
from engine.slots import Face, Seat, Slot


def dealt(teller: Teller, event: RoundDealt) -> list[str]:
    return ["", _("Round {round} of {rounds}.", round=event.round, rounds=teller.state.book.rounds)]


def shown(teller: Teller, event: SlotsShown) -> list[Line]:
    """Only the seat that was shown cards learns what they are."""
    if event.seat != teller.view.seat:
        return []
    faces = {slot: face for slot in event.slots if (face := teller.view.face(slot)) is not None}
    hand = teller.state.hands[event.seat]
    if taken := [card_name(face) for slot, face in faces.items() if slot in teller.renewed and slot in hand]:
        return [Line(_("Secret: your hand is now {cards}.", cards="; ".join(taken)), secret=True)]
    texts = [_of_shown(teller, slot, face, event.seat) for slot, face in faces.items()]
    return [Line(text, secret=True) for text in texts if text]


def _of_shown(teller: Teller, slot: Slot, face: Face, seat: Seat) -> str:
    state = teller.state
    if slot in state.roles:
        return _of_role(teller, state.roles.index(slot), face)
    if slot in (*state.spare_roles, *state.roles_aside):  # its owner had a new hat before the showing came
        return _("Secret: {role} is among the roles that nobody has.", role=role_name(face))
    if slot in state.goals.values():
        at = next(at for at, goal in state.goals.items() if goal == slot)
        return _("Secret: the {goal} goal is {card}.", goal=goal_name(at), card=goal_card(face))
    if slot in state.gold[seat]:
        return _("Secret: the gold card that you keep is worth {nuggets}.", nuggets=card_name(face))
    if state.last_used >= 0 and slot in state.hands[seat]:
        return _("You draw: {card}.", card=card_name(face))
    told = (part.shown(teller, slot, face) for part in PARTS.values() if part.shown)
    return next(filter(None, told), "")


def _of_role(teller: Teller, seat: Seat, face: Face) -> str:
    if seat == teller.view.seat:
        return _("You are {role}. Nobody else knows.", role=role_name(face))
    return _("Secret: {who} is {role}.", who=teller.name(seat), role=role_name(face))


def ended(teller: Teller, event: RoundEnded) -> list[str]:
    if event.treasure and event.finisher is not None:
        who = teller.name(event.finisher)
        return ["", _("{who} has found the treasure: the gold-diggers win the round.", who=who)]
    if any(teller.state.hands):
        return ["", _("The round is over before the treasure was found: the gold-diggers lose it.")]
    return ["", _("All cards are used and nobody has found the treasure: the gold-diggers lose the round.")]


def opened(teller: Teller, event: SlotsOpened) -> list[str]:
    """At the end of a round: roles, goals, and if no seat is paid, why (A9.6)."""
    state = teller.state
    left_over = [_("Left over: {role}.", role=counted(roles))] if (roles := undealt(teller, event)) else []
    lines = turned_up(teller, event, left_over)
    if not set(state.roles) <= dict(event.faces).keys() or state.treasure_found or saboteurs(state):
        return lines
    return [*lines, _("There is no saboteur among the players: nobody gets any gold.")]


def turned_up(teller: Teller, event: SlotsOpened, left_over: list[str]) -> list[str]:
    state, faces = teller.state, dict(event.faces)
    if faces.keys() <= set(state.gold_pile):
        return [_("A gold card is turned up: {nuggets}.", nuggets=counted(faces.values()))]
    if not set(state.roles) <= faces.keys():
        return []
    roles = [f"  {teller.name(seat):16} {card_name(faces[slot])}" for seat, slot in enumerate(state.roles)]
    goals = [
        _("The {goal} goal was {card}.", goal=goal_name(at), card=goal_card(faces[slot]))
        for at, slot in state.goals.items()
        if slot in faces
    ]
    return [_("The roles are turned up:"), *roles, *left_over, *goals]


def undealt(teller: Teller, event: SlotsOpened) -> list[Face]:
    faces = dict(event.faces)
    return [faces[slot] for slot in (*teller.state.spare_roles, *teller.state.roles_aside) if slot in faces]


def paid(teller: Teller, event: NuggetsPaid) -> str:
    return plural(
        "{who} gets {count} nugget as {role}.",
        "{who} gets {count} nuggets as {role}.",
        event.nuggets,
        who=teller.name(event.seat),
        role=role_name(teller.open_role(event.seat)),
    )


def paid_in_cards(teller: Teller, event: GoldPaid) -> str:
    """Each card lies face up."""
    return plural(
        "{who} gets {count} gold card as {role}: {cards}.",
        "{who} gets {count} gold cards as {role}: {cards}.",
        len(event.slots),
        who=teller.name(event.seat),
        role=role_name(teller.open_role(event.seat)),
        cards=counted(teller.state.faces[slot] for slot in event.slots),
    )


def drawn(teller: Teller, event: GoldDrawn) -> str:
    return plural(
        "{count} gold card goes to a gold-digger: {order}.",
        "{count} gold cards go round among the gold-diggers: {order}.",
        len(event.slots),
        order=teller.names(event.pickers),
    )


def taken(teller: Teller, event: GoldTaken) -> list[str | Line]:
    lines: list[str | Line] = [_("{who} keeps a gold card.", who=teller.name(event.seat))]
    face = teller.view.face(event.slot)
    if event.seat == teller.view.seat and face is not None:
        lines.append(Line(_("Secret: it is worth {nuggets}.", nuggets=card_name(face)), secret=True))
    return lines


def over(teller: Teller, event: GameEnded) -> list[str]:
    scores = [f"  {teller.name(seat):16} {score:>3}" for seat, score in enumerate(event.scores)]
    *others, last = map(teller.name, event.winners)
    winners = _("{others} and {last}", others=", ".join(others), last=last) if others else last
    closing = _("{winners} share the victory.", winners=winners) if others else _("{winners} wins.", winners=winners)
    return ["", _("The game is over. Nuggets:"), *scores, closing]


def counted(faces: Iterable[Face]) -> str:
    """Cards by name, each once, with how many there are if it is not one."""
    counts = Counter(map(card_name, sorted(faces)))
    return ", ".join(name if count == 1 else f"{name} ({count})" for name, count in counts.items())
