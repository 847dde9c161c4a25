"""Working the deal out again from open seeds, and comparing it with what the dealer said.

At the end of a round the seeds of class R show its roles, goals, public chance and secret choices; at the end of the
game all seeds show everything.
"""

from collections.abc import Iterable, Iterator, Mapping

from protocol.log.faults import Code, Finding
from protocol.log.setting import Setting
from protocol.modes.dealer.choices import Where
from protocol.modes.dealer.claims import Answered, Chosen, Claim, Dealt, Drawn, Renewed, Shown
from protocol.modes.dealer.deals import Deals
from protocol.modes.dealer.part import ChoiceOpening, promised


class Recount:
    """One pass over the claims of a log, beside the cards that the seeds give."""

    def __init__(self, setting: Setting, deals: Deals, choices: Mapping[int, ChoiceOpening]) -> None:
        self._setting = setting
        self._deals = deals
        self._choices = choices
        """By entry: what was chosen there."""

    def differences(self, claims: Iterable[Claim], *, boxes: bool) -> Iterator[Finding]:
        """All of them, in the order of the log; ``boxes`` asks for the private openings too."""
        for claim in claims:
            match claim:
                case Dealt(seq, round_, first, commitments):
                    yield from self._slots(Code.STACKED, seq, self._deals.deal(round_, first), commitments)
                case Drawn():
                    yield from self._drawn(claim)
                case Renewed(seq, _, old, piles, by, first, commitments):
                    yield from self._slots(Code.RENEWAL, seq, self._deals.renew(old, piles, first, by), commitments)
                case Chosen():
                    yield from self._chosen(claim)
                case Answered():
                    yield from self._answered(claim)
                case Shown() if boxes:
                    yield from self._shown(claim)

    def _slots(self, code: Code, seq: int, slots: list[int], commitments: tuple[bytes, ...]) -> Iterator[Finding]:
        for slot, said in zip(slots, commitments, strict=True):
            if slot in self._deals.faces and self._deals.commitment(slot) != said:
                yield self._finding(code, seq, f"slot {slot} is not the card that the seeds give")

    def _drawn(self, claim: Drawn) -> Iterator[Finding]:
        due = self._deals.random(claim.kind, claim.subject, claim.below)
        if due != claim.value:
            yield self._finding(Code.RANDOM, claim.seq, f"{claim.kind} is {due}, the dealer said {claim.value}")

    def _chosen(self, claim: Chosen) -> Iterator[Finding]:
        if claim.commitment is None:
            self._deals.choose_by_chance(claim.seat, claim.below)
            return
        opening = self._choices.get(claim.seq)
        where = Where(self._setting.tid, claim.round, claim.seat, claim.counter)
        if opening is None or where.commitment(opening.choice, opening.nonce) != claim.commitment:
            yield self._finding(Code.CHOICE, claim.seq, "the secret choice was not opened as it was made")
        elif opening.choice >= claim.below:
            yield self._finding(Code.CHOICE, claim.seq, f"{opening.choice} was not to choose from, and was let pass")
        else:
            self._deals.choose(claim.seat, opening.choice)
            return
        self._deals.choose(claim.seat, 0)

    def _answered(self, claim: Answered) -> Iterator[Finding]:
        """Proved as soon as the seeds give all the cards that it is about."""
        due = self._deals.truth(claim.question, claim.subject, claim.slots)
        if due is not None and due != claim.yes:
            yield self._finding(Code.ANSWER, claim.seq, f"the answer to {claim.question} is {'yes' if due else 'no'}")

    def _shown(self, claim: Shown) -> Iterator[Finding]:
        reader = promised(self._setting).box_keys[claim.seat]
        if reader and self._deals.box(claim.seq, claim.seat, claim.slots, reader) != claim.box:
            yield self._finding(Code.BOX, claim.seq, f"the box for seat {claim.seat} is not what the seeds give")

    def _finding(self, code: Code, seq: int, evidence: str) -> Finding:
        return Finding(code, seq, self._setting.server_key, evidence)
