# SPDX-License-Identifier: BSL-1.0
"""Programs that the study calls: where they are, what they are called here, and which Debian package has the rest."""

import os
import re
import shutil
import subprocess


class Failed(Exception):
    """A program of the user's or of this tool did not do what it must. The words are for the user."""


def run(command, **options):
    """The finished process. Standard input is empty unless given; nothing is decoded strictly."""
    if "input" not in options:
        options["stdin"] = subprocess.DEVNULL
    return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, **options)


class Compiler:
    """A compiler of the user's with the user's options."""

    def __init__(self, program, options, includes):
        self.program = program
        self.options = list(options)
        here = os.path.dirname(os.path.abspath(__file__))  # <heed_page/...>
        self.flags = [flag for folder in [*includes, here] for flag in ("-I", folder)]
        if not any(option.startswith("-std=") for option in self.options):
            self.flags.append("-std=c++20")
        try:
            said = run([program, "--version"]).stdout
        except OSError as error:
            raise Failed(f"cannot run the compiler {program}: {error.strerror}") from error
        self.name = said.splitlines()[0] if said else program
        self.is_clang = "clang" in said
        version = re.search(r"version (\d+)", said)
        self.clang_version = version.group(1) if self.is_clang and version else ""

    def compile(self, *arguments):
        """Fails with its words. Warnings are for the build of the user's own program, and off here."""
        command = [self.program, *self.flags, *self.options, "-fno-lto", "-w", *arguments]
        done = run(command)
        if done.returncode != 0:
            raise Failed(done.stderr.rstrip() or f"{' '.join(command)}: status {done.returncode}")


class Tools:
    """Programs by their plain names, those of LLVM in the version of the compiler where there is one."""

    def __init__(self, clang_version=""):
        newest_first = [str(version) for version in range(29, 13, -1)]
        self._version = f"-{clang_version}" if clang_version else ""
        self._suffixes = [self._version] * bool(clang_version) + [f"-{v}" for v in newest_first] + [""]
        self.missing = []

    def find(self, *names):
        """The path of the first one that is there, or None."""
        for name in names:
            for suffix in self._suffixes if name.startswith("llvm-") else [""]:
                path = shutil.which(name + suffix)
                if path:
                    return path
        return None

    def require(self, pane, *names):
        """The same; what is not there is remembered for the pane that stays empty."""
        found = self.find(*names)
        if not found:
            if names[0].startswith("llvm-"):
                self.lacks(pane, names[0] + self._version, "llvm" + self._version)
            else:
                self.lacks(pane, names[0], "binutils")
        return found

    def lacks(self, pane, tool, package, why=""):
        """Remembers what a pane stays empty for: a program and its package, or else why."""
        entry = {"pane": pane, "tool": tool, "package": package}
        if why:
            entry["why"] = why
        if entry not in self.missing:
            self.missing.append(entry)
