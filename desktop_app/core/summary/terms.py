"""Words of a text as lexical matching compares them: folded, stemmed, Chinese in pairs of characters."""

from __future__ import annotations

import re

_HAN_RUN = r"[\u3400-\u9fff\uf900-\ufaff]+"
_WORD = r"[^\W_\u3400-\u9fff\uf900-\ufaff]+(?:[.'’,](?=\d)\d+)*"
_COMMON_WORDS = """
about above after again all also and any are because been before being both but can could did does doing
don down each few for from get got had has have having her here hers him his how into its just like make
may more most much must not now off only other our out over own really same she should some such than
that the their them then there these they this those through too under until very was way were what when
where which while who whom why will with would you your yours
"""
_COMMON = frozenset(re.findall(r"\S+", _COMMON_WORDS))
_ENDINGS = re.split(r"\|", "ations|ation|ments|ment|ings|ing|ness|edly|ies|ied|ely|ers|ed|es|er|ly|s")
_SHORTEST_STEM = 3


def stem(word: str) -> str:
    """A word without its English ending, so that ``planned`` and ``planning`` match; crude on purpose."""
    if len(word) <= _SHORTEST_STEM + 1 or not word.isascii() or not word.isalpha():
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM + (len(ending) > 1):
            word = word[: -len(ending)]
            break
    if len(word) > _SHORTEST_STEM and word[-1] == word[-2]:
        word = word[:-1]
    return word.removesuffix("e") if len(word) > _SHORTEST_STEM else word


class _TermOfWord(dict[str, str]):
    """The term of each word met so far; a lookup costs no Python call after the first."""

    def __missing__(self, word: str) -> str:
        term = self[word] = _term(word)
        return term


def _term(word: str) -> str:
    if word[0].isdigit():
        return word.replace(",", "")
    plain = word.replace("’", "'").partition("'")[0]
    return "" if len(plain) <= 2 or plain in _COMMON else stem(plain)  # noqa: PLR2004  no telling words


class Terms:
    """Takes texts apart into terms; remembers stems, so one instance serves a whole conversation."""

    def __init__(self) -> None:
        self._term_of = _TermOfWord()

    def of(self, text: str) -> list[str]:
        """The terms of a text: stems and numbers without separators in order, then Chinese pairs."""
        folded = text.casefold()
        terms = list(filter(None, map(self._term_of.__getitem__, re.findall(_WORD, folded))))
        if not folded.isascii():
            for run in re.findall(_HAN_RUN, folded):
                terms += [run[i : i + 2] for i in range(len(run) - 1)] if len(run) > 1 else [run]
        return terms
