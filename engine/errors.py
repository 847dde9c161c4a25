"""Why the rules refuse an input: one code a reason, each with the rule it comes from."""

from enum import Enum, unique
from typing import Self


@unique
class Reason(Enum):
    """The codes travel on the wire: add to them, never rename one.

    In each part the order is the order in which they are tested, which is the order of the rules.
    The sentences that players read live in the client, keyed by the code.
    """

    rule: str

    def __new__(cls, code: str, rule: str) -> Self:
        reason = object.__new__(cls)
        reason._value_ = code
        reason.rule = rule
        return reason

    # what the table waits for
    NOT_WANTED = "wait/not-wanted", "A3.1"
    NOT_YOUR_TURN = "turn/not-yours", "A3.1"
    NOT_HELD = "card/not-held", "A3.1"
    WRONG_KIND = "card/wrong-kind", "A3.1"

    # placing a path card
    CELL_TAKEN = "path/cell-taken", "A4.1"
    NO_NEIGHBOUR = "path/no-neighbour", "A4.2"
    EDGE_MISMATCH = "path/edge-mismatch", "A4.3"
    CROSSWISE = "path/crosswise", "A4.4"
    NOT_CONNECTED = "path/not-connected", "A4.5"
    TOOLS_BROKEN = "path/tools-broken", "A4.6"

    # action cards
    NO_SUCH_SEAT = "target/no-such-seat", "0.1"
    OWN_TOOL = "break/own-tool", "A5.1"
    ALREADY_BROKEN = "break/already-broken", "A5.1"
    OTHER_TOOL = "repair/other-tool", "A5.2"
    NEITHER_TOOL = "repair/neither-tool", "A5.3"
    NOTHING_BROKEN = "repair/nothing-broken", "A5.4"
    NO_CARD_THERE = "rockfall/no-card", "A5.5"
    START_STAYS = "rockfall/start-stays", "A5.5"
    GOAL_STAYS = "rockfall/goal-stays", "A5.5"
    NO_GOAL_THERE = "map/no-goal", "A5.6"
    GOAL_FACE_UP = "map/goal-face-up", "A5.6"

    # passing, goals, gold
    ONE_CARD_ONLY = "pass/one-card-only", "A6.1"
    GOAL_NOT_REACHED = "goal/not-reached", "A7.1"
    GOLD_NOT_OFFERED = "gold/not-offered", "A9.4"

    # what the dealer says
    WRONG_SIZES = "deal/wrong-sizes", "A2.5"
    OPENING_NOT_WANTED = "open/not-wanted", "HA18"
    FACE_NOT_IN_PILE = "open/not-in-pile", "A1.1"
    RANDOM_OUT_OF_RANGE = "random/out-of-range", "HA25"
    WRONG_NEW_SLOTS = "renew/wrong-slots", "HA26"

    # Saboteur 2
    TWO_CARDS_ONLY = "discard-two/two-cards-only", "B4"
    NOT_BEFORE_YOU = "discard-two/not-before-you", "HB20"
    ONE_TO_THREE_CARDS = "pass/one-to-three-cards", "B4"
    LADDER_NOT_JOINED = "ladder/not-joined", "HB13"
    LADDER_BESIDE_GOAL = "ladder/beside-goal", "B5.3"
    THEFT_LIES_ALREADY = "theft/lies-already", "B6.8"
    NO_THEFT_THERE = "hands-off/no-theft", "B6.2"
    PATH_IMPRISONED = "path/imprisoned", "B6.3"
    OWN_PRISON = "prison/oneself", "B6.3"
    ALREADY_IMPRISONED = "prison/already-imprisoned", "B6.8"
    NOT_IMPRISONED = "freedom/not-imprisoned", "B6.4"
    OWN_ROLE = "inspection/own-role", "B6.5"
    NO_ROLE_LEFT = "swap-hats/no-role-left", "HB18"
    OWN_HAND = "swap-hands/own-hand", "B6.7"
    OWN_NUGGET = "steal/oneself", "B11.2"
    NOTHING_TO_STEAL = "steal/no-nugget", "HB17"


class Illegal(Exception):
    """The rules forbid this input now; nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class UnfitRules(ValueError):
    """These rules, or this number of seats, cannot make a table; the message says which and why.

    The sentence and what stands in its named places are kept apart, so that whoever shows it can translate it.
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
