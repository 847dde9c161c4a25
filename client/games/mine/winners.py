"""Why a round of Saboteur 2 was won by whom (B8), told when all roles lie open.  Nothing is decided here."""

from client.games.mine.names import role_name
from client.games.mine.teller import Teller
from client.i18n import _
from engine.mine.division import BOSS, PROFITEER, TEAMS, winning_teams
from engine.mine.rules.round.share_gold import open_teams
from engine.slots import Face

_COLOURS = {"blue": _("blue"), "green": _("green")}
_TEAM_NAMES = {role: _COLOURS[colour] for colour, role in TEAMS.items()}


def why_won(teller: Teller) -> str:
    """One sentence: who found the treasure, as what, and whom the doors let pass."""
    state = teller.state
    if not state.treasure_found:
        return _("The treasure was not reached: saboteurs win, and the Profiteer with them.")
    finisher = teller.open_role(state.finisher)
    teams = open_teams(state)
    if not teams:
        return _nobody_passes(finisher, solo_must_finish=state.book.solo_must_finish)
    told = {"who": teller.name(state.finisher), "role": role_name(finisher)}
    return _team_wins(told, finisher, teams)


def _nobody_passes(finisher: Face, *, solo_must_finish: bool) -> str:
    """B8.5, HB5, G25."""
    if solo_must_finish and finisher not in (BOSS, PROFITEER):
        return _("Doors shut out both teams, and neither Boss nor Profiteer reached the treasure: nobody wins.")
    return _("Doors shut out both teams: only the Boss and the Profiteer can win.")


def _team_wins(told: dict[str, str], finisher: Face, teams: list[Face]) -> str:
    """B8.1 to B8.3."""
    winning = winning_teams(finisher, teams)
    if len(winning) > 1:
        return _("{who}, {role}, reached the treasure, and doors shut out neither team: both teams win.", **told)
    told = {**told, "team": _TEAM_NAMES[min(winning)]}
    if finisher in winning:
        return _("{who}, {role}, reached the treasure: the {team} team wins.", **told)
    if finisher in _TEAM_NAMES:
        return _("{who}, {role}, reached the treasure, but doors shut out that team: the {team} team wins.", **told)
    return _("{who}, {role}, reached the treasure, and doors shut out the other team: the {team} team wins.", **told)
