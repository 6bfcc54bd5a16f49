"""The command ``alphamu`` and what all its subcommands share."""

from __future__ import annotations

import errno
import importlib
import os
import sys
from collections.abc import Sequence

import click

from alphamu_dds.errors import AlphaMuError
from alphamu_dds.report.words import printable

from .console import INTERRUPTED
from .hints import sentence

COMMANDS = {
    "solve": "Find the best card of one decision.",
    "review": "Look at every choice of declarer on a board that was played.",
    "batch": "Look at all boards of files: which mistakes cost most.",
    "play": "Let players play a board to its end.",
    "match": "Compare players on the same deals.",
    "suit": "Find the best line for one suit, exactly.",
    "tables": "Print what is assumed from calls and leads.",
    "boards": "List the boards of files, and what is wrong with them.",
    "bench": "Measure the search.",
}
"""Each subcommand is a module of this package with a click command of the same name."""


class LazyGroup(click.Group):
    """Imports a subcommand when it is called, so that ``--help`` is instant."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(importlib.import_module(f".{cmd_name}", __package__), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="alphamu-dds", prog_name="alphamu")
def cli() -> None:
    """αμ for bridge: the card that wins in the most layouts declarer cannot tell apart.

    Exit codes: 0 done, 1 the input cannot be solved, 2 wrong usage, 130 interrupted.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """The entry point of the command: errors become one sentence and an exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal or pipe that cannot show a suit symbol gets a question mark, not a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    sys.exit(_run(None if arguments is None else list(arguments)))


def _run(arguments: list[str] | None) -> int:
    try:
        if sys.stdout is None:
            _complain("there is no standard output to write to")
            return 1
        code = cli.main(args=arguments, prog_name="alphamu", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except SystemExit:
        return 0  # click's way of saying that the reader (head, say) has seen enough
    except (click.Abort, KeyboardInterrupt):
        _complain("interrupted")
        return INTERRUPTED
    except AlphaMuError as error:
        _complain(sentence(error, next(iter(arguments or sys.argv[1:]), "")))
        return 1
    except OSError as error:
        # Nothing more can be written: give the interpreter nothing to flush at its end.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        if error.errno == errno.EPIPE:
            return 0
        _complain(f"the result cannot be written ({error.strerror or error})")
        return 1


def _complain(sentence: str) -> None:
    if sys.stderr is not None:
        click.echo(f"alphamu: {printable(sentence)}", err=True)
