"""The number of every rule that a test must show.

Chapter 0 is the common model, A the base game, B Saboteur 2, C the championship cards, D the mini-expansions,
E the variants, F The Dark Cave, TV-A, TV-B and TV-F worked examples, G where editions differ, HA to HF the rulings
on what the texts leave open, I1 to I4 who knows what.
"""


def _numbers(form: str, last: int) -> list[str]:
    return [form.format(number) for number in range(1, last + 1)]


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
        *_numbers("B1.{}", 2),  # components
        "B2",  # roles
        *_numbers("B3.{}", 6),  # setup of a round
        *("B4", *_numbers("B4.{}", 3)),  # turn
        *_numbers("B5.{}", 5),  # path cards
        *_numbers("B6.{}", 9),  # action cards
        *_numbers("B7.{}", 1),  # end of round
        *_numbers("B8.{}", 7),  # winners
        *("B9", *_numbers("B9.{}", 3)),  # division
        *_numbers("B10.{}", 3),  # geologists
        *_numbers("B11.{}", 2),  # theft
        *_numbers("B12.{}", 2),  # imprisoned players
        *_numbers("B13.{}", 1),  # next round
        *_numbers("F1.{}", 4),  # components of the cave
        *_numbers("F2.{}", 2),  # clans and sides
        *_numbers("F3.{}", 7),  # setup
        *("F4.0", *_numbers("F4.{}", 4)),  # turn
        *_numbers("F5.{}", 9),  # path cards
        *_numbers("F6.{}", 12),  # action cards
        "F7",  # discarding
        *_numbers("F8.{}", 5),  # the way of a dwarf
        *_numbers("F9.{}", 1),  # end
        *_numbers("F10.{}", 2),  # scoring
        *_numbers("TV-F{}", 13),
        *_numbers("HF{}", 40),
        *_numbers("TV-A{}", 10),
        *_numbers("TV-B{}", 18),
        *_numbers("G{}", 78),
        *("C0.1", "C0.2", *_numbers("C{}", 8)),  # the championship cards
        *_numbers("HC{}", 14),
        *_numbers("D1.{}", 7),  # toll
        *_numbers("D2.{}", 3),  # costume
        *_numbers("D3.{}", 2),  # party
        *_numbers("D4.{}", 4),  # new goals
        *_numbers("D5.{}", 6),  # chests
        *_numbers("HD{}", 26),
        *_numbers("E1.{}", 2),  # sabotaged dwarf
        *_numbers("E2.{}", 5),  # tournament
        *_numbers("HE{}", 4),
        *_numbers("HA{}", 27),
        *_numbers("HB{}", 25),
        *_numbers("I{}", 4),
    ]
)
