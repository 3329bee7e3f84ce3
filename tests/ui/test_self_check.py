"""What the self-check says about a model that is not there."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from desktop_app import self_check


@pytest.fixture
def resources(tmp_path, monkeypatch):
    monkeypatch.setattr(self_check, "resource_dir", lambda: tmp_path)
    monkeypatch.setattr(self_check, "built_in_model_file", lambda: None)
    return tmp_path


class _Library:
    """A program whose every part is broken."""

    async def create(self):
        raise RuntimeError("no model")


async def _said_of_the_model(capsys):
    [check] = [check for check in self_check._CHECKS if check.name == "built-in model"]
    return await self_check._passed(check, SimpleNamespace(library=_Library())), capsys.readouterr().out


async def test_a_package_built_without_the_model_says_so_and_is_well(resources, capsys):
    (resources / "build.json").write_text(json.dumps({"model": False}))

    passed, said = await _said_of_the_model(capsys)

    assert passed
    assert said.startswith("warn  built-in model: this package comes without it;")


@pytest.mark.parametrize("facts", [{"model": True}, {}, None])
async def test_a_model_that_should_be_there_and_is_not_is_a_fault(resources, capsys, facts):
    if facts is not None:
        (resources / "build.json").write_text(json.dumps(facts))

    passed, said = await _said_of_the_model(capsys)

    assert not passed
    assert said.startswith("FAIL  built-in model: ")
