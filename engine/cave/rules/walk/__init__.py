"""What figures do: steps, meetings, goals that are turned up, veins, the exit."""
