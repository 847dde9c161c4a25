"""The mine on the screen and in lines: names, acts, story, questions, pictures."""
