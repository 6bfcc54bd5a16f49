"""Loads the package with one line changed, to see whether the tests would notice."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.util
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

PACKAGE = "alphamu_dds"
ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def mutant(module: str, *changes: tuple[str, str]) -> Iterator[ModuleType]:
    """The package with ``changes`` (old text, new text) applied to the source of one module.

    Every old text must occur exactly once: a mutant that no longer fits the source is an error, not a
    test that silently passes.
    """
    name = f"{PACKAGE}.{module}"
    path = ROOT / (name.replace(".", "/") + ".py")
    source = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert source.count(old) == 1, f"{name} has {source.count(old)} places that read: {old}"
        source = source.replace(old, new)

    class Loader(importlib.abc.Loader):
        def create_module(self, spec: ModuleSpec) -> ModuleType | None:
            return None

        def exec_module(self, module: ModuleType) -> None:
            exec(compile(source, f"{path} (mutant)", "exec"), module.__dict__)

    class Finder(importlib.abc.MetaPathFinder):
        def find_spec(
            self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
        ) -> ModuleSpec | None:
            if fullname != name:
                return None
            return importlib.util.spec_from_loader(fullname, Loader())

    originals = {key: value for key, value in sys.modules.items() if _ours(key)}
    for key in originals:
        del sys.modules[key]
    finder = Finder()
    sys.meta_path.insert(0, finder)
    try:
        yield importlib.import_module(PACKAGE)
    finally:
        sys.meta_path.remove(finder)
        for key in [key for key in sys.modules if _ours(key)]:
            del sys.modules[key]
        sys.modules.update(originals)


def _ours(name: str) -> bool:
    return name == PACKAGE or name.startswith(PACKAGE + ".")
