"""What the package exports: documented, typed, and the same whatever was imported before."""

from __future__ import annotations

import dataclasses
import inspect
import re
import subprocess
import sys
import typing
from collections.abc import Iterator

import pytest

import alphamu_dds as am

NAMES = [name for name in am.__all__ if name != "__version__"]


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_is_documented_and_typed(name: str) -> None:
    found = getattr(am, name)
    if inspect.isclass(found) or inspect.isfunction(found):
        assert inspect.getdoc(found), f"{name} has no documentation"
    for owner, function in functions_of(name, found):
        assert inspect.getdoc(function), f"{owner} has no documentation"
        for parameter in inspect.signature(function).parameters.values():
            if parameter.name not in ("self", "cls"):
                assert parameter.annotation is not inspect.Parameter.empty, f"{owner}, {parameter.name}"
        assert inspect.signature(function).return_annotation is not inspect.Signature.empty, owner


def functions_of(name: str, found: object) -> Iterator[tuple[str, typing.Any]]:
    """The functions behind a public name: itself, or the public methods and properties of a class."""
    if inspect.isfunction(found):
        yield name, found
    if inspect.isclass(found):
        for attribute, value in vars(found).items():
            function = value.fget if isinstance(value, property) else value
            function = function.__func__ if isinstance(function, (staticmethod, classmethod)) else function
            if not attribute.startswith("_") and inspect.isfunction(function):
                yield f"{name}.{attribute}", function


WORDS = re.compile(r"\b[A-Z]\w+")
OF_PYTHON = {
    *(
        "Any",
        "Callable",
        "Collection",
        "Event",
        "Generic",
        "Iterable",
        "Iterator",
        "Literal",
        "Mapping",
        "None",
    ),
    *("Path", "PathLike", "Protocol", "Sequence", "TypedDict", "Unpack", "Fraction", "NDArray"),
    *("State", "Move"),
}


@pytest.mark.parametrize("name", NAMES)
def test_what_the_library_returns_or_accepts_is_exported_as_well(name: str) -> None:
    found = getattr(am, name)
    said = [
        str(annotation)
        for _, function in functions_of(name, found)
        for annotation in function.__annotations__.values()
    ]
    if dataclasses.is_dataclass(found):
        said += [str(field.type) for field in dataclasses.fields(found) if not field.name.startswith("_")]
    named = {word for annotation in said for word in WORDS.findall(annotation)}
    assert named - OF_PYTHON - {"InitVar"} <= set(am.__all__), f"{name} speaks of what is not exported"


def test_functions_keep_their_names_though_rooms_are_called_like_them() -> None:
    code = (
        "import alphamu_dds as am, alphamu_dds.solve.policy, alphamu_dds.batch.run, alphamu_dds.match.run; "
        "from alphamu_dds.solve import search; "
        "assert callable(am.solve) and callable(am.batch) and callable(am.match)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    "function", [am.solve, am.solve_worlds, am.review, am.batch, am.match, am.play_board]
)
def test_a_keyword_that_does_not_exist_is_refused(function: typing.Any) -> None:
    wanted = [p for p in inspect.signature(function).parameters.values() if p.default is p.empty]
    given: list[list[str]] = [[] for p in wanted if p.kind is p.POSITIONAL_OR_KEYWORD]
    with pytest.raises(
        TypeError, match=rf"^{function.__name__}\(\) got an unexpected keyword argument 'wrolds'"
    ):
        function(*given, wrolds=3)
