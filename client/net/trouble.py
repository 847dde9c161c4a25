"""Why a table does not go on here, and the evidence of it: the log with what came behind it."""

from pathlib import Path

from client.audit.files import examine
from client.i18n import _
from client.net.table.log_file import LogFile
from client.words.codes import sentence
from engine.records import record
from protocol.audit.audit import Verdict
from protocol.keys.identity import fingerprint
from protocol.log.faults import Fault, Finding
from protocol.log.setting import Unreadable

_GONE = frozenset({"table/none", "table/closed", "table/will-not-learn"})  # without evidence of anything


@record
class Trouble:
    code: str
    detail: str = ""
    evidence: Path | None = None  # a log with what is wrong behind it: public records and signatures only
    proved: Finding | None = None  # what every audit of the evidence finds; without it, it is only this client's word

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
            text += " " + _("It is no proof against anyone.")
        return text


def judged(evidence: Path) -> Finding | None:
    report = examine(evidence).report
    return report.findings[0] if report.verdict is Verdict.REFUTED else None


class Stop(Exception):
    """The table does not go on here; the code says why."""

    def __init__(self, code: str, *, evidence: bool = False) -> None:
        super().__init__(code)
        self.code = code
        self.evidence = evidence


def recall(file: LogFile) -> Trouble | None:
    """What was proved against a key at this table is so after a new start, too."""
    found = ((path, judged(path)) for path in file.kept_evidence())
    return next((Trouble(one.code.value, one.evidence, path, one) for path, one in found if one is not None), None)


def trouble_of(why: Exception, file: LogFile, suspect: list[bytes]) -> Trouble:
    """What stopped a table; the evidence, if the log is any, ends with the records that are ``suspect``."""
    code, detail, is_evidence = _told(why, file)
    path = None
    if is_evidence:
        try:
            path = file.keep_evidence(suspect)
        except OSError as error:  # what is wrong is told all the same
            detail = _("{detail}; the evidence could not be kept: {why}", detail=detail, why=error.strerror)
    return Trouble(code, detail, path, judged(path) if path else None)


def _told(why: Exception, file: LogFile) -> tuple[str, str, bool]:
    """A code, the detail, and whether the log is evidence of it."""
    match why:
        case Stop(code=code, evidence=evidence):
            return code, "", evidence
        case Fault(finding=finding):
            return finding.code.value, finding.evidence, True
        case Unreadable():
            return "table/unreadable", str(why), False
        case OSError():
            return "table/not-kept", f"{why.filename or file.path}: {why.strerror}", False
        case _:
            return "table/failed", f"{type(why).__name__}: {why}", True
