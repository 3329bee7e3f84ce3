import pytest

from desktop_app.coordinator.announcer import Announcer
from desktop_app.core.domain.events import ConversationRemoved


def test_all_listeners_hear_an_event_in_order():
    heard = []
    announcer = Announcer()
    announcer.listen(lambda event: heard.append(("first", event)))
    announcer.listen(lambda event: heard.append(("second", event)))

    announcer.publish(ConversationRemoved("c"))

    assert [name for name, _ in heard] == ["first", "second"]


def test_a_removed_listener_hears_nothing():
    heard = []
    announcer = Announcer()
    stop = announcer.listen(heard.append)
    stop()
    stop()

    announcer.publish(ConversationRemoved("c"))

    assert heard == []


@pytest.mark.expects_log
def test_a_failing_listener_stops_no_other(caplog):
    heard = []
    announcer = Announcer()
    announcer.listen(lambda event: 1 / 0)
    announcer.listen(heard.append)

    announcer.publish(ConversationRemoved("c"))

    assert heard == [ConversationRemoved("c")]
    assert "ConversationRemoved" in caplog.text
