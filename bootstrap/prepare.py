"""The way in: an environment that is ready, made first if need be."""

from bootstrap.environment import Environment, Purpose, locate


def prepared(purpose: Purpose) -> Environment:
    environment = locate(purpose)
    if not environment.is_ready():
        from bootstrap.build import build  # noqa: PLC0415 (most starts need none of what it imports)

        build(environment)
    environment.touch()
    return environment
