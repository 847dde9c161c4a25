"""What scenarios can say of a cave."""
