"""A short run of the file fuzz; ``make fuzz`` makes it 10,000 files long."""

import os

from tests.faults.fuzz_files import main


def test_damaged_files_are_read_or_refused():
    long = os.environ.get("HYPOTHESIS_PROFILE") == "fuzz"

    assert main(10_000 if long else 150, seed=3) == 0
