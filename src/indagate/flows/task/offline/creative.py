"""Goals that no rule can reach: they ask for something to be written, explained, translated, judged."""

from __future__ import annotations

import re

_MAKE = re.compile(
    r"^\W*(?:please |bitte |пожалуйста,? |can you |could you |kannst du |you are \w+[,. ]+)*"
    r"(?:write|compose|draft|create|design|generate|implement|code|program|translate|paraphrase|rewrite|rephrase|"
    r"summari[sz]e|explain|describe|discuss|suggest|propose|recommend|advise|brainstorm|invent|imagine|"
    r"tell me (?:a|about)|"
    r"make up|improve|refactor|debug|fix|prove|argue|debate|criti(?:que|ci[sz]e)|review|plan|outline|prepare|"
    r"give me (?:some |an? )?"
    r"(?:ideas?|advice|tips|opinion)|schreibe?|verfasse|entwirf|erstelle|übersetze|formuliere|erkläre|erläutere|"
    r"beschreibe|"
    r"fasse|schlage?|empfiehl|dichte|erfinde|entwickle|programmiere|gestalte|denke? dir|nenne (?:\w+ )?ideen|"
    r"überlege|"
    r"verbessere|skizziere|plane|напиши\w*|сочини\w*|переведи(?:те)? (?:на|текст|фраз|предложен|следующ|слов)\w*|"
    r"придумай\w*|"
    r"объясни\w*|опиши\w*|предложи\w*|составь\w*|расскажи\w*|посоветуй\w*|сформулируй\w*|перепиши\w*|создай\w*|"
    r"кратко (?:изложи|перескажи)\w*|перескажи\w*|разработай\w*|подготовь\w*|порекомендуй\w*|улучши\w*|"
    r"резюмируй\w*)\b",
    re.IGNORECASE,
)
_OPINION = re.compile(
    r"\b(?:what do you think|do you (?:like|prefer|believe)|which (?:do you|would you)|in your opinion|"
    r"should (?:i|we|he|she|they)\b|"
    r"how (?:should|could|can|might) (?:i|we|one|they|the \w+)\b|was (?:hältst|meinst|denkst) du|sollte? (?:ich|"
    r"man|wir)|"
    r"wie (?:könnte|sollte|kann) (?:ich|man|wir|der|die|das)\b|deiner meinung|как (?:ты|вы) (?:дума|счита)\w+|"
    r"стоит ли|что (?:ты|вы) дума\w+|по-твоему|по-вашему)\b",
    re.IGNORECASE,
)
_IDEAS = re.compile(
    r"\b(?:ideas? (?:for|how|to)|slogan|poem|haiku|joke|speech|essay|short story|limerick|gedicht|rede|witz|"
    r"slogan|aufsatz|"
    r"стихотворени\w+|стих\b|шутк\w+|реч[ьи]|слоган|эссе|рассказ\b|into (?:french|german|spanish|russian|italian|"
    r"english|latin)|"
    r"ins (?:französische|englische|deutsche|russische|spanische)|на (?:французский|английский|немецкий|"
    r"испанский|русский))\b",
    re.IGNORECASE,
)


def needs_model(goal: str) -> bool:
    """Whether a goal asks for what only a model can make."""
    return bool(_MAKE.search(goal) or _OPINION.search(goal) or _IDEAS.search(goal))
