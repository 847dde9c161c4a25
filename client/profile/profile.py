"""A person's folder: name, keys and settings, apart from those of other profiles on the same machine."""

from pathlib import Path

from platformdirs import user_config_path, user_data_path

from client.i18n import _
from client.profile import BadProfile
from client.profile.settings import change, read

__all__ = ["BadProfile", "Profile"]

_LONGEST = 32


class Profile:
    """Where one profile keeps its files; nothing is written before there is something to keep."""

    def __init__(self, name: str) -> None:
        if not name or len(name) > _LONGEST or not all(char.isalnum() or char in "-_" for char in name):
            rule = _("use letters, digits, - and _, at most {most}", most=_LONGEST)
            raise BadProfile(_("{name!r} cannot name a profile: {rule}", rule=rule, name=name))
        self.name = name
        self.config = user_config_path("undermine", appauthor=False) / name
        self.data = user_data_path("undermine", appauthor=False) / name

    @property
    def settings_file(self) -> Path:
        return self.config / "settings.toml"

    def player_name(self) -> str:
        return read(self, only="name").name

    def keep_player_name(self, name: str) -> None:
        self.player_name()  # what cannot be read is not written over
        change(self, name=name)
