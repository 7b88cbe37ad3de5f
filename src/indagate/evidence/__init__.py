"""Evidence is checked at validation: sources, quotes, numbers, names, facts, and their later proof."""
