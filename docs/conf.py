"""How the pages are built: `./test` builds them and fails on every warning."""

from client.version import VERSION

project = "Undermine"
author = "The Undermine authors"
project_copyright = author
release = version = VERSION

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "Undermine"
html_copy_source = False
html_show_sourcelink = False
