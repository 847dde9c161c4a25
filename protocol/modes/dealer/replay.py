"""What the bots of a server drew and saw, from seeds that lie open."""

from engine.slots import Draw, Face, Seat, Slot
from protocol.log.records import Entry
from protocol.modes.dealer.claims import Answered, Chosen, Shown
from protocol.modes.dealer.deals import Deals
from protocol.modes.dealer.ledger import ledger_of
from protocol.modes.mode import Followed


class DealerReplay:
    """The cards of a log that is followed once more; ``judged`` was followed to its end."""

    def __init__(self, again: Followed, judged: Followed) -> None:
        self._claims = ledger_of(again).claims
        opened = ledger_of(judged).opened
        self._choices = opened.choices
        self._deals = Deals(again.setting.tid, again.state.book, opened.seeds, judged.seeds)

    def follow(self, entry: Entry) -> None:
        """Keep the cards in step with the log."""
        if not self._claims or (claim := self._claims[-1]).seq != entry.seq:
            return
        if isinstance(claim, Chosen) and claim.commitment is not None:
            self._deals.choose(claim.seat, self._choices[claim.seq].choice)
        elif not isinstance(claim, Shown | Answered):
            self._deals.follow(claim)

    def bot_chance(self, seat: Seat) -> Draw:
        """The chance of a bot's next decision."""
        return self._deals.bot_chance(seat)

    def face(self, slot: Slot) -> Face:
        """What lies in a slot."""
        return self._deals.faces[slot]

    def choice(self, seat: Seat) -> int:
        """The last secret choice of a seat, also one that chance made."""
        return self._deals.chosen(seat)
