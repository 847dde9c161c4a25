"""Whether this program can go on with a table: one that was begun by another version may be played by other rules."""

from engine.bots import BOTS
from protocol.host.bots import not_here
from protocol.log.setting import DamagedTable, Setting, Unreadable, read_setting
from server.tables.sound import OtherVersion, TableDamaged


def known(table: bytes) -> Setting:
    """The setting that its TABLE names.

    `OtherVersion` if this program lacks a revision of its rules, modules or mode, or a bot that sits there;
    `TableDamaged` if the bytes are no TABLE.
    """
    try:
        setting = read_setting(table)
    except DamagedTable as damage:
        raise TableDamaged(str(damage)) from damage
    except Unreadable as other:
        raise OtherVersion(str(other)) from other
    absent = setting.table.options.absent
    for seat, row in enumerate(setting.table.seats):
        bot = row.bot or absent  # that takes the seat of any player who is away
        if bot is not None and bot.bot not in BOTS:
            raise OtherVersion(not_here(seat, bot))
    return setting
