"""The command `check-upgrade`: the unfinished tables with which this program could not go on."""

import json
import sys

from protocol.host.bots import other_bots
from server.store.data_dir import DataDirTrouble, folder_of
from server.store.errors import CannotOpen
from server.store.sqlite.copying import unfinished_tables
from server.streams import print_line
from server.tables.known import known
from server.tables.sound import OtherVersion, TableDamaged, table_in

DONE, FAILED = 0, 1


def check_upgrade(data_dir: str, *, as_json: bool) -> int:
    """List them, also while another version serves there; code 1 if there is one."""
    try:
        tables = {tid: _told(tid, first) for tid, first in unfinished_tables(folder_of(data_dir)).items()}
    except (CannotOpen, DataDirTrouble) as trouble:
        print(json.dumps({"error": str(trouble)}) if as_json else trouble, file=sys.stdout if as_json else sys.stderr)
        return FAILED
    stay = [{"table": tid.hex(), "why": why} for tid, (why, _) in tables.items() if why]
    bots = [{"table": tid.hex(), "bots": bots} for tid, (_, bots) in tables.items() if bots]
    answer = {"unfinished": len(tables), "parked": stay, "other_bots": bots}
    lines = [
        *(f"{one['table'][:16]}  would be parked: {one['why']}" for one in stay),
        *(f"{one['table'][:16]}  would go on with {one['bots']} in another revision" for one in bots),
        f"unfinished tables: {len(tables)}; this program could not go on with {len(stay)} of them",
    ]
    written = print_line(json.dumps(answer) if as_json else "\n".join(lines)) is None
    return DONE if written and not stay else FAILED


def _told(tid: bytes, first: bytes) -> tuple[str, str]:
    """Why it cannot go on, and which of its bots would go on in another revision."""
    try:
        setting = known(table_in(tid, [first]))
    except (OtherVersion, TableDamaged) as trouble:
        return str(trouble), ""
    return "", ", ".join(sorted(other_bots(setting)))
