"""Analytics in plain Python: functions of lists of numbers to numbers with their significance.

Each names the source of its formula. None of them gives signals to buy or sell.
"""
