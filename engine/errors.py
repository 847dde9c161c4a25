"""Why the rules refuse an input: one code a reason, each with the rule it comes from."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Reason:
    """Why an input is refused: a code, and the number of the rule.

    A rule declares its own beside its functions and lists them in `Rule.reasons`, in the order in which they are
    tested.  Codes travel on the wire: a code is never renamed.  The sentences that players read live in the client,
    keyed by the code.
    """

    code: str
    rule: str


# what every game has
NOT_WANTED = Reason("wait/not-wanted", "A3.1")
NOT_YOUR_TURN = Reason("turn/not-yours", "A3.1")
NO_SUCH_SEAT = Reason("target/no-such-seat", "0.1")
WRONG_SIZES = Reason("deal/wrong-sizes", "A2.5")
OPENING_NOT_WANTED = Reason("open/not-wanted", "HA18")
FACE_NOT_IN_PILE = Reason("open/not-in-pile", "A1.1")
RANDOM_OUT_OF_RANGE = Reason("random/out-of-range", "HA25")
WRONG_NEW_SLOTS = Reason("renew/wrong-slots", "HA26")


class Illegal(Exception):
    """The rules forbid this input now; nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.code)
        self.reason = reason


class UnfitRules(ValueError):
    """These rules, or this number of seats, cannot make a table; the message says which and why.

    The sentence and what stands in its named places are kept apart, so that a client can translate it.
    """

    def __init__(self, sentence: str, **values: object) -> None:
        super().__init__(sentence.format(**values))
        self.sentence = sentence
        self.values = values


class UnknownRules(UnfitRules):
    """The rules name something that this program does not have: a preset, a module, a flag or a value of one."""

    def __init__(self, sentence: str, name: str, **values: object) -> None:
        super().__init__(sentence, name=name, **values)
        self.name = name
