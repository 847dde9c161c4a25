"""What scenarios can say of a mine."""
