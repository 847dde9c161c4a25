"""What `help` prints."""

from client.words import _

HELP = [
    _("What you can do in your turn (cards by number, cells by x,y, players by name):"),
    _("  place 3 at 2,0          lay card 3 on a cell; add “turned” to lay it upside down"),
    _("  break bob lantern       break a tool of another player"),
    _("  repair bob lantern      mend a broken tool, your own too (repair me pick)"),
    _("  map top                 look at a goal: top, middle or bottom"),
    _("  rockfall 3,1            take away a path card"),
    _("  pass 2                  discard card 2 face down and draw another"),
    _("What you are asked at other times:"),
    _("  goal top                turn up this goal first"),
    _("  upright, rotate         lay a goal upright, or turned"),
    _("  take 1                  keep a gold card"),
    _("Questions:"),
    _("  look                    the board, the players and your hand again"),
    _("  board, hand, who, news  each of these alone; news is what happened since your turn"),
    _("  moves                   everything that you may do now"),
    _("  why                     the rule behind the last refusal"),
    _("  why place 1 at 1,0      what the rules say to that, without playing it"),
    _("  quit                    leave the game"),
    _("How to read the board:"),
    _("  solid blocks are rock, gaps are tunnels, x or × is where a tunnel ends,"),
    _("  S is the start, ? a goal face down, $ the treasure, o a stone;"),
    _("  ($) and (o) in a frame is a goal face down that you alone have seen."),
]
