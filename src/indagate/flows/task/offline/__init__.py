"""The rules by which a task's roles are answered without a model."""
