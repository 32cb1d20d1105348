"""Trains a network (NNUE) with layers on packed positions that a strong network or engine has judged; writes a .net file.

Needs g++ and Debian's python3-numpy:

    python3 training/layers.py --positions a.bin b.bin --net new.net

The network looks twice, as the mover and as the other side, at 12 * 64 inputs: own pieces P N B R Q K, then the other's, each by
square, ranks counted from the own side, files mirrored where the own king is on e-h.

    hidden = clamp(bias0 + rows of the inputs that are on, 0, 1)        WIDTH numbers for either look
    input = first half of hidden * second half                          mover's, other's: WIDTH in all
    first = bias1 + input . weights1                                    and so on in one of 8 stacks: (pieces - 2) / 4
    second = clamp(bias2 + (clamp(first, 0, 1), min(first^2, 1)) . weights2, 0, 1)
    output = bias3 + second . weights3
    loss = mean of (sigmoid(400 * output / UNIT) - sigmoid(score / K))^2, and --penalty * the mean of the sum of inputs,
        and --far * mean of the same with UNIT and K four times as large

The last keeps far scores apart, where the first sigmoid is flat: without it a network said 870 centipawns of all positions that are won.

Whole games are held out for validation, or stand in a file of their own. Where a position's result is known, --blend of it is in the target. Weights are rounded at every step, and their gradient moves the
floats behind them; AdamW, its step falling along a cosine. The validation is that of the file's integers, as the engine computes.

Positions are mapped, not read: all may be far larger than memory. Blocks come in random order, some 4 million positions of them are
shuffled together (a group). After each --report groups are written: the .net file, a row of the .csv, and the .npz with which
--resume goes on. At the end, inputs that are on together become neighbours, since the engine skips pairs that are both 0.
"""

import argparse
import concurrent.futures
import csv
import ctypes
import math
import os
import pathlib
import struct
import time
import zlib

import numpy as np

from positions import BLOCK, GROUP, Progress, address, blended, compiled, mapped, say, score_and_result, sigmoid

INPUTS, STACKS, CENTIPAWNS, VERSION = 768, 8, 400, 3
UNIT = 159  # so many centipawns are a chance of 73 %: K of Stockfish's scores in chess
FAR = 4  # how much flatter the second sigmoid of the loss is
HEADER = struct.Struct("<4s8HI")  # of a .net file (src/engine/net/net.ts)
ACTIVATION = 256  # what 1 is in accumulators
WARM_UP = 500  # steps
NEW_SHARE = 0.2  # of the usual weights, where neurons are added to a trained network
MOST_HELD = 1_000_000  # positions that are validated with
SAMPLE = 100_000  # positions that tell which inputs are on together
BANDS = ((25, 32), (15, 24), (8, 14), (2, 7))  # pieces


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--positions", required=True, nargs="+", help="files of packed positions")
    add("--validation", help="file of packed positions of other games (default games held out)")
    add("--hold-out", type=int, default=50, metavar="N", help="without --validation, every Nth game is held out (default 50)")
    add("--net", required=True, type=pathlib.Path, help="file to write; .csv and .npz go beside it")
    add("--width", type=int, default=512, help="accumulators of either look, a multiple of 64 (default 512)")
    add("--layers", type=int, nargs=2, default=(16, 32), help="sizes, multiples of 16 and 32 (default 16 32)")
    add("--coarse", type=int, default=1, metavar="N", help="rows of multiples of N, a smaller file to download (default 1)")
    add("--batch", type=int, default=2048, help="positions of a step (default 2048)")
    add("--epochs", type=int, default=1, help="passes over the positions (default 1)")
    add("--rate", type=float, default=0.001, help="Adam's step, falling along a cosine (default 0.001)")
    add("--last-rate", type=float, default=0.00001, help="the step at the end (default 0.00001)")
    add("--decay", type=float, default=0.0, help="weight decay, a share of the step (default 0)")
    add("--far", type=float, default=0.5, help="the share of the flatter sigmoid in the loss (default 0.5)")
    add("--penalty", type=float, default=0.0, help="of inputs that are not 0 (default 0)")
    add("--blend", type=float, default=0.25, help="the result's share, where one is known (default 0.25)")
    add("--scale", type=float, default=UNIT, metavar="K", help=f"of the scores (default {UNIT})")
    add("--report", type=int, default=5, metavar="N", help="write all after so many groups (default 5)")
    add("--threads", type=int, default=os.cpu_count(), help="processors to use (default all)")
    add("--seed", type=int, default=1, help="of the start and the shuffling (default 1)")
    add("--from", dest="start", type=pathlib.Path, metavar="NET", help="begin with the weights of this .net file, of the same sizes or narrower")
    add("--resume", action="store_true", help="go on from the .npz of a run that was cut, options unchanged")
    return parser.parse_args()


class Network:
    """The float network, its parameters as one vector in the order of the file, and how to train and judge it."""

    def __init__(self, options):
        width, (first, second) = options.width, options.layers
        # Each part's shape, type in the file, what 1 is there, and the largest value.
        self.parts = (
            ((INPUTS, width), "i1", 256, 127 // options.coarse * options.coarse / 256),
            ((width,), "<i2", 256, 64),
            ((STACKS, width, first), "i1", 64, 127 / 64),
            ((STACKS, first), "<i4", 8192, 1000),
            ((STACKS, 2 * first, second), "<i2", 1024, 16),
            ((STACKS, second), "<i4", 1024**2, 200),
            ((STACKS, second), "<i2", 1024, 16),
            ((STACKS,), "<i4", 1024**2, 200),
        )
        self.sizes = [math.prod(shape) for shape, *_ in self.parts]
        self.scales, self.bounds = (np.repeat(np.float32([part[i] for part in self.parts]), self.sizes) for i in (2, 3))
        chance = np.random.default_rng(options.seed)
        spreads = (0.12, 0, 0.06, 0, 0.3, 0, 0.2, 0)
        self.parameters = np.concatenate(
            [chance.uniform(-spread, spread, size) for spread, size in zip(spreads, self.sizes)], dtype=np.float32
        )
        self.mean, self.square, self.count = np.zeros_like(self.parameters), np.zeros_like(self.parameters), 0
        self.width, self.layers, self.threads, self.coarse = width, (first, second), options.threads, options.coarse
        self.functions = compiled(
            pathlib.Path(__file__).with_suffix(".cpp"), WIDTH=width, LAYER_1=first, LAYER_2=second, COARSE=options.coarse
        )
        pointer, number = ctypes.c_void_p, ctypes.c_int64
        vectors, batches, scales = [pointer] * 4, [pointer, pointer, number, number], [ctypes.c_float] * 3
        self.functions.learn.argtypes = [*vectors, *batches, *scales, pointer, pointer, ctypes.c_int]
        self.functions.evaluate.argtypes = [pointer, pointer, number, pointer, pointer]

    def start_from(self, path):
        """Takes over the parameters of a .net file. If it is narrower, the neurons it lacks begin at random, and say little at first."""
        file = path.read_bytes()
        header = list(HEADER.unpack_from(file)[:-1]) if len(file) >= HEADER.size else []
        expected = [b"WZBN", *self.header()]
        narrow = header[3] if header else 0
        if header[:3] + header[4:] != expected[:3] + expected[4:] or narrow > self.width:
            raise SystemExit(f"--from: {path} is not a network file of these sizes, or narrower")
        if narrow < self.width:
            self.shaped(2)[...] *= NEW_SHARE
        at = HEADER.size
        for index, (shape, kind, scale, _) in enumerate(self.parts):
            # The axis of the neurons. Each half of them is continued where it ends, since the halves are multiplied with each other.
            axis = (1, 0, 1)[index] if index < 3 else None
            shape = tuple(narrow if at_axis == axis else size for at_axis, size in enumerate(shape))
            part = np.frombuffer(file, kind, math.prod(shape), at).reshape(shape) / np.float32(scale)
            at += part.size * np.dtype(kind).itemsize
            if axis is None:
                self.shaped(index)[...] = part
                continue
            own = np.moveaxis(self.shaped(index), axis, 0)
            for to, half in zip(np.split(own, 2), np.split(np.moveaxis(part, axis, 0), 2)):
                to[: len(half)] = half

    def header(self):
        return VERSION, 1, self.width, STACKS, ACTIVATION, *self.layers, CENTIPAWNS

    def integers(self):
        """The parameters of the file."""
        values = self.parameters * self.scales
        rows = values[: self.sizes[0]]
        rows[:] = np.rint(rows / self.coarse) * self.coarse
        parts = np.split(np.rint(values), np.cumsum(self.sizes)[:-1])
        return b"".join(part.astype(kind).tobytes() for part, (_, kind, *_) in zip(parts, self.parts))

    def write(self, path):
        payload = self.integers()
        path.write_bytes(HEADER.pack(b"WZBN", *self.header(), zlib.crc32(payload)) + payload)

    def learn(self, positions, targets, paces, options):
        """A step of AdamW for each pace and batch; returns the outputs before each: 1 is 400 centipawns for the mover."""
        counts = self.count + 1 + np.arange(len(paces))
        self.count += len(paces)
        # layers.cpp has these as a struct.
        adams = np.stack([paces, paces * options.decay, 1 / (1 - 0.9**counts), 1 / (1 - 0.999**counts)], axis=1)
        adams, outputs = adams.astype(np.float32), np.empty(len(positions), dtype=np.float32)
        vectors = [address(vector) for vector in (self.parameters, self.mean, self.square, self.bounds)]
        batches = address(positions), address(targets), len(positions) // len(paces), len(paces)
        scales = CENTIPAWNS / UNIT, options.penalty, options.far
        self.functions.learn(*vectors, *batches, *scales, address(adams), address(outputs), self.threads)
        return outputs

    def evaluate(self, positions):
        """Centipawns for the mover, in the file's integers, and which inputs of the first layer are on."""
        net = self.integers()
        values, active = np.empty(len(positions), np.int32), np.empty((len(positions), self.width), np.uint8)

        def work(part):
            few = positions[part]
            self.functions.evaluate(net, address(few), len(few), address(values[part]), address(active[part]))

        edges = np.linspace(0, len(positions), self.threads + 1).astype(int).tolist()
        with concurrent.futures.ThreadPoolExecutor(self.threads) as pool:
            list(pool.map(work, map(slice, edges[:-1], edges[1:])))
        return values, active

    def arrange(self, positions):
        """Orders the inputs of the first layer: those that are on together become a pair, and the pairs that are on most come first."""
        half = self.width // 2
        active = self.evaluate(positions)[1].reshape(-1, half).astype(np.float32)
        together = active.T @ active
        frequency = np.diag(together).copy()
        order, free = [], np.ones(half, bool)
        for one in np.argsort(-frequency, kind="stable"):
            if not free[one]:
                continue
            free[one] = False
            other = int(np.argmax(np.where(free, together[one], -1)))
            free[other] = False
            order += [int(one), other]
        rows, bias, weights = (self.shaped(i) for i in range(3))
        for part in rows, bias, weights.transpose(0, 2, 1):
            part[...] = part.reshape(*part.shape[:-1], 2, half)[..., order].reshape(part.shape)

    def shaped(self, index):
        """A part of the parameters, to change."""
        at = sum(self.sizes[:index])
        return self.parameters[at : at + self.sizes[index]].reshape(self.parts[index][0])


class Positions:
    """Positions of several files, in shuffled groups, without the games that are held out."""

    def __init__(self, options):
        files = [mapped(path) for path in options.positions]
        self.blocks = [file[start : start + BLOCK] for file in files for start in range(0, len(file), BLOCK)]
        self.seed, self.hold_out = options.seed, None if options.validation else options.hold_out
        held = mapped(options.validation) if options.validation else self.held()
        self.validation = held[np.linspace(0, len(held) - 1, min(len(held), MOST_HELD)).astype(int)]
        self.size = sum(map(len, files)) - (0 if options.validation else len(held))

    def is_held(self, block):
        return block["game"] % self.hold_out == 0

    def held(self):
        return np.concatenate([block[self.is_held(block)] for block in self.blocks])

    def groups(self, epoch, first):
        """All of them once, from a group on: its number, that of the last one, and its positions."""
        order = np.random.default_rng((self.seed, epoch)).permutation(len(self.blocks))
        parts = np.array_split(order, -(-len(order) // GROUP))
        for number in range(first, len(parts)):
            blocks = [self.blocks[block] for block in np.sort(parts[number])]
            if self.hold_out is not None:
                blocks = [block[~self.is_held(block)] for block in blocks]
            some = np.concatenate(blocks)
            yield number, len(parts) - 1, some[np.random.default_rng((self.seed, epoch, number)).permutation(len(some))]


def ahead(things):
    """The same things, each made while the one before is in use."""
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        coming = pool.submit(next, things, None)
        while (thing := coming.result()) is not None:
            coming = pool.submit(next, things, None)
            yield thing


def targets_of(positions, options):
    return blended(*score_and_result(positions), np.float32(options.scale), np.float32(options.blend)).astype(np.float32)


def losses(network, held, options):
    """The loss of the file's integers, in all and by the number of pieces, and the share of pairs of inputs that are on."""
    values, active = network.evaluate(held)
    squares = (sigmoid(values / UNIT) - targets_of(held, options)) ** 2
    pieces = held["count"]
    bands = [squares[(pieces >= low) & (pieces <= high)] for low, high in BANDS]
    pairs = (active[:, ::2] | active[:, 1::2]).mean()
    return [f"{np.mean(part):.6f}" if len(part) else "" for part in (squares, *bands)] + [f"{pairs:.3f}"]


def train(network, positions, options):
    log, checkpoint = options.net.with_suffix(".csv"), options.net.with_suffix(".npz")
    total, held = options.epochs * positions.size, positions.validation
    seen, epoch, first = 0, 0, 0
    if options.resume:
        saved = np.load(checkpoint)
        network.parameters, network.mean, network.square = saved["parameters"], saved["mean"], saved["square"]
        network.count, seen, epoch, first = (int(saved[name]) for name in ("count", "seen", "epoch", "group"))
    else:
        bands = [f"validation {low}-{high}" for low, high in BANDS]
        log.write_text(",".join(["positions", "training", "validation", *bands, "pairs", "seconds"]) + "\n")
    began, squares, since = time.time(), 0.0, 0
    progress = Progress(seen / total)
    for epoch in range(epoch, options.epochs):
        for number, last, group in ahead(positions.groups(epoch, first)):
            # All batches are alike: a small last one would kick the weights about.
            steps = max(1, len(group) // options.batch)
            group = group[: steps * options.batch]
            targets = targets_of(group, options)
            far = sigmoid(score_and_result(group)[0] / np.float32(FAR * options.scale))
            done = (seen + np.arange(steps) * (len(group) / steps)) / total
            falling = options.last_rate + (options.rate - options.last_rate) * (1 + np.cos(np.pi * done)) / 2
            warming = options.rate * (network.count + 1 + np.arange(steps)) / WARM_UP
            outputs = network.learn(group, np.stack([targets, far], axis=1), np.minimum(warming, falling), options)
            squares += float(np.sum((sigmoid(outputs * (CENTIPAWNS / UNIT)) - targets) ** 2, dtype=np.float64))
            since += len(group)
            seen += len(group)
            progress.show(seen / total, squares / max(since, 1))
            if (number + 1) % options.report == 0 or number == last:
                progress.clear()
                row = seen, f"{squares / max(since, 1):.6f}", *losses(network, held, options), f"{time.time() - began:.0f}"
                say("%s positions: loss %s, validation %s (%s, %s, %s, %s), pairs %s, %s s" % row)
                with open(log, "a") as lines:
                    csv.writer(lines).writerow(row)
                network.write(options.net)
                part = checkpoint.with_suffix(".part.npz")
                state = {"count": network.count, "seen": seen, "epoch": epoch, "group": number + 1}
                np.savez(part, parameters=network.parameters, mean=network.mean, square=network.square, **state)
                os.replace(part, checkpoint)
                began, squares, since = time.time(), 0.0, 0
        first = 0


def main():
    options = arguments()
    if options.width % 64 or options.layers[0] % 16 or options.layers[1] % 32:
        raise SystemExit("--width and --layers: multiples of 64, 16 and 32")
    positions = Positions(options)
    held = positions.validation
    say(f"{positions.size} positions to fit, {len(held)} held out")
    network = Network(options)
    if options.start is not None:
        network.start_from(options.start)
    train(network, positions, options)
    before = losses(network, held, options)
    network.arrange(held[:: max(1, len(held) // SAMPLE)])
    after = losses(network, held, options)
    say(f"validation {after[0]}; pairs of inputs that are on: {before[-1]}, arranged {after[-1]}")
    if after[:-1] != before[:-1]:
        raise SystemExit("arranged inputs change the evaluation")
    network.write(options.net)


if __name__ == "__main__":
    main()
