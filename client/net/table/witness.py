"""What a table has stopped for, and the evidence of it: the log with what came behind it."""

from dataclasses import dataclass

from client.i18n import _
from client.net.table.log import Log
from client.net.table.log_file import LogFile
from client.net.trouble import Trouble, judged
from protocol.log.faults import Fault
from protocol.log.setting import Unreadable


class Stop(Exception):
    """The table does not go on here; the code says why."""

    def __init__(self, code: str, *, evidence: bool = False) -> None:
        super().__init__(code)
        self.code = code
        self.evidence = evidence


@dataclass(slots=True)
class Witness:
    file: LogFile
    log: Log

    def recall(self) -> Trouble | None:
        """What was proved against a key at this table is so after a new start, too."""
        found = ((path, judged(path)) for path in self.file.kept_evidence())
        return next((Trouble(one.code.value, one.evidence, path, one) for path, one in found if one is not None), None)

    def trouble(self, why: Exception) -> Trouble:
        code, detail, evidence = self._told(why)
        path = None
        if evidence:
            try:
                path = self.file.keep_evidence(self.log.suspect)
            except OSError as error:  # what is wrong is told all the same
                detail = _("{detail}; the evidence could not be kept: {why}", detail=detail, why=error.strerror)
        return Trouble(code, detail, path, judged(path) if path else None)

    def _told(self, why: Exception) -> tuple[str, str, bool]:
        """A code, the detail, and whether the log is evidence of it."""
        match why:
            case Stop(code=code, evidence=evidence):
                return code, "", evidence
            case Fault(finding=finding):
                return finding.code.value, finding.evidence, True
            case Unreadable():
                return "table/unreadable", str(why), False
            case OSError():
                return "table/not-kept", f"{why.filename or self.file.path}: {why.strerror}", False
            case _:
                return "table/failed", f"{type(why).__name__}: {why}", True
