"""How `steady` plays Saboteur 2: six roles, each with an aim of its own, and doors that shut out a team.

`belief` is what it makes of the others, `ways` and `field` how far the gold is for whom, `player` one decision;
`tunnels`, `people` and `discards` say what an act is worth, and `mind` puts them into a table.
"""
