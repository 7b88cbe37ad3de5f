"""How judgement is measured without a live model: an oracle, an adversary, and their controls. See README.md."""
