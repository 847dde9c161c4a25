"""The words of the New Goals."""

from client.games.mine.words import paying
from client.games.mine.words.teller import Teller
from client.games.mine.words.words import Words
from client.games.words import ASKED, Act, Card, Question, Said
from client.i18n import _, plural
from engine.mine.modules.new_goals import BagFound, DragonNoted, DragonPaid, DragonSpares, SpiderFound


def _bag(teller: Teller, event: BagFound) -> str:
    return plural(
        "{who} [take|takes] {count} nugget out of the bag.",
        "{who} [take|takes] {count} nuggets out of the bag.",
        event.nuggets,
        who=teller.who(event.seat),
    )


def _noted(teller: Teller, event: DragonNoted) -> str:
    who = teller.who(event.seat)
    return _("{who} [show|shows] no gold card: the dragon collects when the gold is counted, if it can.", who=who)


WORDS = Words(
    signs=paying.signs,
    cards={
        "bag-1-a": Card(_("bag with 1 nugget")),
        "bag-1-b": Card(_("bag with 1 nugget")),
        "bag-2": Card(_("bag with 2 nuggets")),
        "dragon": Card(_("dragon")),
        "spider": Card(_("giant spider")),
    },
    before=paying.before,
    refusals=paying.REFUSALS,
    zones=paying.ZONES,
    acts={
        **paying.ACTS,
        "show-gold nothing": Act(
            Said("Show no gold card"),
            _("  hide                    show no gold card for the dragon"),
            ("hide",),
            when=ASKED,
            events={DragonNoted: _noted},
        ),
    },
    events={
        **paying.EVENTS,
        BagFound: _bag,
        DragonPaid: Said("The dragon takes a nugget from [you|{who}]."),
        DragonSpares: Said("{who} [have|has] no gold, and the dragon takes nothing."),
        SpiderFound: Said("A giant spider! The round is over."),
    },
    questions={
        "dragon": Question(
            _("The dragon wants a nugget. Show a gold card to pay it?"),
            _("The dragon wants a nugget. Show a gold card to pay it? (show 1, or hide)"),
        ),
    },
    board=(_("1 and 2 are bags with nuggets, D is the dragon, m the giant spider."),),
)
