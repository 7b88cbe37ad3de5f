"""The hard check of sentences, measured on false and honest ones."""
