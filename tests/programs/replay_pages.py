"""Pages of fencepost replay, for their tests."""

import os
import subprocess
import sys

from harness import ROOT

# What the cells of an array show, in order.
VALUES = ("return [...document.querySelectorAll(`[data-array=\"${arguments[0]}\"] .cell b`)].map((cell) => "
          "cell.textContent === '?' ? null : Number(cell.textContent))")


def places(launch=1, block=0, interval=0, step=0):
    return f"launch={launch}&block={block}&interval={interval}&step={step}"


class Pages:
    """The pages by their names, in `folder`; `name told` is what standard error said."""

    def __init__(self, tools, folder):
        self.tools, self.folder, self.written = tools, folder, {}

    def replayed(self, source, words, arguments=()):
        return subprocess.run([self.tools.fencepost, "replay", source, *words, "--", *arguments], env=self.tools.environment(),
                              cwd=self.folder, capture_output=True, text=True, check=False)

    def write(self, name, source, *arguments):
        self.written[name] = os.path.join(self.folder, name + ".html")
        run = self.replayed(source, ["--output", self.written[name]], arguments)
        if not os.path.exists(self.written[name]):
            sys.exit(f"no page of {name}: {run.stderr}")
        self.written[name + " told"] = run.stderr

    def write_kernel(self, name, size):
        self.write(name, os.path.join(ROOT, "kernels", name + ".cu"), str(size))
