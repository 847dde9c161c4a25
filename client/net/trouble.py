"""Why a table does not go on here, and what can be shown to others about it."""

from pathlib import Path

from client.audit.files import examine
from client.i18n import _
from client.words.codes import sentence
from engine.records import record
from protocol.audit.audit import Verdict
from protocol.keys.identity import fingerprint
from protocol.log.faults import Finding

_GONE = frozenset({"table/none", "table/closed", "table/will-not-learn"})
"""Where it is of no use to follow the table again, though there is no evidence of anything."""


@record
class Trouble:
    code: str
    detail: str = ""
    evidence: Path | None = None  # a log with what is wrong behind it: public records and signatures only
    proved: Finding | None = None
    """What every audit of the evidence finds; without it, it is only this client's word."""

    @property
    def for_good(self) -> bool:
        """Whether it is of no use to come back after a new start of the program."""
        return self.code in _GONE or (self.evidence is not None and self.code != "table/failed")

    def __str__(self) -> str:
        text = sentence(self.code)
        if self.detail:
            text += f" ({self.detail})"
        if self.evidence is not None:
            text += " " + _("The evidence is in {file}.", file=self.evidence)
        if self.proved is not None and self.proved.key:
            text += " " + _("It proves this against the key {key}.", key=fingerprint(self.proved.key))
        elif self.evidence is not None:
            text += " " + _("It is no proof against anybody.")
        return text


def judged(evidence: Path) -> Finding | None:
    """What every audit of the evidence finds."""
    report = examine(evidence).report
    return report.findings[0] if report.verdict is Verdict.REFUTED else None
