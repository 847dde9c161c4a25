"""Where environments lie, and when one is left for another."""

import os
import shutil
import time
from pathlib import Path

from bootstrap.build import UNUSED_AFTER
from tests.bootstrap.small_clone import Clone


def test_a_moved_clone_is_set_up_anew(clone: Clone) -> None:
    """The old environment names the old place in its files; here another clone lies there by now."""
    clone.add_uv()
    clone.play()
    old = clone.folder
    clone.folder = old.rename(old.parent / "moved")
    shutil.copytree(clone.folder / "client", old / "client")
    (old / "client" / "main.py").write_text("def main(): print('the wrong clone')")

    after = clone.play()
    assert (after.returncode, after.stdout) == (0, "game play 42\n"), after.stderr
    assert clone.uv_calls() == ["venv", "pip"] * 2


def test_a_python_that_was_uninstalled_since_means_a_new_environment(clone: Clone) -> None:
    clone.add_uv()
    clone.play()
    (environment,) = (clone.folder / ".envs").glob("play-*")
    for link in (environment / "bin").glob("python*"):
        link.unlink()
        link.symlink_to("/nowhere/python3")
    after = clone.play()
    assert (after.returncode, after.stdout) == (0, "game play 42\n"), after.stderr


def test_undermine_env_names_another_folder_for_several_clones(clone: Clone, tmp_path: Path) -> None:
    clone.add_uv()
    clone.variables["UNDERMINE_ENV"] = str(tmp_path / "elsewhere")
    clone.play()
    clone.folder = Path(shutil.copytree(clone.folder, tmp_path / "second"))
    (clone.folder / "client" / "main.py").write_text("def main(): print('second')")
    assert clone.play().stdout == "second\n"
    assert len(list((tmp_path / "elsewhere").glob("play-*"))) == 2
    assert not (clone.folder / ".envs").exists()


def test_only_environments_that_were_long_unused_are_removed(clone: Clone) -> None:
    clone.add_uv()
    made = []
    for digest in ("0" * 64, "1" * 64):
        clone.pin(digest)
        clone.play()
        made.append(next(name for name in clone.environments() if name not in made))
    long_ago = time.time() - UNUSED_AFTER - 60
    os.utime(clone.folder / ".envs" / made[0] / "complete", (long_ago, long_ago))
    clone.pin("2" * 64)
    clone.play()
    left = clone.environments()
    assert made[0] not in left
    assert made[1] in left
    assert len(left) == 2


def test_using_an_environment_keeps_it(clone: Clone) -> None:
    clone.add_uv()
    clone.play()
    (marker,) = (clone.folder / ".envs").glob("play-*/complete")
    os.utime(marker, (0, 0))
    clone.play()
    assert time.time() - marker.stat().st_mtime < 60


def test_a_symbolic_link_to_play_starts_the_clone_it_points_to(clone: Clone) -> None:
    clone.add_uv()
    (clone.tools / "play").symlink_to(clone.folder / "play")
    real, clone.folder = clone.folder, clone.tools
    assert clone.play().stdout == "game play 42\n"
    assert any((real / ".envs").glob("play-*"))
