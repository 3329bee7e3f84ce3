"""Names of people, places and things, told from ordinary words by how a conversation writes them.

No dictionary takes part, only short lists of words that look like names and are none. An English name
is a capitalised word in the middle of a sentence that the conversation never writes in lower case; a
Chinese one is a family name and a given name beside a title or a verb of naming, or a large city. All
rules rather miss a name than report a word that is none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from desktop_app.core.domain.language import sentence_spans
from desktop_app.core.summary.details import Detail, DetailKind, folded

_ORDINARY = """
a about above absolutely across add after afternoon again age ah air all along already also although
always am amazing among an and another any anyone anything api apr april are around art as asap ask
assistant at aug august autumn aw awesome aww basketball be beautiful because been before behind being
below besides best between beyond big black blue book boss both bravo bread breakfast brilliant btw
budget bus but by bye call came can cant car certainly change check cheers church close code coffee
college color colour come congrats congratulations cool cost could create dad daddy dance data dear dec
december definitely despite did dinner diy do does done dont dr during each earth eight either eleven
email enjoy etc even evening every everybody everyone everything exactly excellent except exercise fall
family fantastic faq fear feb february feel feels few film finally find fire first five food football
for four fri friday from fyi game get getting give glad go god going gonna good goodbye goodness gosh
got gotta great green group guess ha had haha half happy hard has have having he health hello her here
hey hi him his history hmm home honestly hope hopefully house how however i id idea idk if ii iii ill im
imo in indeed instead internet into is it its iv ive jan january job joy jul july jun june just keep
know last let lets life like lmao lol look looking looks love loved lovely luckily lunch madam made make
mama many mar march market math may maybe me meanwhile might milk mine miss missed mom mommy mon monday
money month moon more morning most movie mr mrs ms much mum music must my nah nature near need neither
never new news next nice night nine no nobody nope not note nothing nov november now oct october of off
office often oh ok okay old omg on once one only onto ooh open option or other otherwise our outside
over own papa part past pc peace people perfect perhaps phone please plus pm power practice price prof
ps quite rain read really red remember remove rent right rip room run salary same sat saturday saw
school science second see send sep sept september seriously set seven several shall she shop should show
silence since sir six size sleep small snow so soccer some somebody someone something sometimes song
soon sorry sound sounds space sport spring start step still stop store story such sugar summer sun
sunday sure system take take-home talk tax tbh tea team tell ten tennis thank thankfully thanks that
thats the their them then there therefore these they think third this those though three through thu
thur thurs thursday time tldr to today tomorrow tonight too took totally toward traffic train travel
true trust truth try tue tues tuesday tv twelve two under unfortunately university until up update upon
url us use user using usually very vi via vii wait want war was water we weather wed wednesday weds week
weekend welcome well were what whats when where which while white who whoa whom whose why will winter
wish with without woah wonderful work would wow write wtf yay yeah year yep yes yesterday yet yoga you
your yours
"""
NO_NAMES = frozenset(re.findall(r"\S+", _ORDINARY))
"""What begins sentences, greets, thanks, counts or names a day: capitalised without being a name."""

_CAPITAL = r"(?:[A-ZÀ-ÖØ-ÞĀ-ŽА-Я](?:[^\W\d_]|['’](?!s\b)(?=[^\W\d_])|-(?=[^\W\d_]))*)"
_LINK = r"(?:of|de|del|van|von|der|la|le|du|da|bin|al)(?: the)?"
_SEQUENCE = rf"(?<![\w@#'’.-]){_CAPITAL}(?:\.?[ ](?:{_LINK}[ ])?{_CAPITAL})*"
_ACTS = (
    r"(?:['’]s)?\s+(?:said|says|told|tells|asked|asks|wants|wanted|called|emailed|texted|wrote|replied|agreed"
    r"|promised|invited|suggested|recommended|lives|lived|moved|owes|is|was|will|has|had|can)\b"
)
_NOUN_ENDING = r"(?i)(?:ing|ed|tion|sion|ness|ment|ity|ism|ship|ance|ence|ly|s)$"
_OPENERS = ":\"“‘'(*—–-•>[/|~"
_SHORTEST_NICKNAME = 3
_NEAR = 4
"""Words between two parts of one name at most."""

_FAMILY = (
    "王李张刘陈杨黄赵周吴徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾萧田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢"
    "姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤"
)
_TWO_FAMILY = "欧阳|司马|上官|诸葛|司徒|慕容|皇甫|令狐|尉迟"
_PERSON_TITLES = (
    "先生|女士|小姐|老师|经理|总监|总裁|主任|医生|教授|律师|工程师|同学|师傅"
    "|阿姨|叔叔|博士|护士|警官|局长|处长"
)
_NOT_GIVEN = "的了在是和与跟去来到说问要会能把被给对从向将也都就还又很不没有这那你我他她它们吗呢吧啊"
_NAMED_BY = (
    r"(?:我叫|名叫|叫做|名字(?:叫|是)|姓名[:：]?|联系人(?:是|叫|[:：])?|负责人(?:是|叫|[:：])?"
    r"|作者(?:是|[:：])?|同事|老板|客户|房东|朋友|同学|经理|医生|老师|律师|导师|室友|邻居"
    r"|由(?!于)|找|联系|通知|约了?|问问|交给|发给|转给|打给|告诉)"
)
_WORDS_LIKE_NAMES = (  # everyday words that begin with a family name
    "方面|方法|方式|方向|方便|方案|马路|马上|马虎|何处|何必|何时|何况|何种|高兴|高考|高中|高度|高级|黄色|黄金|黄瓜|白天|白色"
    "|白菜|石头|石油|金融|金额|金钱|金子|金属|万一|万分|余下|余额|余地|许多|许可|于是|段落|段时|严格|严重|孔子|毛病|毛巾|江边"
    "|钱包|钱财|曾经|夏天|夏季|陆续|陆地|史上|任务|任何|任意|叶子|程序|程度|田地|林业|韩国|周末|周[一二三四五六日]|周围|周期"
    "|周到|孙子|孙女|张开|张贴|王国|王者|李子|陈述|陈列|杨树|谢谢|郑重|罗列|董事|范围|范例|付款|付费|付出|顾客|顾虑|武器"
    "|莫名|莫非|向上|向来|陶瓷|雷达|雷雨|龙头|姜汤|曹操|汪洋|魏晋|宋朝|唐朝|汤水|孟子"
)
_FAMILY_NAME = rf"(?!{_WORDS_LIKE_NAMES})(?:{_TWO_FAMILY}|[{_FAMILY}])"
_FOLLOWS_NAME = (
    "负责|安排|确认|处理|帮|谈|签|做|拿|写|讨论|开会|带|打|看|查|联系|通知"
    "|明天|今天|昨天|后天|下周|上周|周[一二三四五六日]"
)
_CHINESE_NAME = (
    rf"{_NAMED_BY}(?P<named>{_FAMILY_NAME}[一-鿿]{{1,2}}?)"
    rf"(?=[{_NOT_GIVEN}]|[^一-鿿]|$|{_PERSON_TITLES}|{_FOLLOWS_NAME})"
    rf"|(?P<titled>{_FAMILY_NAME}[一-鿿]{{0,2}}?(?:{_PERSON_TITLES}))"
)
_OWNER = (  # whose birthday, telephone, address: only people have them
    rf"(?P<owner>(?<![一-鿿]){_FAMILY_NAME}[一-鿿]{{1,2}}?)"
    r"(?=的(?:生日|电话|地址|邮箱|手机|老家|身份证|护照|车牌|工号|微信|账号|家人|妻子|丈夫|儿子|女儿))"
)
_CITIES = (
    "北京|上海|天津|重庆|广州|深圳|杭州|南京|苏州|武汉|成都|西安|长沙|郑州|青岛|大连|沈阳|哈尔滨|长春|济南|厦门|福州"
    "|合肥|昆明|南宁|贵阳|海口|兰州|西宁|银川|乌鲁木齐|拉萨|呼和浩特|太原|石家庄|南昌|宁波|无锡|温州|东莞|佛山|珠海"
    "|香港|澳门|台北|高雄|东京|大阪|首尔|新加坡|曼谷|纽约|伦敦|巴黎|柏林|悉尼"
)
_CITY = rf"(?P<city>{_CITIES})"
_DISTRICT = r"(?P<district>(?<=[市省在住到去来])(?!市|省|城|小|地|校|市|郊|社|景)[一-鿿]{2,4}?(?:区|县|镇))"
_CHINESE_PLACE = (
    r"(?:在|去|到|从|位于|住在|来自|毕业于|就职于)"
    r"(?P<place>[一-鿿]{2,6}?(?:大学|医院|银行|酒店|公司|中学|小学|机场|火车站|博物馆|图书馆|大厦))"
)


@dataclass(frozen=True, slots=True)
class WordUse:
    """How a conversation writes its words.

    Attributes:
        lower: Words seen in lower case.
        inner: Capitalised words seen in the middle of a sentence, with counts; folded.
        known: Names given beforehand, such as those of the speakers; folded.
    """

    lower: frozenset[str]
    inner: Counter[str] = field(default_factory=Counter)
    known: frozenset[str] = frozenset()


def word_use(texts: Iterable[str], speakers: Iterable[str] = ()) -> WordUse:
    """Read off a conversation which of its words are ordinary and which are written as names."""
    lower: set[str] = set()
    inner: Counter[str] = Counter()
    for text in texts:
        lower.update(re.findall(r"(?<![\w'’])[a-zß-öø-ÿ][a-zß-öø-ÿ'’-]*", text))
        followers = re.findall(rf"(?<![\w'’])[a-z][a-z'’]*[,;]? ({_CAPITAL})", text)
        inner.update(word.casefold() for word in followers)
    names = frozenset(word for speaker in speakers for word in folded(speaker).split())
    return WordUse(frozenset(lower), inner, names)


def _is_ordinary(word: str, use: WordUse) -> bool:
    plain = word.casefold().strip(".'’")
    base = plain.partition("'")[0].partition("’")[0]
    return base in NO_NAMES or plain in use.lower or base in use.lower or len(base) == 1


def _begins_sentence(text: str, start: int, sentence_starts: set[int]) -> bool:
    before = text[:start].rstrip(" ")
    if start in sentence_starts or not before:
        return True
    last = before[-1]
    return last in _OPENERS or not (last.isalnum() or last in ",;&)'’\"”")


def _shouts(sentence: str) -> bool:
    words = re.findall(r"[A-Za-z]{2,}", sentence)
    return sum(map(str.isupper, words)) * 2 > len(words)


def _trimmed(words: list[re.Match[str]], use: WordUse, *, at_start: bool) -> list[re.Match[str]]:
    """The words of a capitalised sequence that make up the name, without what only begins the sentence."""
    while words and at_start:
        first = words[0].group().casefold()
        rest_known = len(words) > 1 and words[1].group().casefold() in use.known | set(use.inner)
        only_opens = rest_known and first not in use.inner and first not in use.known
        if not (_is_ordinary(words[0].group(), use) or only_opens or first.endswith("ly")):
            break
        words = words[1:]
        at_start = False
    while words and _is_ordinary(words[0].group(), use) and len(words) == 1:
        words = []
    while words and words[-1].group().casefold() in NO_NAMES:
        words = words[:-1]
    while words and words[0].group().casefold() in NO_NAMES - {"new", "old", "big"}:
        words = words[1:]
    return words


def _is_name(text: str, words: list[re.Match[str]], use: WordUse, *, at_start: bool) -> bool:
    if all(_is_ordinary(word.group(), use) for word in words):
        return len(words) > 1 and not at_start
    if len(words) > 1 or not at_start:
        return True
    word = words[0].group()
    seen_inside = use.inner[word.casefold()] > 0
    acts = re.match(_ACTS, text[words[0].end() :]) is not None
    return seen_inside or (acts and re.search(_NOUN_ENDING, word) is None)


def _latin_names(text: str, use: WordUse) -> list[Detail]:
    spans = sentence_spans(text)
    starts = {start for start, _ in spans}
    found = []
    for begin, end in spans:
        sentence = text[begin:end]
        if not re.search(r"[A-ZÀ-ÞĀ-ŽА-Я]", sentence) or _shouts(sentence):
            continue
        for sequence in re.finditer(_SEQUENCE, text[:end][begin:]):
            offset = begin + sequence.start()
            at_start = _begins_sentence(text, offset, starts)
            capital = re.compile(_CAPITAL)
            words = list(capital.finditer(text, offset, begin + sequence.end()))
            kept = _trimmed(words, use, at_start=at_start)
            still_at_start = at_start and bool(kept) and kept[0].start() == offset
            if not kept or not _is_name(text, kept, use, at_start=still_at_start):
                continue
            start, stop = kept[0].start(), kept[-1].end()
            name = text[start:stop].rstrip(".'’")
            found.append(Detail(DetailKind.NAME, name, folded(name), start))
    return found


def _chinese_names(text: str) -> list[Detail]:
    found: list[Detail] = []
    if re.search("[一-鿿]", text) is None:  # below, five patterns try at each place
        return found
    for pattern in (_CHINESE_NAME, _OWNER, _CHINESE_PLACE, _CITY, _DISTRICT):
        for match in re.finditer(pattern, text):
            group = str(match.lastgroup)
            found.append(Detail(DetailKind.NAME, match[group], folded(match[group]), match.start(group)))
    return found


def find_names(text: str, use: WordUse) -> list[Detail]:
    """The names in a text, in order.

    Args:
        text: One message.
        use: From ``word_use`` over the whole conversation, so that ordinary words are known.
    """
    return sorted([*_latin_names(text, use), *_chinese_names(text)], key=lambda detail: detail.start)


def is_telling(detail: Detail, use: WordUse) -> bool:
    """Whether a detail is worth a look: not the speakers' own names, not a quoted everyday word."""
    if detail.kind is DetailKind.NAME:
        words = str(detail.value).split()
        return not all(any(name.startswith(word) for name in use.known) for word in words)
    return detail.kind is not DetailKind.QUOTE or detail.value not in NO_NAMES


def _stands_for(word: str, part: str) -> bool:
    """Whether a word of a text is this part of a name, its possessive or plural, or a short form of it."""
    if word in (part, f"{part}s"):
        return True
    return len(part) >= _SHORTEST_NICKNAME <= len(word) and (word.startswith(part) or part.startswith(word))


def carries_name(name: str, words: Sequence[str]) -> bool:
    """Whether a text mentions a name: all parts close together in any order, short forms included.

    Args:
        name: The folded name.
        words: The folded words of the text in order.
    """
    parts = [part for part in re.findall(r"[^\W\d_]+", name) if part not in NO_NAMES]
    if not parts:
        return True
    for place, word in enumerate(words):
        if _stands_for(word, parts[0]):
            near = words[max(0, place - _NEAR) : place + _NEAR + 1]
            if all(any(_stands_for(other, part) for other in near) for part in parts[1:]):
                return True
    return False
