"""The words of the Tunnel Toll."""

from collections.abc import Sequence

from client.games.mine.pictures.cards import BLOCKED_MARK
from client.games.mine.words import paying
from client.games.mine.words.teller import Teller
from client.games.mine.words.words import Sign, Words
from client.games.naming import cell_name
from client.games.teller import at_you
from client.games.words import ASKED, PASS, Act, Many, Question, Said
from client.i18n import _, plural
from client.words.people import People
from engine.grid.cells import Cell
from engine.mine.modules.toll.collectors import BringCollector, CollectorBrought, CollectorLeft
from engine.mine.modules.toll.consent import TollAgreed, TollAsked, TollRefused
from engine.mine.modules.toll.payers import NamePayer, PayerNamed
from engine.mine.modules.toll.price import TollPaid
from engine.mine.modules.toll.state import COLLECTORS, TollState, of_toll, standing
from engine.mine.view import View
from engine.slots import Seat


def _bring(teller: Teller, act: BringCollector) -> str:
    card = teller.state.hands[act.seat].index(act.slot) + 1
    return _(
        "Discard card {card}: a collector at {cell}, on {host}",
        card=card,
        cell=cell_name(act.cell),
        host=cell_name(act.host),
    )


def _anywhere(brought: Sequence[BringCollector], command: str) -> str:
    """Any card at any open end: both are named once."""
    ends = dict.fromkeys(_("{cell} on {host}", cell=cell_name(act.cell), host=cell_name(act.host)) for act in brought)
    return _(
        "Any card can be discarded for a collector at {ends}, such as: {command}", ends="; ".join(ends), command=command
    )


def _name(teller: Teller, act: NamePayer) -> str:
    at = next(one.cell for one in of_toll(teller.view).collectors if one.number == act.number)
    if act.target == act.seat:
        return _("Pay collector {number} at {cell} yourself", number=act.number, cell=cell_name(at))
    whom = teller.name(act.target)
    return _("{whom} pays collector {number} at {cell}", whom=whom, number=act.number, cell=cell_name(at))


def _named(teller: Teller, event: PayerNamed) -> str:
    who, at = teller.who(event.target), cell_name(event.cell)
    return _("{who} [pay|pays] the toll if a card is placed at {cell}.", who=who, cell=at)


def _paid(teller: Teller, event: TollPaid) -> str:
    if event.seat == event.target:
        return _("[Your|{who}'s] collector leaves {cell}.", who=teller.who(event.seat), cell=cell_name(event.cell))
    who, whom = teller.who(event.seat), teller.whom(event.target)
    return _(
        "{who} [pay|pays] {whom} a nugget, and the collector leaves {cell}.",
        who=who,
        whom=whom,
        cell=cell_name(event.cell),
    )


def _signs(view: View, seat: Seat) -> list[Sign]:
    owned = [one.number for one in standing(of_toll(view)) if one.owner == seat]
    collectors = [Sign(_("Collector {number}", number=number), f"{BLOCKED_MARK}{number}") for number in owned]
    return [*collectors, *paying.signs(view, seat)]


def _spot(view: View, at: Cell) -> Sign | None:
    """Both, if both stand there."""
    numbers = [str(one.number) for one in standing(of_toll(view)) if one.cell == at]
    words = _("toll collector {numbers}", numbers=", ".join(numbers))
    return Sign(words, BLOCKED_MARK + "".join(numbers)) if numbers else None


def _table(view: View, people: People) -> list[str]:
    """How many can still be brought in; in this turn, who was asked, and who is to pay."""
    toll = of_toll(view)
    left = COLLECTORS - toll.brought
    count = plural(
        "{count} toll collector can still be brought in.", "{count} toll collectors can still be brought in.", left
    )
    asked = [_asked(toll, people, seat) for seat in toll.toll_asked]
    at = {one.number: one.cell for one in toll.collectors}
    payers = [
        _(
            "{who} will pay collector {number} at {cell}.",
            who=people.who(seat),
            number=number,
            cell=cell_name(at[number]),
        )
        for number, seat in toll.toll_payers.items()
        if number in at
    ]
    return [*([count] if left else []), *asked, *payers]


def _asked(toll: TollState, people: People, seat: Seat) -> str:
    if seat in toll.toll_agreed:
        return _("{who} [have|has] agreed to pay a toll in this turn.", who=people.who(seat))
    if seat == toll.toll_asked[-1] and toll.stage == "toll-consent":
        return _("{who} [are|is] asked to pay a toll.", who=people.who(seat))
    return _("{who} [do|does] not pay a toll in this turn.", who=people.who(seat))


def _before(view: View, seat: Seat) -> list[str]:
    collectors = [
        _("toll collector {number} at {cell}", number=one.number, cell=cell_name(one.cell))
        for one in of_toll(view).collectors
        if one.owner == seat
    ]
    return [*collectors, *paying.before(view, seat)]


WORDS = Words(
    table=_table,
    before=_before,
    refusals={
        **paying.REFUSALS,
        "toll/no-collector-left": _("Both collectors were already used in this round."),
        "toll/no-open-end": _("A collector stands at an open end of a tunnel that faces an empty cell."),
        "toll/not-paid": _("A toll collector blocks that cell: first say who pays."),
        "toll/oneself": _("You cannot ask yourself: choose another player."),
        "toll/asked-already": _("You already asked that player in this turn."),
        "toll/nothing-to-pay": _("No collector of another player stands in the mine."),
        "toll/no-such-collector": _("That collector does not stand in the mine."),
        "toll/own-collector": _("At your own collector you place cards for free."),
        "toll/payer-named": _("You already said who pays this collector in this turn."),
        "toll/no-consent": _("That player has not agreed to pay: ask first."),
        "toll/no-nugget": _("That player has no nugget to pay with."),
    },
    zones=paying.ZONES,
    acts={
        **paying.ACTS,
        "collector": Act(
            _bring,
            _("  collector 2 at 3,0 on 2,0   discard card 2: a collector blocks a cell"),
            ("collector {slot} at {cell} on {host}",),
            when=PASS,
            events={CollectorBrought: Said("{who} [discard|discards] a card: a toll collector blocks {cell}.")},
            many=Many(lambda act, view: True, _anywhere),
        ),
        "ask-toll": Act(
            Said("Ask {whom} to pay the toll"),
            _("  ask bob                 ask a player to pay a toll in this turn"),
            ("ask {target}",),
            when=PASS,
            events={
                TollAsked: at_you(
                    Said("{who} asks you to pay the toll."),
                    Said("{who} [ask|asks] {whom} to pay the toll."),
                    harms=False,
                )
            },
        ),
        "pay-toll": Act(
            _name,
            _("  toll 1 from bob         say who pays collector 1 if you place a card there"),
            ("toll {number} from {target}",),
            when=PASS,
            events={PayerNamed: _named},
        ),
        "toll yes": Act(
            Said("Yes, I pay"),
            _("  agree, refuse           say whether you pay a toll for another player"),
            ("agree",),
            when=ASKED,
            events={TollAgreed: Said("{who} [agree|agrees] to pay.")},
        ),
        "toll no": Act(
            Said("No"),
            typed=("refuse",),
            when=ASKED,
            events={TollRefused: Said("{who} [do|does] not pay.")},
        ),
    },
    events={
        **paying.EVENTS,
        TollPaid: _paid,
        CollectorLeft: Said("The tunnel under the collector at {cell} is gone, and the collector with it."),
    },
    questions={
        "toll": Question(
            _("Do you pay the toll?"),
            _("Do you pay the toll? (agree, or refuse)"),
        ),
    },
    signs=_signs,
    spot=_spot,
    board=(_("T1, T2: toll collectors, on the cell that they block and with their owner."),),
)
