from desktop_app.coordinator.rising_clock import RisingClock
from tests.builders import FixedClock


def test_time_rises_while_the_machines_stands_still_or_is_set_back():
    machine = FixedClock(1_800_000_000.0)
    clock = RisingClock(machine)
    first, second = clock.now(), clock.now()
    machine.at -= 3600
    third = clock.now()
    machine.at += 7200
    fourth = clock.now()

    assert first == 1_800_000_000.0
    assert first < second < third < first + 1
    assert fourth == machine.at


def test_the_other_clock_is_passed_through():
    assert RisingClock(FixedClock(5.0)).monotonic() == 5.0
