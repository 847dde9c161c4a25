"""What the gremlins say: everything that a module can bring in words."""

from client.games.mine.names import goal_name
from client.games.mine.words.teller import Teller
from client.games.mine.words.words import Words
from client.games.words import ASKED, Act, Card, Choice, Kind, Question, Said
from tests.support import gremlins as made_up


def _relay_ended(teller: Teller, event: "made_up.RelayEnded") -> str:
    return f"{teller.name(event.seat)} ends the Relay after {event.cards}."


def _paid(teller: Teller, event: "made_up.GremlinPaid") -> str:
    return f"The gremlin gives {event.nuggets} to {teller.name(event.seat)}."


def words() -> Words:
    """Made when the module is registered, since both files name each other."""
    return Words(
        cards={
            "cry": Card("Cry"),
            "relay": Card("Relay"),
            "hush": Card("Hush"),
            "golden-gremlin": Card("golden gremlin, up, right, down and left"),
            "grey-gremlin": Card("grey gremlin, up, right, down and left"),
        },
        kinds={
            "cry": Kind("Stops a card that somebody plays.", "cry"),
            "relay": Kind("Discard up to two cards, one after the other.", "rel"),
            "hush": Kind("Put two goals back, in secret, as they were or the other way round.", "hsh"),
        },
        hidden={"gremlins": "a gremlin, face down"},
        acts={
            "relay": Act(
                Said("Discard up to two cards"),
                "  relay                   discard up to two cards, one after the other",
                events={made_up.RelayStarted: Said("{who} begins a Relay.")},
            ),
            "hush": Act(
                lambda teller, act: f"Take up the goals {goal_name(act.cell)} and {goal_name(act.other)}",
                "  hush top and bottom     take up two goals, and lay them again in secret",
                ("hush {cell:goal} and {other:goal}",),
                events={made_up.GoalsHushed: Said("{who} picks up two goals.")},
            ),
            "relay-card": Act(
                lambda teller, act: f"Discard card {teller.state.hands[act.seat].index(act.slot) + 1}",
                "  away 2                  discard card 2 in a Relay",
                ("away {slot}",),
                when=ASKED,
                events={made_up.CardRelayed: Said("{who} discards one more card.")},
            ),
            "stop-relay now": Act(
                Said("Discard no more"),
                "  enough                  end a Relay",
                ("enough",),
                when=ASKED,
                events={made_up.RelayEnded: _relay_ended},
            ),
            "cry": Act(
                Said("Cry out, and stop it"),
                "  cry                     stop the card that was announced",
                when=ASKED,
                events={made_up.PlayStopped: Said("{who} cries out: it is stopped.")},
            ),
        },
        events={
            made_up.Silence: lambda teller, event: "Nobody cries out.",
            made_up.GoalsLaid: Said("{who} lays the two goals again."),
            made_up.GremlinReached: Said("A gremlin is reached at {cell}."),
            made_up.GremlinFound: Said("It is a {card}."),
            made_up.GremlinPaid: _paid,
            made_up.GremlinsTold: lambda teller, event: (
                f"There is {'still' if event.gold else 'no more'} gremlin gold."
            ),
        },
        refusals={"hush/two-goals": "A Hush picks up two goals that lie face down."},
        questions={
            "cry": Question("Do you cry out?", "Do you cry out? (cry)"),
            "relay": Question("Discard one more card?", "Discard one more card? (away 1, or enough)"),
        },
        choices={"hush": Choice("how the two goals lie", {"stay": "as they lay", "swap": "the other way round"})},
    )
