"""Measuring answers on cases with known answers: reading them, running each as a run of its own, marking, counting."""

from indagate.app.evaluation.case import EvalCase, Expected
from indagate.app.evaluation.dataset import read_dataset
from indagate.app.evaluation.evaluation import Evaluation, Result
from indagate.app.evaluation.marking import Verdict, mark
from indagate.app.evaluation.score_table import Score, scores

__all__ = ["EvalCase", "Evaluation", "Expected", "Result", "Score", "Verdict", "mark", "read_dataset", "scores"]
