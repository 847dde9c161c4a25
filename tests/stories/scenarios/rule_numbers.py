"""The number of every rule that a test must show.

Chapter 0 is the common model, A the base game, B Saboteur 2, F The Dark Cave, TV-A, TV-B and TV-F their worked
examples, G where editions differ, HA, HB and HF the rulings on what the texts leave open, I1, I2 and I4 who knows what.
TV-A3 and TV-A5, and the numbers
of G that are left out, belong to cards and variants that are not played yet.
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
        *("G73", "G74", "G75"),
        *_numbers("HF{}", 40),
        "I4",
        *_numbers("TV-A{}", 10, besides=(3, 5)),
        *_numbers("TV-B{}", 18),
        *_numbers("G{}", 44),
        *("G76", "G77"),
        # the championship cards
        *(
            "C0.1",
            "C0.2",
            "C1",
            "C2",
            "C3",
            "C4",
            "C5",
            "C6",
            "C7",
            "C8",
            "HC1",
            "HC2",
            "HC3",
            "HC4",
            "HC5",
            "HC6",
            "HC7",
            "HC8",
            "HC9",
            "HC10",
            "HC11",
            "HC12",
            "HC13",
            "HC14",
            "HD18",
            "G45",
            "G46",
            "G47",
            "G48",
            "G49",
            "G50",
            "G51",
            "TV-A3",
        ),
        # end of the championship cards
        # the mini-expansions
        *_numbers("D1.{}", 7),  # toll
        *_numbers("D2.{}", 3),  # costume
        *_numbers("D3.{}", 2),  # party
        *_numbers("D4.{}", 4),  # new goals
        *_numbers("HD{}", 11),
        *("HD16", "HD17", "HD19", "HD20", "HD23", "HD24", "HD25", "HD26"),
        *(f"G{number}" for number in range(52, 60)),
        # end of the mini-expansions
        # chests
        *_numbers("D5.{}", 6),
        *("HD12", "HD13", "HD14", "HD15", "HD21", "HD22"),
        *(f"G{number}" for number in range(60, 70)),
        "I3",
        # end of chests
        # variants
        *("E1.1", "E1.2", "TV-A5", "HE1", "HE2", "HE3", "HE4"),
        *_numbers("E2.{}", 5),
        # end of variants
        *_numbers("HA{}", 27),
        *_numbers("HB{}", 25),
        *("I1", "I2"),
    ]
)
