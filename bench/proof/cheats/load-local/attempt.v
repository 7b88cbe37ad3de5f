Load evil.
