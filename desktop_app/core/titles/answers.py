"""Telling a title from what models write instead: refusals, answers to the message, whole texts."""

from __future__ import annotations

import re

from desktop_app.core.domain.language import sentence_spans
from desktop_app.core.titles.characters import has_substance
from desktop_app.core.titles.marks import peel

_MOST_WORDS = 60
_MOST_LINES = 3
_MOST_LETTERS_IN_LINE = 120
_MOST_LETTERS = 480
_ONE_SENTENCE = 50


def _starts(*alternatives: str) -> str:
    """A pattern for the start of a line; compiled at first use, since compiling costs start-up time."""
    return "(?i:" + "|".join(alternatives) + ")"


_POLITE = r"(?:sure|of course|certainly|okay|ok|好的|当然(?:可以)?|没问题)?[\s,，.。!！]*"
_ANNOUNCED = (
    r"(?:here(?:['’]s| is| are)|以下是|这是|下面是|建议)"
    r"[^:：\n]{0,60}(?:title|name|标题|题目)[^:：\n]{0,40}[:：]"
)
_TITLE_FOLLOWS = rf"(?i)^{_POLITE}{_ANNOUNCED}\s*(?=\S)"
_LEAD_IN = rf"(?i){_POLITE}{_ANNOUNCED}$"
_REFUSAL = _starts(
    r"(?:i['’]?m|i am|we['’]?re)\s+(?:(?:really|very|so)\s+)?"
    r"(?:sorry|afraid|unable|not able|(?:just )?an ai\b)",
    r"(?:sorry|apologies|unfortunately)\s*(?:[,.!:;—-]|but\b|i\b)",
    r"i\s+(?:do\s+)?apologi[sz]e",
    r"my apologies",
    r"i\s+(?:can(?:['’]?t|\s?not)|won['’]?t|will not|must decline"
    r"|do(?:n['’]t| not)\s+(?:have|see|know|understand))"
    r"\s+(?:help|assist|generate|create|provide|do (?:that|this)|fulfil|comply|write|produce|access|see|view"
    r"|open|answer|give|offer|engage|continue|name|title|enough|any|a\b|the\b|what|to\b)",
    r"i\s+can(?:['’]?t|\s?not)\s*[.…!]*$",
    r"as an? (?:ai|artificial|language|large)\b",
    r"there(?: is|['’]s) (?:no|not enough) (?:conversation|context|message|content)",
    r"(?:非常|很|十分|真的)?(?:抱歉|对不起|不好意思)(?:[，,。！!：:…]|我)",
    r"我(?:无法|不能|没办法|没有办法|不可以)"
    r"(?:提供|生成|回答|帮助|协助|满足|访问|查看|为|给|完成|执行|写|处理|这|创作)",
    r"作为(?:一个|一名|一款)?(?:ai|人工智能|语言模型|大模型|大语言模型|智能助手)",
)
_ANSWER = _starts(
    r"(?:sure|sure thing|of course|certainly|absolutely|no problem|okay|ok|got it|(?:great|good) question)"
    r"\s*[!,.:—]",
    r"here(?:['’]s| is| are) (?:an?|the|some|your|my|what|how|one|another|\d+)\b",
    r"i(?:['’]d| would) be (?:happy|glad|delighted)",
    r"i(?:['’]ll| will) (?:help|do|try|write|explain|start)\b",
    r"i can (?:help|certainly|definitely)\b",
    r"let me (?:help|explain|know|show|walk)\b",
    r"(?:could|can) you (?:please )?(?:provide|share|clarify|tell)\b",
    r"please (?:provide|share|clarify)\b",
    r"you(?:['’]re| are) welcome\b",
    r"thank(?:s| you) for (?:sharing|your|the)\b",
    r"(?:hello|hi|hey)\b.{0,30}(?:how (?:can|may) i (?:help|assist))",
    r"how (?:can|may) i (?:help|assist)",
    r"当然(?:可以|没问题|行|能|[，,！!。])",
    r"(?:好的|好呀|好啊|没问题|可以的|明白了|收到)[，,！!。：:]",
    r"(?:以下|下面)(?:是|为)",
    r"(?:这里是|这是)(?:一|您|你|为)",
    r"我(?:很乐意|来帮|来为|可以帮|会帮|将为)",
    r"请(?:提供|告诉我|说明|问您)",
    r"感谢(?:您|你)的",
    r"很高兴",
)
_EXPLANATION = _starts(
    r"[*_(（\[]*(?:because|reason|explanation|note|this title|the title|it (?:is|captures|reflects)|why)\b",
    r"[*_(（\[]*(?:characters?|length)\s*[:：]",
    r"[*_(（\[]*(?:因为|理由|原因|说明|解释|注[:：]|备注|这个标题|该标题|此标题|字数)",
)
_BULLETED = re.compile(r"^\s*(?:[-+*•]|\d{1,2}[.)、])\s*\S")


def is_refusal(line: str) -> bool:
    """Whether a line begins like a refusal, an apology or a complaint about the input."""
    return bool(re.match(_REFUSAL, line))


def is_answer(line: str) -> bool:
    """Whether a line begins like a reply to the user rather than a name for what was asked."""
    return bool(re.match(_ANSWER, line))


def without_announcement(line: str) -> str:
    """A line without the words that announce a title, when the title follows them."""
    return re.sub(_TITLE_FOLLOWS, "", line)


def _says_nothing(line: str) -> bool:
    """Whether a line is only a label, a rule, or the announcement of a title."""
    return bool(re.match(_LEAD_IN, line)) or not has_substance(peel(line))


def paragraphs_of(text: str) -> list[list[str]]:
    """Non-empty lines grouped by blank lines, without labels and announcements at the start."""
    paragraphs: list[list[str]] = []
    for block in re.split(r"\n\s*\n", text):
        lines = [line.strip() for line in block.split("\n") if line.strip()]
        while lines and not paragraphs and _says_nothing(lines[0]):
            lines = lines[1:]
        if lines:
            paragraphs.append(lines)
    return paragraphs


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))


def is_prose(paragraphs: list[list[str]]) -> bool:
    """Whether an answer is a text of its own: over-long, several sentences, lines or paragraphs.

    A title with a reason under it is still a title, and so is the first of a list of proposals.
    """
    lines = [line for paragraph in paragraphs for line in paragraph]
    first = lines[0]
    if sum(len(line.split()) for line in lines) > _MOST_WORDS or sum(map(_letters, lines)) > _MOST_LETTERS:
        return True
    if _letters(first) > _MOST_LETTERS_IN_LINE:
        return True
    if len(first) > _ONE_SENTENCE and len(sentence_spans(first)) > 1:
        return True
    if all(map(_BULLETED.match, lines)):
        return False
    if len(paragraphs) > 1 and not re.match(_EXPLANATION, paragraphs[1][0]):
        return True
    return len(lines) > _MOST_LINES
