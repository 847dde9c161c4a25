"""A game for other programs: a picture, a story, a page that replays it."""
