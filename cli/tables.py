"""``alphamu tables``: the data files that users can copy and change."""

from __future__ import annotations

import click

from alphamu_dds.worlds.tables import default_table


@click.command()
@click.argument("name", type=click.Choice(["bidding", "leads"]))
def tables(name: str) -> None:
    """Print the table that says what calls (bidding) or opening leads (leads) show.

    Save it, change it, and give it to --bidding-table or --lead-table.
    """
    click.echo(default_table(f"{name}.toml"), nl=False)
