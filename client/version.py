"""The version of the program; protocol and bots have numbers of their own."""

VERSION = "0.2.0"
