"""What the seed of class R proves when a round ends: roles, goals, and every random value that was public."""

from collections.abc import Iterator

from engine.mine.rulebook import Book
from engine.slots import shuffled
from protocol.chance import Ordinals, random_value
from protocol.claims import Claim, Dealt, Drawn
from protocol.faults import Code, Finding
from protocol.seeds import Root, commitment
from protocol.setting import Setting


def recount_round(setting: Setting, book: Book, claims: list[Claim], root: Root) -> Iterator[Finding]:
    """All differences between what the dealer said of a round and what its open seed gives."""
    ordinals = Ordinals()
    for claim in claims:
        if isinstance(claim, Dealt) and claim.round == root.round:
            yield from _piles(setting, book, claim, root)
        elif isinstance(claim, Drawn) and claim.round == root.round:
            due = random_value(root, ordinals, claim.kind, claim.subject, claim.below)
            if due != claim.value:
                evidence = f"{claim.kind} is {due} by the seeds, the dealer said {claim.value}"
                yield Finding(Code.RANDOM, claim.seq, setting.server_key, evidence)


def _piles(setting: Setting, book: Book, dealt: Dealt, root: Root) -> Iterator[Finding]:
    at = dealt.first
    for pile in book.piles_of(dealt.round):
        if pile.opens == "round":
            for slot, face in enumerate(shuffled(pile.faces, root.pile(pile.number).draw), start=at):
                due = commitment(setting.tid, root.round, slot, face, root.salt(slot))
                if due != dealt.commitments[slot - dealt.first]:
                    evidence = f"slot {slot} is not the card that the seeds give"
                    yield Finding(Code.STACKED, dealt.seq, setting.server_key, evidence)
        at += len(pile.faces)
