import os

import pytest

from tests.faults.fuzz_stream import run

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "fuzz"
CHUNKS = int(os.environ.get("FUZZ_CHUNKS", "1000000" if LONG else "10000"))


@pytest.mark.timeout(3600 if LONG else 120)
def test_broken_streams_are_survived_and_cutting_changes_nothing():
    report = run(CHUNKS)

    assert report.chunks >= CHUNKS
    print(report)
