"""How things stand besides the board: piles, players, and what only this seat knows."""

from client.games.mine.names import card_name, role_name, tool_name
from client.games.mine.words.words import Sign, parts_of
from client.games.naming import wrapped
from client.games.secret_hands import secret_hands
from client.i18n import _, plural
from client.words.people import LONGEST_NAME, People
from engine.mine.cards.card import TOOLS as BITS
from engine.mine.rules.actions.swap_hats import SwapHats
from engine.mine.rules.round.share_gold import RoundWon, crystals
from engine.mine.view import View
from engine.slots import Seat

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
    players = [wrapped(_before(view, seat), ", ", _WIDTH, f"  {name:{column}} ") for seat, name in enumerate(names)]
    lines = [line for lines in (_paired(players) if many else players) for line in lines]
    return [_piles(view), *table_lines(view, people), *lines, *secret_lines(view, people)]


def facts(view: View) -> list[str]:
    """What has changed for all players, and lasts."""
    return [fact for words in parts_of(view.state.book.rules) if words.facts for fact in words.facts(view)]


def table_lines(view: View, people: People) -> list[str]:
    """What holds for the whole table, as its modules tell it; what two of them tell stands there once."""
    told = (part.table(view, people) for part in parts_of(view.state.book.rules) if part.table)
    return list(dict.fromkeys([*facts(view), *(line for lines in told for line in lines)]))


def _piles(view: View) -> str:
    """The draw pile, and what else is counted in public where the rules make it count."""
    state = view.state
    parts = [plural("{count} card in the draw pile", "{count} cards in the draw pile", len(state.pile))]
    if SwapHats in state.book.decide:
        parts.append(plural("{count} unused role", "{count} unused roles", len(state.spare_roles)))
    if RoundWon in state.book.evolve and (count := crystals(state)):
        parts.append(plural("{count} crystal in the tunnels", "{count} crystals in the tunnels", count))
    return f"{', '.join(parts)}."


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
    open_gold = [card_name(state.faces[slot]) for slot in state.gold[seat] if slot in state.faces]
    counts = (
        plural("{count} card", "{count} cards", len(state.hands[seat])),
        plural("{count} gold card", "{count} gold cards", len(state.gold[seat])) if state.gold[seat] else "",
        _("of them open: {gold}", gold=", ".join(open_gold)) if open_gold else "",
        plural("{count} nugget", "{count} nuggets", state.nuggets[seat]) if state.nuggets[seat] else "",
    )
    parts = [*filter(None, counts), *lying(view, seat)]
    tools = ", ".join(tool_name(tool) for tool, bit in BITS.items() if state.broken[seat] & bit)
    return [*parts, _("broken: {tools}", tools=tools)] if tools else parts


def lying(view: View, seat: Seat) -> list[str]:
    """What lies in front of a seat besides broken tools."""
    found = [_("Prison")] if view.is_imprisoned(seat) else []
    found += [_("Theft")] if view.has_theft(seat) else []
    told = (part.before(view, seat) for part in parts_of(view.state.book.rules) if part.before)
    return [*found, *dict.fromkeys(each for lines in told for each in lines)]


def signs(view: View, seat: Seat) -> list[Sign]:
    """The same for a picture; a prison has a sign of each set of characters."""
    prison = Sign(_("Prison"), "") if view.is_imprisoned(seat) else None
    theft = Sign(_("Theft"), "T") if view.has_theft(seat) else None
    own = [sign for words in parts_of(view.state.book.rules) if words.signs for sign in words.signs(view, seat)]
    return [*filter(None, (prison, theft)), *dict.fromkeys(own)]


def secret_lines(view: View, people: People) -> list[str]:
    """What only this seat knows: its gold, its role, the roles and cards of others that it has seen."""
    if view.seat is None:
        return []
    own = people.own
    gold = [card_name(face) for slot in view.state.gold[own] if (face := view.face(slot)) is not None]
    lines = [_("Secret: your gold cards are worth {gold}.", gold=", ".join(gold))] if gold else []
    for seat in view.state.book.clockwise[own]:  # nothing once the roles lie open
        face = view.role(seat)
        if face is None or view.state.roles[seat] in view.state.faces:
            continue
        if seat == own:
            lines.append(_("Secret: you are {role}.", role=role_name(face)))
        else:
            lines.append(_("Secret: {who} is {role}.", who=people.name(seat), role=role_name(face)))
    for slot in (*view.state.spare_roles, *view.state.roles_aside):
        face = view.face(slot)
        if face is not None and slot not in view.state.faces:
            lines.append(_("Secret: {role} is among the unused roles.", role=role_name(face)))
    told = (part.secrets(view) for part in parts_of(view.state.book.rules) if part.secrets)
    return [*lines, *secret_hands(view, people, card_name), *dict.fromkeys(line for each in told for line in each)]
