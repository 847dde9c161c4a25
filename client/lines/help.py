"""What `help` prints beside the commands of the rules."""

from client.i18n import _

AT_A_TABLE = (
    _("  say hello               to everybody at the table"),
    _("  choose 2                what you choose when you are asked in secret"),
    _("  mute bob, unmute bob    do not show what somebody says, here and anywhere, or show it again"),
    _("  guess bob saboteur      what you take somebody for; only you see it; “guess bob” takes it back"),
    _("  pause, resume           let the clocks stand still, if all who are there want it; let them run"),
    _("  leave, back             go away, and somebody else plays for you; come back"),
    _("  report                  how the rounds ended; “news all” tells everything again"),
    _("  trust                   what is proved so far: the phrase, the log, who has confirmed it"),
)
QUIT = _("  quit                    end the program; your seat stays yours, and you can come back to it")
IN_THE_LOBBY = (
    _("  tables                  the gatherings that are listed, and your own tables"),
    _("  table 1                 turn to one of your own tables"),
    _("  open base 5             open a gathering by these rules with so many seats; you may add:"),
    _("                          private, password WORD, turn 90, step 60, bank 300, window 8 (seconds),"),
    _("                          absent steady (or: absent pass), watched"),
    _("  sit ABCDEFGH            sit down at a gathering; behind the code, the password if it has one"),
    _("  again                   another game with the same people, after one has ended"),
    _("  say hello               to everybody in the lobby; “news” tells what was said lately"),
    _("  mute bob, unmute bob    do not show what somebody says, here and anywhere, or show it again"),
    _("  trust                   the key of the server"),
    _("  connect                 after the connection was lost: do not wait for the next try"),
    _("  quit                    end the program"),
)
AT_A_GATHERING = (
    _("  who                     how the gathering stands: rules, times, seats"),
    _("  ready, unready          agree to the rules and times as they are; take it back"),
    _("  say hello               to everybody at the gathering"),
    _("  rise                    leave it"),
    _("  bot steady              as the host: let a bot sit down"),
    _("  dismiss bob, dismiss 2  as the host: send somebody away, by name or by seat"),
    _("  start                   as the host: begin the game, when everybody is ready"),
)
