"""The mine: Saboteur, one rule set made of rules that a table switches on."""
