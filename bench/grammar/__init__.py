"""Questions in plain English over tables, asked of the grammar alone: right, wrong, declined."""
