"""The rules that answer the roles of the notes flow without a model."""
