"""What stands behind `./play` and `./test`: a fresh clone and a Python are enough.

    ./play [arguments]      start the game; without arguments, `undermine play`
    ./play server [...]     serve tables to others: `undermine-server`
    ./test [--long]         every check the project has; `./test --help` tells more

The first start installs the packages that `requirements.lock` names (for `./test`: `requirements-dev.lock`),
each checked against its hash, into an environment of the clone's own. The system's Python is never touched.
Later starts need no network. Undermine itself runs from the clone: changed source needs no new install.

Environments are folders named by what they were made from, so a changed lock, another Python or a moved clone
means another environment; one not used for 30 days is removed when the next is made. They lie in `.envs`
inside the clone, or, if the clone cannot be written to, in the user's cache folder, and may be deleted at any
time.

Settings, from the environment:

    UNDERMINE_ENV           another folder for the environments
    PIP_*, UV_*             what pip and uv read anyway: mirrors, proxies, certificates

`uv` is used if it is there, and `venv` with `pip` if it is not or does not succeed.

Exit codes of the set-up; any other code comes from the game or the checks:

    81   no Python that is new enough
    82   this Python cannot make environments (`venv` or `ensurepip` is missing)
    83   the package index could not be reached
    84   a package does not match its hash
    85   the disk is full
    86   no folder to put the environment in
    87   the installer failed for another reason; its words are in the log that the message names
    130  stopped with Ctrl-C
"""
