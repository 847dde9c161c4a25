"""How things stand beside the board: dwarfs, hands, gold, equipment, and what only this seat knows."""

from client.games.cave.names import (
    border_name,
    card_name,
    clan_name,
    goal_card,
    goal_name,
    level_name,
    loyalty,
    monster_name,
    space_name,
)
from client.games.naming import wrapped
from client.games.secret_hands import secret_hands
from client.i18n import _, plural
from client.words.people import LONGEST_NAME, People
from engine.cave.board import NOWHERE
from engine.cave.state import NO_SEAT, State
from engine.cave.view import View
from engine.slots import Seat

_WIDTH = 80


def round_line(view: View) -> str:
    return _(
        "{count} of {seats} dwarfs are out of the cave.", count=len(view.state.escaped), seats=view.state.book.seats
    )


def standing_lines(view: View, people: People) -> list[str]:
    """What lies on the table, by player; then monsters, cobwebs and the secrets."""
    seats = range(len(people))
    players = [
        line
        for seat in seats
        for line in wrapped(_of(view, seat), ", ", _WIDTH, f"  {people.name(seat):{LONGEST_NAME}} ")
    ]
    return [_pile(view.state), *players, *loose_lines(view.state, people), *secret_lines(view, people)]


def _pile(state: State) -> str:
    """The draw pile, and the level of the card on its top."""
    left = plural("{count} card in the draw pile", "{count} cards in the draw pile", len(state.pile))
    if not state.pile:
        return f"{left}."
    return _("{left}, the top one of level {level}.", left=left, level=level_name(state, state.pile[-1]))


def _of(view: View, seat: Seat) -> list[str]:
    """Where the dwarf is, whom it works for as all know, gold, levels of the hand, equipment."""
    state = view.state
    parts = [clan_name(state, seat), _place(state, seat)] if state.clans else []
    levels = " ".join(level_name(state, slot) for slot in state.hands[seat])
    cards = plural("{count} card", "{count} cards", len(state.hands[seat]))
    parts += [
        plural("{count} nugget", "{count} nuggets", state.nuggets[seat]),
        _("{cards} ({levels})", cards=cards, levels=levels) if levels else cards,
        *equipment(state, seat),
    ]
    return parts


def _place(state: State, seat: Seat) -> str:
    where = state.dwarfs[seat]
    if where == NOWHERE:
        return _("out of the cave")
    place = space_name(state.board, where)
    return _("lies at {space}", space=place) if state.lying[seat] else _("at {space}", space=place)


def equipment(state: State, seat: Seat) -> list[str]:
    """What lies before a seat, and its clan card if it lies open."""
    clan = state.faces.get(state.clans[seat]) if state.clans else None
    axes = len(state.in_front(seat, "battle-axe"))
    parts = [
        _("shows: {clan}", clan=card_name(clan)) if clan is not None else "",
        _("Boots") if state.in_front(seat, "boots") else "",
        plural("{count} axe", "{count} axes", axes) if axes else "",
    ]
    return [*filter(None, parts)]


def loose_lines(state: State, people: People) -> list[str]:
    """Monsters in play, and cobwebs: where, whose, and how long."""
    monsters = [
        _(
            "The {monster} is at {space}, until [your next turn|the next turn of {who}].",
            monster=monster_name(monster),
            space=space_name(state.board, state.monsters[monster]),
            who=people.who(owner),
        )
        for monster, owner in enumerate(state.owners)
        if owner != NO_SEAT
    ]
    webs = [
        plural(
            "[Your cobweb|A cobweb of {who}] lies {place} for {count} more round.",
            "[Your cobweb|A cobweb of {who}] lies {place} for {count} more rounds.",
            web.side,
            who=people.who(web.seat),
            place=border_name(where),
        )
        for where, web in sorted(state.webs.items())
    ]
    return [*monsters, *webs]


def secret_lines(view: View, people: People) -> list[str]:
    """What only this seat knows: its loyalty, the clan cards, goals and cards of others that it has seen."""
    if view.seat is None:
        return []
    state, own = view.state, people.own
    lines = []
    for seat in state.book.clockwise[own] if state.clans else ():
        face = view.clan(seat)
        if face is None or state.clans[seat] in state.faces:
            continue
        if seat == own:
            lines.append(_("Secret: you are {loyalty}.", loyalty=loyalty(face)))
        else:
            lines.append(_("Secret: {who} is {loyalty}.", who=people.name(seat), loyalty=loyalty(face)))
    undealt = [card_name(face) for slot in state.undealt if slot not in state.faces and (face := view.face(slot))]
    lines += [_("Secret: no player has {cards}.", cards=", ".join(undealt))] if undealt else []
    lines += [
        _("Secret: the {goal} goal is {card}.", goal=goal_name(at), card=goal_card(face))
        for at, slot in state.goals.items()
        if slot not in state.faces and (face := view.face(slot)) is not None
    ]
    return [*lines, *secret_hands(view, people, card_name)]
