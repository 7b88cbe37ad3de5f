"""The flows that ship, each in a folder with the same rooms."""
