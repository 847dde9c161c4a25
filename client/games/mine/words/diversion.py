"""The words of the Diversion."""

from client.games.mine.names import lying_name
from client.games.mine.words.teller import Teller
from client.games.mine.words.words import Words
from client.games.naming import cell_name
from client.games.words import Act, Card, Kind
from client.i18n import _
from engine.mine.modules.diversion import DivertPath, PathDiverted, placed_last


def _divert(teller: Teller, act: DivertPath) -> str:
    state = teller.state
    origin = placed_last(state)
    if origin is None:
        return _("Move the last path card to {cell}", cell=cell_name(act.cell))
    path = state.faces[state.board.network.slots[origin]]
    return _("Move the last path card: {card} at {cell}", card=lying_name(path, act.turned), cell=cell_name(act.cell))


def _diverted(teller: Teller, event: PathDiverted) -> str:
    return _(
        "{who} [move|moves] the path card at {origin}: now {card} lies at {cell}.",
        who=teller.who(event.seat),
        origin=cell_name(event.origin),
        card=lying_name(event.path, event.turned),
        cell=cell_name(event.cell),
    )


WORDS = Words(
    cards={"diversion": Card(_("Diversion"))},
    kinds={"diversion": Kind(_("Moves the path card that was placed last to another place."), "mov")},
    refusals={
        "diversion/no-card": _("No path card that was placed lies in the mine now."),
        "diversion/same-cell": _("The card lies there already: choose another cell."),
    },
    acts={
        "divert": Act(
            _divert,
            _("  divert 3,1              move the last path card; add “turned” for upside down"),
            ("divert {cell} {turned}",),
            events={PathDiverted: _diverted},
        ),
    },
)
