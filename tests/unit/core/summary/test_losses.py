"""The loss check finds what a summary dropped and nothing that it kept in another notation."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.domain.conversation import Message, MessageState, Role
from desktop_app.core.summary.details import DetailKind
from desktop_app.core.summary.losses import add_losses, find_losses


def said(*texts, **changes):
    return [Message(f"m{n}", "c", None, Role.USER, text, 0.0, **changes) for n, text in enumerate(texts)]


def lost(messages, summary="", facts=(), **kwargs):
    return [loss.text for loss in find_losses(messages, summary, facts, **kwargs)]


@pytest.mark.parametrize(
    ("text", "needle"),
    [
        ("The bucket is zx-41.", "zx-41"),
        ("We owe $4,250 for it.", "$4,250"),
        ("The handover is on 14 March 2025.", "14 March 2025"),
        ("Look at https://example.com/plan.", "https://example.com/plan"),
        ("It lies in /srv/data/in.csv today.", "/srv/data/in.csv"),
        ("Write to ana@example.org please.", "ana@example.org"),
        ("Rename it to load_ledger at once.", "load_ledger"),
        ('The phrase is "purple otter at dawn".', '"purple otter at dawn"'),
        ("My landlord is Ottoline Brandt now.", "Ottoline Brandt"),
        ("Ottoline Brandt will call.", "Ottoline Brandt"),
        ("Ottoline said it is fine.", "Ottoline"),
        ("we met Saoirse in Bergen", "Saoirse"),
        ("房东叫王小明，电话13800138000。", "13800138000"),
        ("联系人是李雷，在周五。", "李雷"),
        ("请王经理确认。", "王经理"),
        ("我毕业于浙江大学。", "浙江大学"),
        ("交接日期是2025年3月14日。", "2025年3月14日"),
        ("The Wi-Fi password is Tulip#92x now.", "Tulip#92x"),
        ("密码是Tulip#92x，记住", "Tulip#92x"),
        ("order no. 88-1203 is late", "88-1203"),
        ("the code word is 'open sesame' ok", "'open sesame'"),
        ("the branch is feature/login-fix", "feature/login-fix"),
        ("pkg @scope/name installed", "@scope/name"),
        ("three hundred people came", "three hundred"),
        ("李娜的生日是六月三日", "李娜"),
        ("李娜的生日是六月三日", "六月三日"),
        ("她住在上海市浦东新区", "上海"),
        ("通知周涛带上电脑", "周涛"),
        ("My dentist is Dr. Farrow.", "Farrow"),
        ("Biscuit is my cat.", "Biscuit"),
        ("Our ref: PRJ/2024/118", "PRJ/2024/118"),
        ("set MAX_RETRIES=5 there", "MAX_RETRIES"),
        ("We pay 1.5 million dollars", "1.5 million dollars"),
        ("预算一共3万元。", "3万元"),
    ],
)
def test_every_kind_of_fact_is_found_when_the_summary_drops_it(text, needle):
    assert needle in lost(said("Hello there, how are you?", text), "[Progress]\nThey talked.")


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("The order is 1,000 crates.", "An order of 1000 crates."),
        ("We counted 12 of them.", "They counted twelve."),
        ("一共三百二十户。", "320 households."),
        ("The handover is on 14 March 2025.", "Handover 2025-03-14."),
        ("See https://www.example.com/a/", "Page: example.com/a"),
        ("We owe $4,250.", "They owe 4250 dollars."),
        ("It is at 3:30 pm.", "Meeting at 15:30."),
        ("Use `load_ledger` here.", "load_ledger is to be used."),
        ('A piece called "Finding Freedom."', "The piece Finding Freedom."),
        ("My landlord is Ottoline Brandt.", "Landlord: Brandt, Ottoline."),
        ("I told Melanie about it.", "Mel knows about it."),
        ("Since 2019 we live here.", "They moved on 1 May 2019."),
        ("It takes 15%.", "The share is 15 percent."),
    ],
)
def test_what_the_summary_says_in_another_notation_is_not_lost(text, summary):
    assert lost(said(text), summary) == []


def test_pinned_facts_carry_details_too():
    messages = said("The bucket is zx-41 and the box is qy-17.")

    assert lost(messages, "They talked.", ["Bucket: zx-41"]) == ["qy-17"]


def test_a_number_is_not_carried_as_part_of_a_longer_one():
    assert lost(said("Room 417 please, ticket zx-4."), "Number 4170 and zx-41.") == ["zx-4", "417"]


def test_ordinary_capitals_are_no_names():
    text = (
        "Wow! Thanks so much. Congrats on that! Yes, I mean it. OK, see you Friday in May. HELLO WORLD NOW."
    )

    assert lost(said(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "由于方向不清楚，导航经常出错，找方法、找马路都很难。",
        "客户方面没有意见，万一下雨就不去了，白天很热，马上就到夏天了。",
        "千万别一个人去，三三两两也行，十分感谢，九牛一毛，四面八方。",
        "小区里有个超市，市区堵车，何必呢，高考以后再说，余下的以后再谈。",
        "Money is tight. Nature is calm. Painting was fun. Happiness is rare. Everything is fine.",
        "Well, Thanks for that, we'll see about it 'cause it's late.",
    ],
)
def test_everyday_talk_holds_no_details(text):
    assert lost(said(text)) == []


def test_a_word_the_conversation_writes_small_is_no_name():
    assert lost(said("we love Painting here", "painting is fun")) == []


def test_a_pinned_message_counts_as_a_whole():
    message = replace(said("never deploy while the shop is open to customers")[0], pinned=True)

    found = find_losses([message], "They talked about shops.")

    assert found[0].kind is DetailKind.PINNED
    assert found[0].text == message.text
    assert find_losses([message], "Never deploy while the shop is open to customers.") == ()


def test_details_of_the_previous_summary_may_fade_too():
    found = find_losses(said("ok"), "Nothing.", previous_summary="- bucket zx-41")

    assert [(loss.text, loss.message_id) for loss in found] == [("zx-41", None)]


def test_only_sent_text_counts():
    hidden = said("bucket zx-41")[0]
    for change in ({"deleted": True}, {"state": MessageState.FAILED}, {"text": "", "reasoning": "zx-41"}):
        assert find_losses([replace(hidden, **change)], "") == ()


def test_each_detail_is_reported_once_with_its_newest_place():
    messages = said("The bucket is zx-41.", "Again: ZX-41 it is.")

    (loss,) = find_losses(messages, "")

    assert loss.mentions == 2
    assert loss.message_id == "m1"
    assert loss.context == "Again: ZX-41 it is."


def test_addresses_rank_before_names_and_small_numbers_last():
    messages = said(
        "Ask Saoirse about 3 boxes, mail ana@example.org or see example.org/x today, or we ask Kwame"
    )

    kinds = [loss.kind for loss in find_losses(messages, "")]

    assert kinds == [K.EMAIL, K.URL, K.NAME, K.NAME, K.NUMBER]


K = DetailKind
EN = (
    "==========Conversation Summary==========\n[Core Task Status]\nMove.\n\n"
    "[Key Information & Context]\n- old\n\n" + "=" * 39
)
ZH = "==========对话摘要==========\n【核心任务状态】\n搬家。\n\n【关键信息与上下文】\n- 旧\n" + "=" * 28


def test_losses_go_under_the_key_information():
    found = find_losses(said("The bucket is zx-41."), EN)

    assert add_losses(EN, found, True) == EN.replace("- old", "- old\n- The bucket is zx-41.")
    assert add_losses(ZH, found, False) == ZH.replace("- 旧", "- 旧\n- The bucket is zx-41.")


def test_a_missing_section_is_added_before_the_closing_line():
    text = "[Core Task Status]\nMove.\n" + "=" * 39

    added = add_losses(text, ["zx-41"], True)

    assert added == f"[Core Task Status]\nMove.\n\n[Key Information & Context]\n- zx-41\n{'=' * 39}"
    assert add_losses("", ["zx-41"], False) == "【关键信息与上下文】\n- zx-41"


def test_the_users_own_title_and_decorated_headings_are_known():
    text = "## **[Facts]**\n- a\n[Other]\nb"

    assert add_losses(text, ["zx"], True, title="Facts") == "## **[Facts]**\n- a\n- zx\n[Other]\nb"


def test_adding_twice_or_nothing_changes_nothing():
    once = add_losses(EN, ["zx-41", "zx-41", " "], True)

    assert once.count("zx-41") == 1
    assert add_losses(once, ["zx-41"], True) == once
    assert add_losses(EN, [], True) == EN


def test_losses_of_one_sentence_share_a_line():
    found = find_losses(said("Bucket zx-41 holds 1,250 files."), "")

    assert len(found) == 2
    assert add_losses("", found, True).count("\n- ") == 1


def test_a_long_sentence_is_cut_around_the_detail():
    found = find_losses(said("word " * 200 + "zx-41 " + "more " * 200), "")

    assert len(found[0].context) < 200
    assert "zx-41" in found[0].context


@settings(max_examples=60)
@given(st.lists(st.text(alphabet='ab Z1,.-@/"“”Mm年月日三\n', max_size=60), max_size=4))
def test_what_is_added_is_no_longer_lost(texts):
    messages = [message for message in said(*texts) if message.text.strip()]
    found = find_losses(messages, "")

    summary = add_losses("", found, True)

    again = {loss.text for loss in find_losses(messages, summary)}
    assert again == set()
