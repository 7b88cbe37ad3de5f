"""Row 6: a whole mission on the web, beside gpt-researcher's deep mode: the same pages, the same scripted model."""
