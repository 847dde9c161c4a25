"""How things stand besides the board: piles, players, and what only this seat knows."""

from client.games.mine.names import card_name, role_name, tool_name
from client.i18n import _, plural
from client.words.people import LONGEST_NAME, People
from engine.mine.cards.card import TOOLS as BITS
from engine.mine.rules.actions.swap_hats import SwapHats
from engine.mine.rules.round.share_gold import RoundWon, crystals
from engine.mine.view import View
from engine.notebook import Pool
from engine.slots import Seat, Slot

_WIDTH = 80
_MANY = 6
"""Of more players than this two share a line where both fit."""


def round_line(view: View) -> str:
    return _("Round {round} of {rounds}.", round=view.state.round, rounds=view.state.book.rounds)


def standing_lines(view: View, people: People) -> list[str]:
    """What lies on the table, by player; then the secrets."""
    names = [people.name(seat) for seat in range(len(people))]
    many = len(names) > _MANY
    column = max(map(len, names)) if many else LONGEST_NAME
    players = [_player(f"  {name:{column}} ", _before(view, seat)) for seat, name in enumerate(names)]
    if many:
        players = _paired(players)
    return [_piles(view), *(line for lines in players for line in lines), *secret_lines(view, people)]


def _piles(view: View) -> str:
    """The draw pile, and what else is counted in public where the rules make it count."""
    state = view.state
    parts = [plural("{count} card in the draw pile", "{count} cards in the draw pile", len(state.pile))]
    if SwapHats in state.book.decide:
        parts.append(plural("{count} undealt role", "{count} undealt roles", len(state.spare_roles)))
    if RoundWon in state.book.evolve and (count := crystals(state)):
        parts.append(plural("{count} crystal in the tunnels", "{count} crystals in the tunnels", count))
    return f"{', '.join(parts)}."


def _player(name: str, parts: list[str]) -> list[str]:
    """A line for a seat; a second one if it does not fit."""
    lines = [name]
    for number, part in enumerate(parts):
        text = part if number == len(parts) - 1 else f"{part}, "
        if len(lines[-1] + text.rstrip()) > _WIDTH:
            lines.append(" " * len(name))
        lines[-1] += text
    return [line.rstrip() for line in lines]


def _paired(players: list[list[str]]) -> list[list[str]]:
    """Two short lines in one, read from left to right; a long one stays alone."""
    paired: list[list[str]] = []
    room = False  # beside the last line
    for lines in players:
        short = len(lines) == 1 and len(lines[0]) < _WIDTH // 2
        if short and room:
            paired[-1] = [f"{paired[-1][0]:{_WIDTH // 2}}{lines[0]}"]
            room = False
        else:
            paired.append(lines)
            room = short
    return paired


def _before(view: View, seat: Seat) -> list[str]:
    state = view.state
    parts = [plural("{count} card", "{count} cards", len(state.hands[seat]))]
    if state.gold[seat]:
        parts.append(plural("{count} gold card", "{count} gold cards", len(state.gold[seat])))
    if state.nuggets[seat]:
        parts.append(plural("{count} nugget", "{count} nuggets", state.nuggets[seat]))
    if view.is_imprisoned(seat):
        parts.append(_("Prison"))
    if view.has_theft(seat):
        parts.append(_("Theft"))
    tools = ", ".join(tool_name(tool) for tool, bit in BITS.items() if state.broken[seat] & bit)
    return [*parts, _("broken: {tools}", tools=tools)] if tools else parts


def secret_lines(view: View, people: People) -> list[str]:
    """What only this seat knows: its gold, its role, the roles and cards of others that it has seen."""
    own = people.own
    gold = [card_name(face) for slot in view.state.gold[own] if (face := view.face(slot)) is not None]
    lines = [_("Secret: your gold cards are worth {gold}.", gold=", ".join(gold))] if gold else []
    return [*lines, *_roles(view, people), *_hands(view, people)]


def _roles(view: View, people: People) -> list[str]:
    """The role of this seat first; nothing once the roles lie open."""
    state, lines = view.state, []
    for seat in view.state.book.clockwise[people.own]:
        face = view.role(seat)
        if face is None or state.roles[seat] in state.faces:
            continue
        if seat == people.own:
            lines.append(_("Secret: you are {role}.", role=role_name(face)))
        else:
            lines.append(_("Secret: {who} is {role}.", who=people.name(seat), role=role_name(face)))
    away = [slot for slot in (*state.spare_roles, *state.roles_aside) if slot not in state.faces]
    seen = [role_name(face) for slot in away if (face := view.face(slot)) is not None]
    return [*lines, *(_("Secret: {role} is among the roles that nobody has.", role=role) for role in seen)]


def _hands(view: View, people: People) -> list[str]:
    """What hands that changed owners tell (HB19): some cards for certain, of others only that they are among these."""
    lines = []
    for seat in view.state.book.clockwise[people.own][1:]:
        hand, who = view.state.hands[seat], people.name(seat)
        if known := _known(view, hand):
            lines.append(_("Secret: {who} holds {cards}.", who=who, cards="; ".join(known)))
        for pool in view.notebook.pools:
            count = len(pool.slots & set(hand))
            if count and not _is_whole(pool, hand):
                lines.append(_among(pool, count, who))
    return lines


def _among(pool: Pool, count: int, who: str) -> str:
    cards = "; ".join(map(card_name, pool.faces))
    if len(pool.slots) > len(pool.faces):
        return _("Secret: among the cards of {who} may be: {cards}.", who=who, cards=cards)
    return plural(
        "Secret: {count} card of {who} is one of: {cards}.",
        "Secret: {count} cards of {who} are among: {cards}.",
        count,
        who=who,
        cards=cards,
    )


def _known(view: View, hand: list[Slot]) -> list[str]:
    """The cards that are certainly there: seen one by one, or as a set that is there as a whole."""
    exact = [face for slot in hand if (face := view.face(slot)) is not None]
    sets = [face for pool in view.notebook.pools if _is_whole(pool, hand) for face in pool.faces]
    return [card_name(face) for face in (*exact, *sets)]


def _is_whole(pool: Pool, hand: list[Slot]) -> bool:
    return pool.slots <= set(hand)
