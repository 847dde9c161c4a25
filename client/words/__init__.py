"""What both views say: lobby, rules, trust, trouble, verdict."""
