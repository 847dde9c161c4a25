"""How a round of Saboteur 2 ends, in sentences: who wins and why (B8), who is left out, who gets what.

It is told when all roles lie open, and nothing is decided here.
"""

from client.games.mine.names import role_name
from client.games.mine.words import rounds
from client.games.mine.words.teller import Teller
from client.games.teller import either
from client.games.words import Counted
from client.i18n import _, plural
from engine.mine.division import BOSS, GEOLOGIST, PROFITEER, TEAMS, pay, winning_teams
from engine.mine.rules.round.share_gold import RoundWon, crystals, open_teams
from engine.slots import Face

_COLOURS = {"blue": _("blue"), "green": _("green")}
_TEAM_NAMES = {role: _COLOURS[colour] for colour, role in TEAMS.items()}
PAID = either(  # B10
    lambda teller, event: teller.open_role(event.seat) == GEOLOGIST,
    Counted(
        "{who} [get|gets] {count} nugget for crystals, as a Geologist.",
        "{who} [get|gets] {count} nuggets for crystals, as a Geologist.",
    ),
    rounds.PAID,
)


def won(teller: Teller, event: RoundWon) -> list[str]:
    """Why, who, and who is left out."""
    state = teller.state
    free = [teller.open_role(seat) for seat, inside in enumerate(state.imprisoned) if not inside]
    count = plural("{count} crystal lies in the tunnels.", "{count} crystals lie in the tunnels.", crystals(state))
    won_by = _("Winners: {names}.", names=teller.names(event.winners)) if event.winners else _("No player wins.")
    poor = [(seat, teller.open_role(seat)) for seat in event.winners]
    return [
        _why_won(teller),
        won_by,
        *_in_prison(teller),
        *([count] if GEOLOGIST in free else []),  # only where a seat is paid for them (B10)
        *(  # HB7: Boss and Profiteer take less than the others, which may be nothing
            _(
                "{who} [win|wins] with the others, but as {role} [get|gets] nothing.",
                who=teller.who(seat),
                role=role_name(role),
            )
            for seat, role in poor
            if not pay(role, len(event.winners))
        ),
    ]


def _why_won(teller: Teller) -> str:
    """Who found the treasure, as what, and which teams the doors let pass."""
    state = teller.state
    if not state.treasure_found:
        return _("The treasure was not reached: saboteurs win, and the Profiteer with them.")
    finisher = teller.open_role(state.finisher)
    teams = open_teams(state)
    if not teams:
        if state.book.solo_must_finish and finisher not in (BOSS, PROFITEER):  # B8.5, HB5, G25
            return _("Doors shut out both teams, and neither Boss nor Profiteer reached the treasure: no player wins.")
        return _("Doors shut out both teams: only the Boss and the Profiteer can win.")
    return _team_wins({"who": teller.who(state.finisher), "role": role_name(finisher)}, finisher, teams)


def _team_wins(told: dict[str, str], finisher: Face, teams: list[Face]) -> str:
    """B8.1 to B8.3."""
    winning = winning_teams(finisher, teams)
    if len(winning) > 1:
        return _("{who} ({role}) reached the treasure, and doors shut out neither team: both teams win.", **told)
    told = {**told, "team": _TEAM_NAMES[min(winning)]}
    if finisher in winning:
        return _("{who} ({role}) reached the treasure: the {team} team wins.", **told)
    if finisher in _TEAM_NAMES:
        return _("{who} ({role}) reached the treasure, but doors shut out that team: the {team} team wins.", **told)
    return _("{who} ({role}) reached the treasure, and doors shut out the other team: the {team} team wins.", **told)


def _in_prison(teller: Teller) -> list[str]:
    """B12: no share, and no theft."""
    state = teller.state
    left_out = [seat for seat, inside in enumerate(state.imprisoned) if inside]
    lines = [_("Imprisoned, and so left out: {names}.", names=teller.names(left_out))] if left_out else []
    barred = [seat for seat in left_out if seat in state.thefts]
    return [
        *lines,
        *(_("{who} [are|is] imprisoned and cannot use the Theft.", who=teller.who(seat)) for seat in barred),
    ]
