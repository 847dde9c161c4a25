"""How the pages are built: `./test` builds them and fails on every warning."""

import tomllib
from pathlib import Path

_ABOUT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))["project"]

project = "Undermine"
author = "The Undermine authors"
project_copyright = author
release = version = _ABOUT["version"]

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "Undermine"
html_copy_source = False
html_show_sourcelink = False
