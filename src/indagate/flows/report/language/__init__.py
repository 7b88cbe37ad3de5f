"""Language checks: needless anglicisms in Russian texts, and words of technical analysis in any."""
