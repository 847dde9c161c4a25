"""The number of every rule of the base game that a test must show.

Chapter 0 is the common model, A the base game, TV-A its worked examples, G where editions differ, HA the rulings on
what the texts leave open, I1 who knows what.  TV-A3 and TV-A5 belong to cards and variants outside the base game.
"""


def _numbers(form: str, last: int, besides: tuple[int, ...] = ()) -> list[str]:
    return [form.format(number) for number in range(1, last + 1) if number not in besides]


RULE_NUMBERS = frozenset(
    [
        *_numbers("0.{}", 11),  # seats, grid, cards, network, goals reached
        *_numbers("A1.{}", 4),  # components
        *_numbers("A2.{}", 7),  # setup of a round
        *_numbers("A3.{}", 4),  # turn
        *_numbers("A4.{}", 7),  # placing a path card
        *_numbers("A5.{}", 6),  # action cards
        *_numbers("A6.{}", 1),  # passing
        *_numbers("A7.{}", 6),  # reaching a goal
        *_numbers("A8.{}", 2),  # end of round
        *_numbers("A9.{}", 7),  # gold
        *_numbers("A10.{}", 3),  # next round
        *_numbers("A11.{}", 1),  # end of game
        *_numbers("TV-A{}", 10, besides=(3, 5)),
        *_numbers("G{}", 22),
        *_numbers("HA{}", 27),
        "I1",
    ]
)
