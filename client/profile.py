"""A person's own folder: name, keys and settings, apart from those of other profiles on the same machine."""

import re
import tomllib
from pathlib import Path

from platformdirs import user_config_path, user_data_path

from client.words import _

_LONGEST = 32
_NAME = re.compile(r"^name *=.*$", re.MULTILINE)


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
        """What the person has set."""
        return self.config / "settings.toml"

    def player_name(self) -> str:
        """The name that the person goes by, or nothing if none is set."""
        try:
            settings = tomllib.loads(self.settings_file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return ""
        except (OSError, ValueError) as error:
            raise BadProfile(_("{file} cannot be read: {why}", file=self.settings_file, why=error)) from error
        name = settings.get("name", "")
        if not isinstance(name, str):
            raise BadProfile(_("{file}: the key 'name' must be a text", file=self.settings_file))
        return name

    def keep_player_name(self, name: str) -> None:
        """Remember the name for next time."""
        self.player_name()  # a file that cannot be read is not written over
        line = f'name = "{name}"'
        try:
            self.config.mkdir(parents=True, exist_ok=True)
            text = self.settings_file.read_text(encoding="utf-8") if self.settings_file.exists() else ""
            kept = _NAME.sub(line, text, count=1) if _NAME.search(text) else f"{line}\n{text}"
            self.settings_file.write_text(kept, encoding="utf-8")
        except OSError as error:
            raise BadProfile(
                _("{file} cannot be written: {why}", file=self.settings_file, why=error.strerror)
            ) from error
