"""The output of a batch: lines in the order of the input, each on disk before anyone hears of it.

Three files. ``results.jsonl`` has one record a line, the first n of the batch at any time. A record that is
done before its turn waits in ``results.jsonl.early``, so that it is not lost either, and is copied over when
its turn comes. ``results.jsonl.run`` says which batch it is; whoever writes holds a lock on it, and on the
records themselves. A link to an output is the output: the other files are beside the real one.

Every line is written and synced on its own, so after a crash only the last line of a file can be incomplete:
it is cut. Anything else that does not fit was not written here, and is refused.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from ..errors import AlphaMuError, InputError, count
from .file_lock import lock

Record = Mapping[str, Any]
NO_RECORD = "this is no record of such a run"


class JournalError(AlphaMuError):
    """The output cannot be written; what was written before stays valid."""


class LineFile:
    """A file of JSON lines that only grows, and never keeps half a line."""

    def __init__(self, path: str) -> None:
        self.path = path
        with _complaining(path):
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        self.size = 0

    def lines(self) -> Iterator[tuple[int, int, dict[str, Any]]]:
        """Where each record starts, how long it is, and the record; a half-written last line is cut off."""
        with _complaining(self.path), open(self.path, "rb") as stream:
            self.size = 0
            for number, line in enumerate(stream, 1):
                record = _record(line)
                if record is None:
                    if line.endswith(b"\n") and stream.read(1):
                        raise InputError(f"{self.path}, line {number}: {NO_RECORD}")
                    break
                start, self.size = self.size, self.size + len(line)
                yield start, len(line), record
        self.cut(self.size)

    def is_in_place(self) -> bool:
        """Whether the name still stands for this file, and the file is as it was left."""
        mine = os.fstat(self._file)
        try:
            return os.path.samestat(os.stat(self.path), mine) and mine.st_size == self.size
        except OSError:
            return False

    def lock(self) -> bool:
        """Take the lock of this file; False if somebody else has it."""
        return lock(self._file)

    def cut(self, size: int) -> None:
        """Forget everything behind ``size``."""
        with _complaining(self.path):
            if os.fstat(self._file).st_size != size:
                os.ftruncate(self._file, size)
                os.fsync(self._file)
        self.size = size

    def append(self, line: bytes, sync: bool = True) -> int:
        """Add a line, synced to the disk; where it starts."""
        start = self.size
        try:
            with _complaining(self.path):
                os.lseek(self._file, start, os.SEEK_SET)
                rest = memoryview(line)
                while rest:
                    rest = rest[os.write(self._file, rest) :]
                if sync:
                    os.fsync(self._file)
        except JournalError:
            # What did not fit in is taken back; if even that fails, the next run does it.
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, start)
            raise
        self.size = start + len(line)
        return start

    def sync(self) -> None:
        """What was added is on disk when this returns."""
        with _complaining(self.path):
            os.fsync(self._file)

    def read(self, start: int, length: int) -> bytes:
        """A line that was written before."""
        with _complaining(self.path):
            os.lseek(self._file, start, os.SEEK_SET)
            return os.read(self._file, length)

    def left(self) -> Iterator[bytes]:
        """The records in the file, which may have no name any more."""
        with contextlib.suppress(OSError), open(os.dup(self._file), "rb") as stream:
            stream.seek(0)
            yield from (line for line in stream if _record(line) is not None)

    def close(self) -> None:
        """Give the file back."""
        os.close(self._file)


class Journal:
    """The output of one batch, open for writing; a context manager."""

    def __init__(
        self,
        path: str,
        fingerprint: Record,
        total: int | None = None,
        again: Callable[[Record], bool] | None = None,
    ) -> None:
        """``total`` is how many records there will be, if that is known; ``again`` chooses some to forget."""
        self.path = path
        self._fingerprint = fingerprint
        self._total = total
        self._retries = again is not None
        self._again = again or (lambda record: False)
        folder = Path(path).absolute().parent
        if not folder.is_dir():
            raise InputError(f"{path}: there is no such folder")
        if path == "-" or (os.path.exists(path) and not os.path.isfile(path)):
            raise InputError(f"the records want a file that can be continued: {path}")
        self._closing = contextlib.ExitStack()
        try:
            if os.path.islink(path):
                path = self.path = os.path.realpath(path)
            self._open(path, fingerprint, Path(path).absolute().parent)
        except BaseException:
            self._closing.close()
            raise

    def _open(self, path: str, fingerprint: Record, folder: Path) -> None:
        if not os.path.exists(path + ".run") and _is_begun(path):
            raise _not_ours(path)  # and nothing is left beside it
        with _complaining(path + ".run"):
            run = os.open(path + ".run", os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        self._closing.callback(os.close, run)
        with _complaining(path + ".run"):
            mine = lock(run)
        if not mine:
            raise InputError(f"another run is writing to this output at the moment: {path}")
        self._claim(run, path, fingerprint)
        self._main = LineFile(path)
        self._closing.callback(self._main.close)
        if not self._main.lock():  # it has more names than one
            raise InputError(f"another run is writing to this output at the moment: {path}")
        self._early = LineFile(path + ".early")
        self._closing.callback(self._early.close)
        _sync_folder(folder)
        self.done = 0
        """So many records are in their place."""
        for _, _, record in self._main.lines():
            self.done += 1
            if record["number"] != self.done:
                raise InputError(f"{path}, line {self.done}: this record has the number {record['number']}")
        self._waiting: dict[int, tuple[int, int]] = {}
        for start, length, record in self._early.lines():
            if record["number"] > self.done and not self._again(record):
                self._waiting[record["number"]] = (start, length)
        last = max(self.done, *self._waiting, 0)
        if self._total is not None and last > self._total:
            raise InputError(
                f"{path}: there is a record {last}, but no more than {count(self._total, 'board')}"
            )
        if self._retries:
            self._forget()
        self._move()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.close()

    def __contains__(self, number: int) -> bool:
        """Whether a record is on disk, in its place or waiting for it."""
        return number <= self.done or number in self._waiting

    def __len__(self) -> int:
        """How many records are on disk."""
        return self.done + len(self._waiting)

    def add(self, record: Record) -> None:
        """Put a record on disk; when this returns, it is there."""
        number = record["number"]
        if number in self:
            raise ValueError(f"record {number} is written already")
        line = as_line(record)
        if not (
            self._main.is_in_place() and self._early.is_in_place() and os.path.exists(self.path + ".run")
        ):
            raise self._lost(line)
        if number == self.done + 1:
            self._main.append(line)
            self.done = number
            self._move()
        else:
            self._waiting[number] = (self._early.append(line), len(line))

    def _lost(self, line: bytes) -> JournalError:
        """Somebody has removed or changed a file: keep what there is under another name, to go on from."""
        what = f"{self.path} was removed or changed while it was written to"
        for folder in (os.path.dirname(os.path.abspath(self.path)), os.getcwd(), tempfile.gettempdir()):
            with contextlib.suppress(OSError):
                name = _free_name(os.path.join(folder, os.path.basename(self.path) + ".kept"))
                _write_synced(name + ".early", itertools.chain(self._main.left(), self._early.left(), [line]))
                _write_synced(name, [])
                _write_synced(name + ".run", [as_line(self._fingerprint)])
                return JournalError(
                    f"{what}; what was found so far is kept, and the same command goes on from there with "
                    f"this output: {name}"
                )
        return JournalError(what)

    def _forget(self) -> None:
        """Let the first record that is wanted again, and all behind it, wait for that."""
        end, done = None, 0
        for start, length, record in self._main.lines():
            wanted_again = self._again(record)
            if wanted_again and end is None:
                end, done = start, record["number"] - 1
            if end is not None and not wanted_again:
                line = self._main.read(start, length)
                self._waiting[record["number"]] = (self._early.append(line, sync=False), length)
        if end is not None:
            self._early.sync()  # they are on disk in one place or the other at any time
            self._main.cut(end)
            self.done = done

    def _move(self) -> None:
        """Copy records whose turn has come."""
        while self.done + 1 in self._waiting:
            self._main.append(self._early.read(*self._waiting[self.done + 1]))
            self.done += 1
            del self._waiting[self.done]
        if not self._waiting and self._early.size:
            self._early.cut(0)

    def finish(self) -> None:
        """All is in its place: the side file is not needed any more."""
        if self._waiting:
            raise ValueError("records are waiting for their turn")
        if not self._main.is_in_place():
            raise self._lost(b"")
        with contextlib.suppress(OSError):  # Windows keeps files that are open; it is empty anyway
            os.unlink(self.path + ".early")

    @staticmethod
    def _claim(run: int, path: str, fingerprint: Record) -> None:
        """Make sure that the output belongs to this batch, or to none yet."""
        with _complaining(path + ".run"):
            text = b"".join(iter(lambda: os.read(run, 1 << 20), b""))
        known = _parsed(text)
        if known is None or "inputs" not in known:
            if _is_begun(path):
                raise _not_ours(path)
            # Half a line is left by a crash at the very start; anything else is somebody's.
            start = b'{"schema": '
            if b"\n" in text or not text.startswith(start[: len(text)]):
                raise InputError(f"this name is needed, but the file is not from such a run: {path}.run")
            with _complaining(path + ".run"):
                os.ftruncate(run, 0)
                os.lseek(run, 0, os.SEEK_SET)
                rest = memoryview(as_line(fingerprint))
                while rest:
                    rest = rest[os.write(run, rest) :]
                os.fsync(run)
            return
        wanted = json.loads(as_line(fingerprint))
        if known != wanted:
            raise InputError(
                f"this output belongs to another run ({_difference(known, wanted)}); choose another name or "
                f"remove it: {path}"
            )


def own_files(path: str) -> list[str]:
    """The files that a journal writes; those of a link are beside the real file."""
    place = os.path.realpath(path)
    names = [path] if not os.path.islink(path) else [path, place]
    return [name + end for name in names for end in ("", ".early", ".run")]


def _free_name(path: str) -> str:
    """A name that no output has."""
    names = (path, *(f"{path}-{number}" for number in range(2, 1000)))
    return next(name for name in names if not any(map(os.path.lexists, own_files(name))))


def _write_synced(path: str, lines: Iterable[bytes]) -> None:
    with open(path, "wb") as stream:
        stream.writelines(lines)
        stream.flush()
        os.fsync(stream.fileno())


def _is_begun(path: str) -> bool:
    return any(os.path.exists(name) and os.path.getsize(name) for name in (path, path + ".early"))


def _not_ours(path: str) -> InputError:
    return InputError(f"there is something already, and not from a run that can go on: {path}")


def as_line(record: Record) -> bytes:
    """A record as it stands in the file."""
    return json.dumps(record, allow_nan=False, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def records(path: str) -> Iterator[dict[str, Any]]:
    """The records of an output, which may still be growing."""
    try:
        with open(path, "rb") as stream:
            for number, line in enumerate(stream, 1):
                record = _record(line)
                if record is None:
                    if not line.endswith(b"\n"):
                        return
                    raise InputError(f"{path}, line {number}: {NO_RECORD}")
                yield record
    except OSError as error:
        raise InputError(f"{path}: the results cannot be read ({error.strerror or error})") from None


def write_whole(path: str, write: Callable[[str], None]) -> None:
    """Write a file under another name first, so that there is never half of it.

    A link stays a link, and what is no file (a pipe, a device) is written to and not replaced.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        with _complaining(path):
            write(path)
        return
    place = os.path.realpath(path)
    temporary = f"{place}.{os.getpid()}.tmp"
    try:
        with _complaining(path):
            write(temporary)
            os.replace(temporary, place)
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)


def _refuse(name: str) -> None:
    """NaN and Infinity are no JSON, and are not written here."""
    raise ValueError(name)


def _parsed(line: bytes) -> dict[str, Any] | None:
    if not line.endswith(b"\n"):
        return None
    try:
        record = json.loads(line, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def _record(line: bytes) -> dict[str, Any] | None:
    record = _parsed(line)
    return record if record is not None and type(record.get("number")) is int else None


def _difference(known: Record, wanted: Record) -> str:
    """In what two fingerprints differ, for people."""
    for part in ("schema", "version"):
        if known.get(part) != wanted[part]:
            return f"{part} {_short(known.get(part))}, not {wanted[part]}"
    options, inputs = known.get("options"), known.get("inputs")
    if not isinstance(options, dict):
        return "other options"
    for name, value in wanted["options"].items():
        if options.get(name) != value:
            return f"{name.replace('_', ' ')} {_short(options.get(name))}, not {_short(value)}"
    if not isinstance(inputs, list) or not all(isinstance(entry, dict) for entry in inputs):
        return "other files"
    names = [entry.get("name") for entry in inputs]
    for entry in wanted["inputs"]:
        if entry["name"] not in names:
            return f"{entry['name']} was not among its files"
    for entry, other in zip(inputs, wanted["inputs"], strict=False):
        if entry != other:
            same_name = entry.get("name") == other["name"]
            return f"{other['name']} has changed" if same_name else "other files"
    return "other files"


def _short(value: object) -> str:
    text = "all" if value is None else str(value)
    return text if len(text) < 30 and "\n" not in text else "another table"


def _sync_folder(folder: Path) -> None:
    """A new file is only safe when the folder that names it is; Windows has no such call."""
    with contextlib.suppress(OSError, AttributeError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextlib.contextmanager
def _complaining(path: str) -> Iterator[None]:
    """What the system refuses becomes a sentence."""
    try:
        yield
    except OSError as error:
        raise JournalError(
            f"{path} cannot be written ({error.strerror or error}); what was written before is valid, and "
            "the same command goes on from there"
        ) from None
