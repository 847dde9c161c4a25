"""A person's own folder: name, keys and settings, apart from those of other profiles on the same machine."""

from pathlib import Path

from platformdirs import user_config_path, user_data_path

from client.i18n import _
from client.profile.settings import BadSettings, change, read_name

_LONGEST = 32


class BadProfile(ValueError):
    """The profile cannot be used; the message says which file or name and why."""


class Profile:
    """Where one profile keeps its files; nothing is written before there is something to keep."""

    def __init__(self, name: str) -> None:
        if not name or len(name) > _LONGEST or not all(char.isalnum() or char in "-_" for char in name):
            rule = _("a profile is named by letters, digits, - and _, at most {most}", most=_LONGEST)
            raise BadProfile(_("{rule}: {name!r} is not", rule=rule, name=name))
        self.name = name
        self.config = user_config_path("undermine", appauthor=False) / name
        self.data = user_data_path("undermine", appauthor=False) / name

    @property
    def settings_file(self) -> Path:
        """What the person has set; `client.profile.settings` reads and writes it."""
        return self.config / "settings.toml"

    def player_name(self) -> str:
        """The name that the person goes by, or nothing if none is set."""
        try:
            return read_name(self)
        except BadSettings as error:
            raise BadProfile(str(error)) from error

    def keep_player_name(self, name: str) -> None:
        """Remember the name for next time."""
        self.player_name()  # what cannot be read is not written over
        try:
            change(self, name=name)
        except BadSettings as error:
            raise BadProfile(str(error)) from error
