"""The client in sentences and typed commands: for screen readers, scripts and slow links."""
