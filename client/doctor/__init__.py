"""What `undermine doctor` looks at, one file a topic; it changes nothing."""
