"""The terminal client: everything a person sees and types."""
