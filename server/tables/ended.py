"""A table whose dealer's secrets are gone: its log is shown, signed and confirmed, and nothing is dealt any more.

They were deleted with its end: neither the log nor a signature about the end needs them.  If they were lost before
that, the table stays as it is.  Perhaps only its end was lost, as in an old copy of the journal: then clients teach it.
"""

from protocol.host.table_log import TableLog
from protocol.log.faults import Code, Fault, Finding
from protocol.log.records import Entry
from protocol.log.setting import Setting
from protocol.modes.mode import Secrets


def usable_secrets(setting: Setting, kept: bytes) -> Secrets | None:
    """The secrets from these bytes, if they are those that TABLE was made with; a disk may have changed them."""
    mode, table = setting.mode, setting.table
    try:
        secrets = mode.read_secrets(kept)
        fits = mode.table_part(secrets, table.server_key) == table.mode.part and secrets.nonce == table.server_nonce
    except ValueError:
        return None
    return secrets if fits else None


class SpentLog(TableLog):
    """A log without a dealer."""

    @property
    def is_stuck(self) -> bool:
        """Whether the table has not ended, and cannot go on."""
        return self.follower.ended is None

    def submit(self, entry: Entry) -> list[object]:
        """What people sign about the end."""
        if self.is_stuck:
            why = "the dealer's secrets are lost: this table cannot go on"
            raise Fault(Finding(Code.OUT_OF_PLACE, self.next_seq, self.setting.server_key, why))
        return super().submit(entry)
