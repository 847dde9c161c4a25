"""Who has won, in one sentence: the first thing that players want to know; then who got what in which round."""

from collections.abc import Callable, Sequence

from client.games.game import Scores
from client.i18n import You, _, plural
from client.render.spans import fitted
from client.words.people import LONGEST_NAME, People
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


def score_table(scores: Scores, people: People) -> list[str]:
    """The best first, winners with a star; where it is known, also what each round brought."""
    heads = [_("R{number}", number=at) for at in range(1, len(scores.rounds) + 1)]
    everyone = sorted(range(len(scores.scores)), key=lambda seat: -scores.scores[seat])
    rows = [
        _row("*" if seat in scores.winners else "", people.name(seat), [one[seat] for one in scores.rounds], sum_)
        for seat in everyone
        for sum_ in [scores.scores[seat]]
    ]
    return [_row("", "", heads, _("sum")), *rows] if heads else rows


def _row(mark: str, name: str, rounds: Sequence[str | int], sum_: str | int) -> str:
    columns = "".join(f"{one:>5}" for one in rounds)
    return f" {mark:1} {fitted(name, LONGEST_NAME)}{columns}{sum_:>6}"
