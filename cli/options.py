"""Options that several commands share, in groups, so that ``--help`` can be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

import click

from alphamu_dds.bridge.cache import DEFAULT_CAPACITY
from alphamu_dds.engine.options import USUAL_MEMORY
from alphamu_dds.jobs.cores import available_cores
from alphamu_dds.solve.effort import Effort
from alphamu_dds.solve.policy import (
    DEFAULT_ATTEMPTS,
    DEFAULT_FEW,
    DEFAULT_MOVES,
    DEFAULT_SECONDS,
    DEFAULT_SEED,
    DEFAULT_WORLDS,
    PLAYER_WORLDS,
)
from alphamu_dds.worlds.assume import Assumptions
from alphamu_dds.worlds.bidding import BiddingTable
from alphamu_dds.worlds.lead import LeadTable

from .console import THREADS_VARIABLE

SEATS = ("north", "east", "south", "west")

Function = TypeVar("Function", bound=Callable[..., Any])

Option: TypeAlias = "tuple[Sequence[str], dict[str, Any]]"
"""The names of an option, and its settings."""


class GroupedOption(click.Option):
    """An option that stands under a heading of its own in the help text."""

    def __init__(self, *arguments: Any, group: str = "Options", **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.group = group


class GroupedCommand(click.Command):
    """A command whose help text lists options under the headings of their groups."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a section for each group, in the order in which the groups first occur."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                sections.setdefault(getattr(parameter, "group", "Other"), []).append(record)
        for heading, records in sections.items():
            with formatter.section(heading):
                formatter.write_dl(records)


class WorldsCount(click.ParamType):  # type: ignore[type-arg]
    """A number of layouts, or ``all``."""

    name = "N|all"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | None:
        """``all`` is None."""
        if value is None or str(value).lower() == "all":
            return None
        try:
            return int(value)
        except ValueError:
            self.fail(f"{value!r} is neither a number nor 'all'", param, ctx)


def in_group(group: str, *options: Option) -> Callable[[Function], Function]:
    """Add options, each given as its names and its settings, under one heading."""

    def decorate(function: Function) -> Function:
        for names, settings in reversed(options):
            function = click.option(*names, cls=GroupedOption, group=group, **settings)(function)
        return function

    return decorate


NUMBER: Option = (
    ["--board", "number"],
    {"metavar": "NAME", "help": "The board of a file with many; '#3' is the third."},
)
ROOM: Option = (
    ["--room"],
    {"metavar": "ROOM", "help": "open or closed, where both tables of a match have that board."},
)
NO_BIDDING: Option = (
    ["--no-bidding"],
    {"is_flag": True, "help": "Conclude nothing from the defenders' calls."},
)
LEADS: Option = (
    ["--leads"],
    {
        "type": click.Choice(["weights", "filter", "off"]),
        "default": "weights",
        "show_default": True,
        "help": "Layouts in which the lead is usual count more, count alone, or count alike.",
    },
)
MAX_MOVES: Option = (
    ["-M", "--max-moves"],
    {
        "type": int,
        "help": "Cards of declarer's side to look ahead; 1: PIMC. Else 2, and to the end in the last "
        "five tricks.",
    },
)
THREADS: Option = (
    ["--threads"],
    {
        "type": int,
        "default": available_cores,
        "envvar": THREADS_VARIABLE,
        "show_envvar": True,
        "help": "Threads that share the double dummy solves; else one for each core.",
    },
)

standing_options = in_group(
    "Where declarer stands",
    NUMBER,
    ROOM,
    (
        ["--after"],
        {"type": int, "metavar": "K", "help": "After K cards of the record; else at the last open choice."},
    ),
    (["--play"], {"default": "", "metavar": "CARDS", "help": 'Cards played after that: "SA S2".'}),
    (["--lead"], {"metavar": "CARD", "help": "The opening lead, if the record has none."}),
    (["--contract"], {"metavar": "TEXT", "help": "Another contract than the board's, like 3NT."}),
    (["--declarer"], {"metavar": "SEAT", "help": "N, E, S or W; the board's if it has one."}),
    (
        ["--tricks"],
        {"type": int, "metavar": "N", "help": "Tricks wanted in all; else what the contract needs."},
    ),
)

WORLDS: tuple[Option, ...] = (
    (
        ["--worlds"],
        {
            "type": WorldsCount(),
            "default": str(DEFAULT_WORLDS),
            "show_default": True,
            "help": "How many are drawn.",
        },
    ),
    (
        ["--seed"],
        {"default": DEFAULT_SEED, "show_default": True, "help": "The same seed draws the same layouts."},
    ),
    (
        ["--few"],
        {"default": DEFAULT_FEW, "show_default": True, "help": "If no more than so many fit, all are used."},
    ),
    (
        ["--attempts"],
        {"default": DEFAULT_ATTEMPTS, "show_default": True, "help": "Layouts tried before giving up."},
    ),
)
BIDDING_TABLE: Option = (
    ["--bidding-table"],
    {"metavar": "FILE", "help": "What calls show, if not `alphamu tables bidding`."},
)
LEAD_TABLE: Option = (
    ["--lead-table"],
    {"metavar": "FILE", "help": "Which leads are usual, if not `alphamu tables leads`."},
)

worlds_options = in_group("Layouts of the hidden hands", *WORLDS)

assumption_options = in_group(
    "What is assumed of the hidden hands",
    *(
        ([f"--{seat}"], {"metavar": "TEXT", "help": text})
        for seat, text in (
            ("west", 'West\'s hand: "hcp 12-14, spades 5+, balanced".'),
            ("north", "The same for North,"),
            ("east", "for East,"),
            ("south", "and for South."),
        )
    ),
    (
        ["--condition", "conditions"],
        {
            "multiple": True,
            "metavar": "TEXT",
            "help": 'In dealer\'s language: "hcp(west)>=12 && spades(west)>=5".',
        },
    ),
    NO_BIDDING,
    BIDDING_TABLE,
    LEADS,
    LEAD_TABLE,
)

search_options = in_group(
    "Search",
    MAX_MOVES,
    (
        ["--every-card/--best-card"],
        {
            "default": None,
            "help": "The whole front of every card, or only the best card; else every card exactly, and its "
            "front up to 3 ahead.",
        },
    ),
    (
        ["--time-limit"],
        {
            "type": float,
            "metavar": "SECONDS",
            "help": "Answer with the last depth completed by then, if need be for fewer layouts; 0 for no "
            f"limit. Else {DEFAULT_SECONDS:.0f} of processor time, and a limit of work that is the same on "
            "every machine.",
        },
    ),
    (
        ["--memory-limit"],
        {
            "type": float,
            "metavar": "MIB",
            "help": f"The same for the memory of the search; 0 for no limit. Else {USUAL_MEMORY >> 20}.",
        },
    ),
    (["--node-limit"], {"type": int, "metavar": "N", "help": "The same, counted in search nodes."}),
    THREADS,
    (
        ["--cache-size"],
        {
            "default": DEFAULT_CAPACITY,
            "show_default": True,
            "help": "Double dummy answers to remember; 0 for none.",
        },
    ),
)

player_options = in_group(
    "For players that do not say it themselves",
    (
        ["-M", "--max-moves"],
        {"default": DEFAULT_MOVES, "show_default": True, "help": "Own cards that αμ looks ahead."},
    ),
    (
        ["--worlds"],
        {"default": PLAYER_WORLDS, "show_default": True, "help": "Layouts that αμ and PIMC imagine."},
    ),
    (["--seed"], {"default": DEFAULT_SEED, "show_default": True, "help": "The same seed, the same layouts."}),
)


def review_options(function: Function) -> Function:
    """What decides the answers when every choice of a board is looked at."""
    return in_group("Which board", NUMBER, ROOM)(
        worlds_options(in_group("What decides the answers", NO_BIDDING, LEADS, MAX_MOVES, THREADS)(function))
    )


def assumptions_of(given: dict[str, Any]) -> Assumptions:
    """What the options say about the hidden hands; those that a command does not have are as usual."""
    bidding, leads = given.get("bidding_table"), given.get("lead_table")
    return Assumptions(
        hands={seat: given[seat] for seat in SEATS if given.get(seat) is not None},
        conditions=given.get("conditions", ()),
        bidding=not given["no_bidding"],
        bidding_table=None if bidding is None else BiddingTable.read(bidding),
        lead=given["leads"],
        lead_table=None if leads is None else LeadTable.read(leads),
    )


def effort_of(given: dict[str, Any], **more: Any) -> Effort:
    """How many layouts the options ask for, how far they look, and ``more``."""
    names = ("worlds", "seed", "few", "attempts", "max_moves")
    return Effort(**{name: given[name] for name in names}, **more)
