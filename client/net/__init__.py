"""The client's side of the network: from bytes to a table that its seat can be played at.

Theory of operation, from below::

    wire            one socket: frames in, frames out
    conversation    one connection: keys, login, typed messages, pings; how it ended
    reconnecting    one connection after the other, until told to stop or refused for good
    guest           a player at one server: tells each table and the lobby what concerns it
    table           one table: its log on the disk, its follower, and what its seat signs

Only `wire` knows sockets, and no module a reactor: what waits is given a clock, and what is secret its randomness.
"""
