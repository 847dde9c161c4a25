"""The terminal and the process around the client: signals, alerts, and messages for developers."""
