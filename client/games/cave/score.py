"""The gold so far: what each dwarf carries or has brought out, and what each clan has outside."""

from client.games.cave.names import CLANS, clan_name
from client.i18n import _, plural
from client.words.people import LONGEST_NAME, People
from engine.cave.view import View

_COLUMN = 11


def score_lines(view: View, people: People) -> list[str]:
    """All of it is public; for whom a dwarf works decides at the end, and is no part of it."""
    state = view.state
    if not state.clans:
        return [_("The clans are not dealt yet.")]
    heads = [_("player"), _("clan"), _("nuggets"), _("out")]
    seats = range(len(people))
    rows = [
        [
            people.name(seat),
            clan_name(state, seat),
            f"{state.nuggets[seat]}$",
            _("yes") if seat in state.escaped else "-",
        ]
        for seat in seats
    ]
    table = [
        "".join([f"{name:{LONGEST_NAME + 2}}", *(f"{cell:>{_COLUMN}}" for cell in cells)])
        for name, *cells in [heads, *rows]
    ]
    clans = []
    for clan, name in enumerate(CLANS.values()):
        out = sum(state.nuggets[seat] for seat in state.escaped if state.clan(seat) == clan)
        clans.append(
            plural(
                "Dwarfs of the {clan} clan have brought out {count} nugget.",
                "Dwarfs of the {clan} clan have brought out {count} nuggets.",
                out,
                clan=name,
            )
        )
    return [*table, "", *clans, _("Only what is brought out counts, for the side that the dwarf works for.")]
