"""A module a contender: `chain` drives one run, `resume` goes on with one that was cut off, `many` drives many."""
