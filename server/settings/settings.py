"""The settings of the server: one table, with each setting's default, bounds and meaning.

The table is the class itself: it is what the program uses, what a file or the environment is read against, what
`check-config` lists, and what the sample file is made of.
"""

from dataclasses import dataclass, field, fields
from typing import Any

from protocol.wire.invite import DEFAULT_PORT
from server.settings.kinds import Addresses, FilePath, Kind, Number, Switch, Value, Word

_DAY = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the table."""

    name: str
    kind: Kind
    default: Value
    meaning: str

    @property
    def attribute(self) -> str:
        """What the program knows it by."""
        return self.name.replace("-", "_")


def _row(default: Value, kind: Kind, meaning: str) -> Any:
    return field(default=default, metadata={"kind": kind, "default": default, "meaning": meaning})


def _seconds(default: int, least: int, most: int, meaning: str) -> Any:
    return _row(default, Number(least, most, "seconds"), meaning)


def _count(default: int, most: int, unit: str, meaning: str, least: int = 1) -> Any:
    return _row(default, Number(least, most, unit), meaning)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How one server runs; read once, at its start."""

    host: tuple[str, ...] = _row(
        ("::", "0.0.0.0"),  # noqa: S104  a server is there to be reached
        Addresses(),
        "The addresses to listen on. :: and 0.0.0.0 stand for all addresses of this computer, of IPv6 and of IPv4.",
    )
    port: int = _row(DEFAULT_PORT, Number(0, 65535), "The port to listen on. 0: any that is free.")
    data_dir: str = _row(
        "",
        FilePath(),
        "The folder for everything that lasts: the server's key, its certificate, the journal and the dealer's secrets."
        " A relative path counts from where the server is started."
        " Empty: the folder “undermine-server” where this system keeps the data of the user.",
    )
    plain_tcp: bool = _row(
        False,
        Switch(),
        "Speak without TLS. Anything between server and player can then read names and talk, and see who plays:"
        " only for a server behind a proxy that speaks TLS, which players join with --behind-proxy,"
        " or within one computer, with --plain-tcp.",
    )
    certificate: str = _row(
        "",
        FilePath(),
        "The certificate for TLS with those that vouch for it, in PEM. Empty: the server makes one itself, which is"
        " enough: players know the server by its key, not by its certificate.",
    )
    certificate_key: str = _row("", FilePath(), "The private key of the certificate, in PEM and without a password.")
    name_kept_days: int = _row(
        90, Number(1, 3650, "days"), "How long a name belongs to the first player who used it, since its last use."
    )
    new_names_per_day: int = _count(
        60, 100_000, "names", "How many names that are not known yet may be taken from one address in a day."
    )
    absent_after: int = _count(2, 99, "turns", "After how many missed turns in a row a player counts as absent.")
    host_plays: bool = _row(
        False,
        Switch(),
        "Whether the operator plays on this server, too. Players are told so before they agree to a table:"
        " the operator of the computer that deals could look at all cards.",
    )
    private: bool = _row(
        False,
        Switch(),
        "Let in only players who stand in the file “allowed-players” of the folder (undermine-server allow PIN).",
    )
    pause_most_seconds: int = _seconds(3600, 0, 7 * _DAY, "The longest pause of a table. 0: no pauses.")
    spectator_delay_seconds: int = _seconds(
        60,
        0,
        _DAY,
        "How much later than the players those see a new table who watch it, where that is allowed. 0: at once.",
    )
    most_connections: int = _count(2000, 100_000, "connections", "How many connections there may be at once.")
    most_connections_per_address: int = _count(
        64, 100_000, "connections", "How many of them may come from one address; a whole school may share one."
    )
    connections_per_minute_per_address: int = _count(
        300, 100_000, "connections", "How many connections may come from one address in a minute."
    )
    most_strangers: int = _count(
        256,
        100_000,
        "connections",
        "How many connections may be open on which no player has logged in yet. One more, and the oldest of the address"
        " with the most of them is cut off.",
    )
    most_tables: int = _count(
        500, 100_000, "tables", "How many tables may be open at once; those that are put away do not count."
    )
    most_tables_per_player: int = _count(
        4, 64, "tables", "At how many open tables one player may sit; those that are put away do not count."
    )
    most_tables_per_address: int = _count(
        50, 100_000, "tables", "How many tables may be open at once that were opened from one address."
    )
    messages_per_second_per_address: int = _count(
        600, 1_000_000, "messages", "How many messages may come from one address in a second, over all its connections."
    )
    logs_per_minute_per_address: int = _count(
        300,
        1_000_000,
        "logs",
        "How many logs of tables may be asked for from one address in a minute, for play, to watch, or to go on.",
    )
    tables_per_hour_per_player: int = _count(
        60, 100_000, "tables", "How many tables one player may begin in an hour, whatever becomes of them."
    )
    tables_per_hour_per_address: int = _count(
        240, 100_000, "tables", "How many tables may be begun from one address in an hour, whatever becomes of them."
    )
    most_thinkers: int = _count(
        0,
        64,
        "processes",
        "In how many processes bots may think that look ahead, each begun when it is needed."
        " 0: one less than the computer has processors, at least 1 and at most 8.",
        least=0,
    )
    park_after_seconds: int = _seconds(
        600, 10, _DAY, "When a table without connected players is put away; it comes back with its players."
    )
    talk_per_minute: int = _count(
        30, 600, "messages", "How much one player may say in a minute, in the lobby and at tables. 0: nothing.", least=0
    )
    talk_per_minute_per_address: int = _count(
        300,
        100_000,
        "messages",
        "How much all players at one address may say in a minute, in the lobby and at tables. 0: nothing.",
        least=0,
    )
    archive_days: int = _row(
        365,
        Number(0, 36_500, "days"),
        "How long the log of a game is kept after its end; the signed list of heads has it for ever."
        " 0: as long as there is room.",
    )
    archive_megabytes: int = _count(
        10_000,
        100_000_000,
        "megabytes",
        "How much the logs of finished games may take in all. Of more the oldest are removed. 0: any amount.",
        least=0,
    )
    archive_megabytes_per_hour: int = _count(
        200,
        100_000,
        "megabytes",
        "How much of the logs of finished games may be fetched from one address in an hour. 0: nothing.",
        least=0,
    )
    login_seconds: int = _seconds(10, 1, 300, "How long a new connection may take to say who it is.")
    ping_seconds: int = _seconds(30, 5, 3600, "After how long a silence a player's program is asked whether it lives.")
    idle_seconds: int = _seconds(90, 10, _DAY, "After how long a silence a connection is given up.")
    metrics_port: int = _row(
        0,
        Number(0, 65535),
        "The port of 127.0.0.1 on which the figures of the server (/metrics, for Prometheus) and its health (/health)"
        " can be read, by every user of this computer. 0: they cannot be read.",
    )
    log_format: str = _row("text", Word(("text", "json")), "How the server's messages are written, one on each line.")
    log_level: str = _row(
        "info",
        Word(("debug", "info", "warn", "error", "critical")),
        "The least important messages that are written.",
    )


SETTINGS: tuple[Setting, ...] = tuple(
    Setting(row.name.replace("_", "-"), row.metadata["kind"], row.metadata["default"], row.metadata["meaning"])
    for row in fields(Settings)
)
"""The table, row by row."""
