"""Readers of one kind of file each: `read(data, name) -> Document`, pure, raising Unreadable."""
