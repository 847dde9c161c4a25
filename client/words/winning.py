"""Who has won, in one sentence: the first thing that players want to know."""

from collections.abc import Callable

from client.games.game import Scores
from client.i18n import You, _, plural
from engine.slots import Seat


def winning(scores: Scores, name: Callable[[Seat], str]) -> str:
    """``name`` says who they are. With the nuggets, where all winners have as many; empty if no player has won."""
    if not scores.winners:
        return ""
    *others, last = sorted(map(name, scores.winners), key=lambda who: not isinstance(who, You))
    nuggets = {scores.scores[seat] for seat in scores.winners}
    if not others:
        return plural(
            "{who} [win|wins] with {count} nugget.", "{who} [win|wins] with {count} nuggets.", max(nuggets), who=last
        )
    who = _("{others} and {last}", others=", ".join(others), last=last)
    if len(nuggets) > 1:
        return _("{who} win.", who=who)
    return plural("{who} win with {count} nugget each.", "{who} win with {count} nuggets each.", max(nuggets), who=who)
