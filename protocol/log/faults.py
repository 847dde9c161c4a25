"""What can be wrong with a log: a code, who is at fault, and the evidence."""

from enum import Enum, unique

from engine.records import record


@unique
class Code(Enum):
    """The findings of follower and audit.  Codes are stable: scripts and people refer to them."""

    TABLE = "table/malformed"
    KEYS = "table/bad-keys"
    JOIN_SIGNATURE = "table/join-signature"
    SEQUENCE = "log/sequence"
    CHAIN = "log/chain"
    MALFORMED = "entry/malformed"
    UNKNOWN_KIND = "entry/unknown-kind"
    WRONG_ACTOR = "entry/wrong-actor"
    WRONG_ROUND = "entry/wrong-round"
    SIGNATURE = "entry/signature"
    REPLAYED = "entry/replayed"
    STALE = "entry/stale"
    OUT_OF_PLACE = "entry/out-of-place"
    ILLEGAL = "rules/illegal"
    SEAL = "entry/seal"
    SEED = "seed/mismatch"
    COMMITMENTS = "deal/commitments"
    OPENING = "opening/mismatch"
    DEAD_SLOT = "opening/dead-slot"
    OWED = "opening/owed"
    COPIES = "deal/too-many-copies"
    STACKED = "deal/stacked"
    RANDOM = "random/mismatch"
    NOT_DRAWN = "random/not-asked"
    RENEWAL = "renew/mismatch"
    NOT_RENEWED = "renew/not-asked"
    BOX = "opening/wrong-box"
    EARLY = "clock/early"
    ABOUT = "clock/other-question"
    ABSENCE = "seat/not-absent"
    OUT_OWED = "seat/out-owed"
    PAUSE = "pause/not-asked"
    CAP = "log/too-long"
    CHOICE = "choice/not-opened"
    QUESTION = "answer/not-asked"
    ANSWER = "answer/false"
    BOT = "bot/otherwise"
    BOT_SILENT = "bot/timed-out"
    HEAD = "head/signature"
    FORKED = "log/forked"
    REUSED = "join/reused"


@record
class Finding:
    """One thing that is wrong; ``at`` is the number of the entry, ``key`` the key that is to blame."""

    code: Code
    at: int
    key: bytes
    evidence: str


class Wrong(Exception):
    """Something in the entry at hand is wrong; the follower knows whose entry it is, and makes a `Fault` of it.

    ``by_server`` is set where the server is to blame although a player signed the entry, ``by_author`` where a player
    answers for something that is the server's at other tables.
    """

    def __init__(self, code: Code, evidence: str, *, by_server: bool = False, by_author: bool = False) -> None:
        super().__init__(evidence)
        self.code = code
        self.evidence = evidence
        self.by_server = by_server
        self.by_author = by_author


class Fault(Exception):
    """The log breaks a rule or a commitment here."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(f"{finding.code.value} at entry {finding.at}: {finding.evidence}")
        self.finding = finding
