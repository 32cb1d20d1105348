"""Packed positions, as `wazaba convert --to positions` writes them, and functions shared by all programs here.

A file may be far larger than memory: it is mapped, not read, and shuffled in groups of blocks.
"""

import ctypes
import functools
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

say = functools.partial(print, file=sys.stderr, flush=True)


def plotter(path):
    """matplotlib's pyplot. Where it is missing, None: a note is then left in place of the plot."""
    try:
        from matplotlib import pyplot
    except ImportError:
        note = "no plot: matplotlib is missing"
        say(f"{path}: {note}")
        path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 40"><text x="10" y="25">{note}</text></svg>\n')
        return None
    return pyplot


class Progress:
    """The last line of a terminal: how much of a step is done, the time left, and the loss if there is one. Silent in a
    pipe or a file."""

    WIDTH, PAUSE = 24, 0.5  # characters of the bar; seconds between two updates

    def __init__(self, before=0.0):
        """`before` is the share that an earlier run has done, 0 to 1."""
        self.before, self.began, self.shown = before, time.time(), 0.0

    def show(self, done, loss=None):
        """`done` is the share of the whole, 0 to 1."""
        now = time.time()
        if not sys.stderr.isatty() or now - self.shown < self.PAUSE or done <= self.before:
            return
        self.shown, left = now, (now - self.began) / (done - self.before) * (1 - done)
        bar = "#" * int(done * self.WIDTH)
        loss = "" if loss is None else f", loss {loss:.6f}"
        print(f"\r\033[K[{bar:.<{self.WIDTH}}] {done:.0%}{loss}, {left / 60:.0f} min left", end="", file=sys.stderr, flush=True)

    def clear(self):
        """Wipes the line, before another is printed."""
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)


# 32 bytes, flipped so that White is to move: bit 0 of `occupied` is a1; `pieces` holds the codes of the occupied squares
# in order, four bits each, the lower half of a byte first, 1-6 for the mover's P N B R Q K and 7-12 for the other side's;
# score and result are from the mover's side.
POSITION = np.dtype(
    [("occupied", "<u8"), ("pieces", "u1", 16), ("score", "<i2"), ("result", "i1"), ("count", "u1"), ("game", "<u4")]
)
LEAF = 2  # the result of a leaf, which is not part of its game
BLOCK, GROUP = 8192, 512  # positions per read; blocks that are shuffled together, 128 MiB


def compiled(source, **constants):
    """The functions of a C++ file, compiled for this machine."""
    with tempfile.TemporaryDirectory() as folder:
        library = os.path.join(folder, "loops.so")
        flags = ["-std=c++20", "-O3", "-march=native", "-ffast-math", "-shared", "-fPIC"]
        defined = [f"-D{name}={value}" for name, value in constants.items()]
        subprocess.run(["g++", *flags, *defined, "-o", library, source], check=True)
        return ctypes.CDLL(library)


def address(array):
    """The address of the first element; the caller keeps the array alive."""
    return array.ctypes.data


def mapped(path):
    """The positions of a file."""
    return np.memmap(path, dtype=POSITION, mode="r")


def boards_of(positions):
    """The boards of positions, (n, 64): a1 first, 0 for an empty square."""
    boards = np.unpackbits(positions["occupied"].copy().view("u1").reshape(-1, 8), axis=1, bitorder="little")
    codes = np.stack([positions["pieces"] & 15, positions["pieces"] >> 4], axis=2).reshape(-1, 32)
    boards[boards != 0] = codes[np.arange(32) < positions["count"][:, None]]
    return boards


def turned(boards):
    """Each board upside down, as seen from the other side."""
    return boards.reshape(-1, 8, 8)[:, ::-1].reshape(-1, 64)


class Split:
    """Training and validation positions of a file: whole games are held out, every Nth of them."""

    def __init__(self, positions, hold_out, use=None):
        """Trains on about `use` positions, spread over the file, or on all; the validation set is the same."""
        self.positions, self.hold_out = positions, hold_out
        starts = np.arange(0, len(positions), BLOCK)
        held = [self.is_held(positions[start : start + BLOCK]) for start in starts]
        self.validation = np.concatenate([positions[s : s + BLOCK][part] for s, part in zip(starts, held)])
        sizes = np.array([np.count_nonzero(~part) for part in held])
        count = len(starts) if use is None else min(len(starts), max(1, round(use / sizes.mean())))
        chosen = np.linspace(0, len(starts) - 1, count).round().astype(int)
        self.starts, self.size = starts[chosen], int(sizes[chosen].sum())

    def __len__(self):
        """The number of training positions."""
        return self.size

    def is_held(self, positions):
        return positions["game"] % self.hold_out == 0

    def batches(self, size, seed):
        """Every training position once, in batches of about that size: blocks in random order, a group of them shuffled."""
        chance = np.random.default_rng(seed)
        order = chance.permutation(len(self.starts))
        for group in np.array_split(order, -(-len(order) // GROUP)):
            parts = [self.positions[start : start + BLOCK] for start in self.starts[np.sort(group)]]
            some = np.concatenate([part[~self.is_held(part)] for part in parts])
            if len(some) > 0:
                for chosen in np.array_split(chance.permutation(len(some)), -(-len(some) // size)):
                    yield some[chosen]

    def sample(self, count, seed):
        """About that many training positions, spread over the file."""
        blocks = np.random.default_rng(seed).permutation(len(self.starts))[: -(-count // BLOCK)]
        parts = [self.positions[start : start + BLOCK] for start in self.starts[np.sort(blocks)]]
        return np.concatenate([part[~self.is_held(part)] for part in parts])


def score_and_result(positions):
    """The score, and the result as 0, 0.5 or 1, as floats; a leaf has a result above 1."""
    return positions["score"].astype(np.float32), (positions["result"] + 1).astype(np.float32) / 2


def blended(score, result, scale, blend):
    """The targets, 0 to 1: the score blended with the result where that is known."""
    shown = sigmoid(score / scale)
    return np.where((result >= 0) & (result <= 1), (1 - blend) * shown + blend * result, shown)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def scale_of(score, result):
    """The K for which sigmoid(score / K) is closest to the results; leaves are left out."""
    known = (result >= 0) & (result <= 1)
    score, result, scales = score[known], result[known], np.geomspace(60, 2000, 400, dtype=np.float32)
    return min(scales, key=lambda k: np.mean((sigmoid(score / k) - result) ** 2))
