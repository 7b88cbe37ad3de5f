"""What asks the server for the row of its measure, in a process of its own."""
