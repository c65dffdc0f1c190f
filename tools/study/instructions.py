# SPDX-License-Identifier: BSL-1.0
"""What an instruction does, in a line: a table of mnemonics by family. The script of a page reads the same table."""

import json
import pathlib
import re

TABLE = pathlib.Path(__file__).resolve().parent / "page" / "instructions.json"
FAMILIES = json.loads(TABLE.read_text(encoding="utf-8"))


def meaning(mnemonic):
    """The words of the first family that has this mnemonic; None where none has it."""
    return next((words for pattern, words in FAMILIES if re.fullmatch(pattern, mnemonic)), None)
