"""What an audit says: a verdict, why it is not a better one, findings, and what stands beside them."""

from dataclasses import dataclass, field
from enum import Enum, unique

from engine.records import record
from protocol.follow.follower import Follower
from protocol.log.faults import Finding
from protocol.log.records import Entry
from protocol.log.setting import Setting


@unique
class Verdict(Enum):
    """What an audit can say, from the best to the worst."""

    VERIFIED = "VERIFIED"
    UNFINISHED = "UNFINISHED"
    UNPROVEN = "UNPROVEN"
    UNREADABLE = "UNREADABLE"
    REFUTED = "REFUTED"


def worst(verdicts: list[Verdict]) -> Verdict:
    """What several files come to together."""
    return max(verdicts, key=list(Verdict).index, default=Verdict.VERIFIED)


@unique
class Why(Enum):
    """Why a log is not VERIFIED.  Codes are stable, as those of findings are."""

    NOTHING = ""
    UNREADABLE = "unreadable"
    """Another format, or a version of protocol, rules or cards that this program does not know."""
    DAMAGED = "damaged"
    UNSIGNED = "tail-not-signed"
    CUT = "ends-before-seeds"
    WITHHELD = "ends-after-last-score"
    """The game is over by the rules, and the seeds never came."""
    UNTOLD = "seat-did-not-tell"
    """A seat has not said at the end what its mode asks of it."""
    NO_END = "ends-before-end"
    CLOSED = "seeds-not-opened"
    """The log ends, but not all seeds are open."""
    SEALS = "seals-not-signed"
    """In this file no HEAD stands between the last seal and the first seed."""
    BOTS = "bots-not-known"
    """A bot has played that this program does not have: its moves cannot be worked out again."""
    ENDED = "not-finished"
    FAULT = "fault"


@record
class Damage:
    """Bytes that cannot be read, in one of these entries; 0 is what stands before the first."""

    first: int
    last: int
    detail: str


@record
class Outline:
    """What holds of a log whose rules are not known here: all but legality was looked at."""

    entries: int
    """How many stand under a HEAD; only they were looked at."""
    seeds_opened: bool
    whole: bool
    """Whether that is all of the file, and nothing of it is damaged."""
    wrong: Finding | None = None


@dataclass(slots=True)
class Report:
    """What was found."""

    verdict: Verdict = Verdict.UNPROVEN
    why: Why = Why.NOTHING
    detail: str = ""
    """More about why, in plain English."""
    findings: list[Finding] = field(default_factory=list)
    setting: Setting | None = None
    phrase: tuple[str, ...] = ()
    entries: int = 0
    """How many entries stand under a HEAD; only they count."""
    pending: int = 0
    """How many stand behind the last HEAD."""
    damage: Damage | None = None
    last: Entry | None = None
    """The last entry before the seeds were opened and the log ended."""
    removed: list[Entry] = field(default_factory=list)
    """Entries whose text was removed."""
    bots_checked: bool = False
    unknown_bot: str = ""
    """Which moves of bots are of a revision that this program lacks, in plain English; empty if it knows all."""
    bots_left_out_why: str = ""
    """Which bot is of a revision that this program no longer has, in plain English."""
    played_by_bots: tuple[int, ...] = ()
    """The seats that a bot of the server has played at any time."""
    follower: Follower | None = None
    """What the log amounts to as far as it could be followed."""
    closed_by: tuple[int, ...] = ()
    """The seats that signed the end."""
    outline: Outline | None = None
    """What holds without the rules, where they are not known."""

    @property
    def reason(self) -> str:
        """Why the verdict is not VERIFIED, in a few words."""
        return ": ".join(part for part in (self.why.value, self.detail) if part)

    @property
    def bots_left_out(self) -> bool:
        """Whether bots of the server played, and their moves could have been worked out again and were not."""
        opened = self.follower is not None and not self.follower.ledger.duty()
        return bool(opened and self.played_by_bots and not self.bots_checked)

    def say(self, verdict: Verdict, why: Why, detail: str = "") -> None:
        """The verdict, and why it is not a better one."""
        self.verdict, self.why, self.detail = verdict, why, detail
