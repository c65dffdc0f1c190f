# SPDX-License-Identifier: BSL-1.0
"""Tiles of scores that a mask leaves: letters, of which the script makes a picture to step through."""

KINDS = {"#": "without the mask", "x": "with the mask", "-": "skipped"}


def tiles_block(tiles):
    """Nothing where there is no more than a tile."""
    if len(tiles["rows"]) * len(tiles["rows"][0]) < 2:
        return ""
    letters = "".join(tiles["rows"])
    told = ", ".join(f"{letters.count(letter)} {words}" for letter, words in KINDS.items() if letter in letters)
    sizes = " ".join(f'data-{name.replace("_", "-")}="{tiles[name]}"' for name in ("queries", "keys", "queries_of_tile", "keys_of_block"))
    rows = "\n".join(tiles["rows"])
    return (
        f'<section class="block tiles" {sizes}>\n<h3>Tiles of the mask</h3>\n'
        f'<p class="lead">A row is a tile of {tiles["queries_of_tile"]} queries, a column a block of {tiles["keys_of_block"]} keys. They run row by row, '
        f"from left to right: {len(letters)} tiles, {told}.</p>\n"
        '<div class="controls" hidden></div>\n<div class="drawn" hidden></div>\n'
        f"<pre>{rows}</pre>\n"
        '<p class="about"># without the mask, x with the mask, − skipped: not computed</p>\n</section>\n'
    )
