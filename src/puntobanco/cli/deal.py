"""`puntobanco deal`: deal the cards for given seeds."""

from typing import Annotated

import typer

from puntobanco.cli.parts.arguments import HouseArgument


def deal(
    house: HouseArgument,
    server_seed: Annotated[
        str, typer.Option(metavar="HEX", help="The house's seed, 64 hex digits.")
    ],
    client_seed: Annotated[str, typer.Option(metavar="TEXT", help="The player's seed.")],
    number: Annotated[
        int, typer.Option(min=0, max=2**63 - 1, help="The number of the coup or sabot.")
    ],
    table: Annotated[
        str | None, typer.Option(help="The table's name; by default the house's.")
    ] = None,
    epoch: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="The table's epoch.")] = 1,
    player: Annotated[str, typer.Option(help="The player's name.")] = "player",
    json: Annotated[bool, typer.Option("--json", help="Print the proof as JSON.")] = False,
) -> None:
    """Deal a coup, or a whole sabot, from the seeds of the house and a player."""
    import msgspec

    from puntobanco.cli.parts.output import Terminal
    from puntobanco.fair.commitment import commit, kind_of, mix, parse_hex, terms_of
    from puntobanco.fair.dealer import RevealedCommitment
    from puntobanco.fair.proof import prove
    from puntobanco.houses import house as find_house

    ours = find_house(house)
    sheet = ours.sheet
    seed = parse_hex("--server-seed", server_seed)
    terms = terms_of(sheet, sheet.name if table is None else table, epoch, number)
    players = (mix(player, client_seed),)
    proof = prove(
        sheet, RevealedCommitment(terms, kind_of(sheet), commit(seed, terms), seed, players)
    )
    if json:
        typer.echo(msgspec.json.encode(proof))
        return
    out = Terminal()
    out.title(f"{proof.kind} {proof.number}", f"{proof.table}, epoch {proof.epoch}")
    out.show(f"commitment  {proof.commitment}", f"fixed       {proof.fixed}")
    if proof.burned:
        out.show(f"burned      {proof.burned}")
    for index, cards in enumerate(proof.coups, 1):
        out.line(f"{index:4}  {cards:12}  {ours.play(cards)}")
