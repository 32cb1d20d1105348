"""Trains the evaluation network (NNUE) on packed positions that a strong engine has scored, and writes a .net file.

Needs g++ and Debian's python3-numpy; with python3-matplotlib the losses are plotted. `npm run train` checks that, packs the games and calls this:

    python3 training/network.py --positions positions.bin --net new.net

The network looks twice, as the mover and as the other side, at 12 * 64 inputs: own pieces P N B R Q K, then the other's,
each by square, ranks counted from the own side; with `--mirrored 1` files are mirrored where the own king is on e-h. In
other games than chess the six pieces move as they do there; a network for such a game has its `--game` in the header.

    hidden = clamp(featureBias + featureWeights of the inputs that are on, 0, 1)^2      WIDTH numbers for either look
    output = hidden (mover's, other's) . outputWeights[bucket] + outputBias[bucket]     bucket = (pieces - 2) / 4
    loss = mean of (sigmoid(400 * output / UNIT) - ((1 - blend) * sigmoid(score / K) + blend * result))^2

K is the scale on which the teacher's scores foretell the results best. UNIT is the network's own: so a centipawn means the
same chance to win in every game, with any teacher, and the search's margins fit. Whole games are held out for
validation. The loss is that of the rounded network at every step, and its gradient moves the floats behind it: rounded only
when done, a network missed its floats by 11 centipawns, most of it by the coarse output weights, and lost 1 % more.

`--from` begins with another network's weights, of any game: most of what chess has taught holds in the games beside it.
Weight decay then pulls to these, and not to nothing.

The positions of a game share its result, which a network learns by heart: without weight decay, the validation loss
stopped falling after four epochs; with 0.3, eight epochs brought it 2 % lower. The more positions, the less decay.

After each epoch are written: the .net file, a .csv row of losses, a .npz checkpoint. `--resume` goes on from there.
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

from positions import Progress, Split, address, blended, boards_of, compiled, mapped, plotter, say, scale_of, score_and_result, sigmoid, turned

INPUTS, BUCKETS, CENTIPAWNS = 768, 8, 400
QA, QB = 255, 512  # what 1 is in integers, for accumulators and for output weights
MOST_OUTPUT = 0.98 * 2**31 / (QA**2 * QB)  # of the weights of an output layer together, all hidden numbers being 1
UNIT = 159  # so many centipawns are a chance of 73 %: K of Stockfish's scores in chess
HEADER = struct.Struct("<4s8HI")  # of a .net file (src/engine/net/net.ts)
WARM_UP = 200  # steps
SAMPLE = 500_000  # positions that K is found with


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--positions", required=True, help="file of packed positions")
    add("--net", required=True, type=pathlib.Path, help="file to write; .csv, .npz and .svg go beside it")
    add("--width", type=int, default=256, help="accumulators of either look, a multiple of 16 (default 256)")
    add("--mirrored", type=int, choices=(0, 1), default=1, help="mirrored king inputs, for royal kings (default 1)")
    add("--game", type=int, metavar="HASH", help="of the game's laws, as train.mjs gives it (default orthodox chess)")
    # At most: all batches of an epoch are alike, for a small last one would kick the weights about.
    add("--batch", type=int, default=16384, help="positions of a step, fewer where there are few (default 16384)")
    add("--epochs", type=int, default=16, help="passes over the positions (default 16); 0 only reports how good --from is")
    add("--rate", type=float, default=0.002, help="Adam's step, falling along a cosine (default 0.002)")
    add("--last-rate", type=float, default=0.0, help="the step at the end (default 0)")
    add("--decay", type=float, default=0.4, help="weight decay, a share of the step (default 0.4)")
    add("--blend", type=schedule, default=(0.25, 0.25), metavar="A[:B]", help="the result's share, from A to B (default 0.25)")
    add("--scale", type=float, metavar="K", help="of the teacher's scores (default found with the results)")
    add("--use", type=int, metavar="N", help="train on about N positions from all over the file (default all)")
    add("--hold-out", type=int, default=50, metavar="N", help="every Nth game is for validation (default 50)")
    add("--threads", type=int, default=os.cpu_count(), help="processors to use (default all)")
    add("--seed", type=int, default=1, help="of the start and the shuffling (default 1)")
    add("--from", dest="start", type=pathlib.Path, metavar="NET", help="begin with the weights of this .net file, same width")
    add("--resume", action="store_true", help="go on from the .npz of a run that was cut, options unchanged")
    return parser.parse_args()


def schedule(text):
    """Where a number begins and where it ends: `0.2:0.4`, or one number for both."""
    first, _, last = text.partition(":")
    return float(first), float(last or first)


def loops(width):
    """The functions `propagate` and `learn` of network.cpp, for this width."""
    functions = compiled(pathlib.Path(__file__).with_suffix(".cpp"), WIDTH=width)
    pointer, common = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_bool]
    functions.propagate.argtypes = [*common, pointer]
    functions.learn.argtypes = [*common, pointer, ctypes.c_float, pointer]
    functions.learn.restype = ctypes.c_double
    return functions


class Network:
    """The float network: its parameters as one vector, and its outputs and gradients, on several processors."""

    def __init__(self, options):
        width = options.width
        # One vector, in the order of the file; here is each one's type there, scale and largest value.
        self.shapes = ((INPUTS, width), (width,), (BUCKETS, 2 * width), (BUCKETS,))
        self.types = ("i1", "<i2", "<i2", "<i4")
        self.sizes = [math.prod(shape) for shape in self.shapes]
        self.scales = np.repeat(np.float32([QA, QA, QB, QA * QB]), self.sizes)
        most = [np.float32(2 ** (8 * np.dtype(kind).itemsize - 1) - 1) for kind in self.types]
        self.bounds = np.repeat(most, self.sizes) / self.scales
        chance, (rows, bias, output, output_bias) = np.random.default_rng(options.seed), self.sizes
        start = chance.uniform(-0.1, 0.1, rows), np.full(bias, 0.25), chance.uniform(-0.05, 0.05, output)
        self.parameters = np.concatenate([*start, np.zeros(output_bias)], dtype=np.float32)
        self.origin = np.float32(0)  # where weight decay pulls to
        self.width, self.mirrored, self.threads = width, options.mirrored, options.threads
        self.game = options.game
        self.functions, self.pool = loops(width), concurrent.futures.ThreadPoolExecutor(options.threads)

    def start_from(self, path):
        """Takes over the parameters of a .net file."""
        file = path.read_bytes()
        magic, version, _, width, *_ = HEADER.unpack_from(file)
        if magic != b"WZBN" or version not in (1, 2):
            raise SystemExit(f"--from: {path} is not a network file")
        if width != self.width:
            raise SystemExit(f"--from: {path} has width {width}, not {self.width}")
        # Version 2 has a hash of the game behind the header.
        at, parts = HEADER.size + (4 if version == 2 else 0), []
        for kind, size in zip(self.types, self.sizes):
            parts.append(np.frombuffer(file, kind, size, at).astype(np.float32))
            at += parts[-1].size * np.dtype(kind).itemsize
        self.parameters = np.concatenate(parts) / self.scales
        self.origin = self.parameters.copy()

    def limit(self):
        """Brings the parameters back into their types, and the output layers to where no position's sum can exceed 32 bits."""
        np.clip(self.parameters, -self.bounds, self.bounds, out=self.parameters)
        layers = self.parameters[sum(self.sizes[:2]) :][: self.sizes[2]].reshape(BUCKETS, -1)
        largest = np.maximum(layers.clip(0).sum(axis=1), -layers.clip(None, 0).sum(axis=1))
        layers *= np.minimum(1, MOST_OUTPUT / largest)[:, None]

    def rounded(self):
        """The parameters as the file will have them, but in floats."""
        return np.rint(self.parameters * self.scales) / self.scales

    def integers(self):
        """The parameters of the file, shaped."""
        parts = np.split(np.rint(self.parameters * self.scales), np.cumsum(self.sizes)[:-1])
        return [part.astype(kind).reshape(shape) for part, kind, shape in zip(parts, self.types, self.shapes)]

    def spread(self, positions, work):
        """What `work` says of each processor's slice of the positions."""
        edges = np.linspace(0, len(positions), self.threads + 1).astype(int).tolist()
        return list(self.pool.map(work, map(slice, edges[:-1], edges[1:])))

    def outputs(self, positions, parameters):
        """The outputs (n): 1 is 400 centipawns for the mover."""
        outputs = np.empty(len(positions), dtype=np.float32)

        def work(part):
            few, found = positions[part], outputs[part]
            self.functions.propagate(address(parameters), address(few), len(few), self.mirrored, address(found))

        self.spread(positions, work)
        return outputs

    def gradient(self, positions, targets, steepness):
        """Sum of (sigmoid(steepness * output) - target)^2 of the rounded network, and half its gradient."""
        parameters = self.rounded()

        def work(part):
            few, wanted, gradient = positions[part], targets[part], np.zeros_like(parameters)
            inputs = address(parameters), address(few), len(few), self.mirrored
            return self.functions.learn(*inputs, address(wanted), steepness, address(gradient)), gradient

        losses, gradients = zip(*self.spread(positions, work))
        return sum(losses), sum(gradients)

    def write(self, path):
        """The .net file: 24 bytes of header, with the checksum of the rest; the game, unless it is chess; the integers."""
        payload = b"".join(part.tobytes() for part in self.integers())
        if self.game is not None:
            payload = struct.pack("<I", self.game) + payload
        version = 1 if self.game is None else 2
        numbers = version, self.mirrored, self.width, BUCKETS, QA, QB, CENTIPAWNS, 0, zlib.crc32(payload)
        path.write_bytes(HEADER.pack(b"WZBN", *numbers) + payload)

    def evaluate(self, positions):
        """Centipawns for the mover as the engines' integers find them; apart from network.cpp, to check it too."""
        rows, bias, output, output_bias = self.integers()
        boards, buckets, sums = boards_of(positions), buckets_of(positions), 0
        others = turned(np.array([0, *range(7, 13), *range(1, 7)], dtype=np.uint8)[boards])
        for side, board in enumerate((boards, others)):
            right = np.argmax(board == 6, axis=1) & 4 != 0
            if self.mirrored:
                board = np.where(right[:, None], board.reshape(-1, 8, 8)[:, :, ::-1].reshape(-1, 64), board)
            on = (board[:, None] == np.arange(1, 13)[:, None]).reshape(-1, len(rows))
            clipped = np.clip((on.astype(np.float32) @ rows.astype(np.float32)).astype(int) + bias, 0, QA)
            sums += (clipped * clipped * output[buckets, side * self.width :][:, : self.width].astype(int)).sum(axis=1)
        return quotient((quotient(sums, QA) + output_bias[buckets]) * CENTIPAWNS, QA * QB)


def buckets_of(positions):
    """The output layers, by the number of pieces."""
    return (positions["count"].astype(int) - 2).clip(0) // 4


def quotient(numerators, denominator):
    """Rounded to zero, as machines divide."""
    return np.sign(numerators) * (np.abs(numerators) // denominator)


def between(limits, part):
    """A number on its way: `part` of it is done, 0 to 1."""
    return limits[0] + (limits[1] - limits[0]) * part


def train(network, split, scale, options):
    """Adam over shuffled batches, its step warmed up, then falling along a cosine; writes all after each epoch."""
    mean, square, first, count = np.zeros_like(network.parameters), np.zeros_like(network.parameters), 0, 0
    log, checkpoint = options.net.with_suffix(".csv"), options.net.with_suffix(".npz")
    if options.resume:
        saved = np.load(checkpoint)
        network.parameters, mean, square = saved["parameters"], saved["mean"], saved["square"]
        first, count = int(saved["epoch"]), int(saved["count"])
    else:
        log.write_text("epoch,training,validation,seconds\n")
    # The validation's target stays as it is, so that losses of all epochs and runs compare.
    held = blended(*score_and_result(split.validation), scale, 0.25)
    steepness = CENTIPAWNS / UNIT
    progress = Progress(first / max(options.epochs, 1))
    for epoch in range(first, options.epochs):
        began, loss, seen = time.time(), 0, 0
        for batch in split.batches(options.batch, (options.seed, epoch)):
            count, seen = count + 1, seen + len(batch)
            done = (epoch + seen / len(split)) / options.epochs
            targets = blended(*score_and_result(batch), scale, between(options.blend, done)).astype(np.float32)
            squares, gradient = network.gradient(batch, targets, steepness)
            loss += squares
            gradient *= 2 / len(batch)
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            falling = between((options.last_rate, options.rate), (1 + math.cos(math.pi * done)) / 2)
            pace = min(options.rate * count / WARM_UP, falling)
            network.parameters -= pace * options.decay * (network.parameters - network.origin)
            network.parameters -= pace * (mean / (1 - 0.9**count)) / (np.sqrt(square / (1 - 0.999**count)) + 1e-8)
            network.limit()
            progress.show(done, loss / seen)
        progress.clear()
        if options.start is None:
            # Inputs that no position has: noise of the start, a twelfth of the file in chess.
            rows, squares = (part[: network.sizes[0]].reshape(INPUTS, -1) for part in (network.parameters, square))
            rows[~squares.any(axis=1)] = 0
        guess = sigmoid(network.outputs(split.validation, network.rounded()) * steepness)
        row = epoch + 1, f"{loss / seen:.6f}", f"{np.mean((guess - held) ** 2):.6f}", f"{time.time() - began:.0f}"
        say("epoch %s: loss %s, validation %s, %s s" % row)
        with open(log, "a") as lines:
            lines.write(",".join(map(str, row)) + "\n")
        network.write(options.net)
        state = {"parameters": network.parameters, "mean": mean, "square": square, "epoch": epoch + 1, "count": count}
        part = checkpoint.with_suffix(".part.npz")
        np.savez(part, **state)
        os.replace(part, checkpoint)


def compare(network, validation, scale):
    """Says how far the integers are from the floats, and both from the teacher's scores in our unit, by number of pieces."""
    floats, rounded = (CENTIPAWNS * network.outputs(validation, p) for p in (network.parameters, network.rounded()))
    integers = np.concatenate([network.evaluate(part) for part in np.array_split(validation, len(validation) // 4000 + 1)])
    for name, values in ("floats", floats), ("rounded floats", rounded):
        apart = np.abs(integers - values)
        say(f"integers and {name}: mean difference {apart.mean():.2f} centipawns, largest {apart.max():.0f}")
    weights = network.integers()[2].astype(int)
    most = max(np.maximum(sign * weights, 0).sum(axis=1).max() for sign in (1, -1)) * QA**2
    say(f"no position's sum can exceed {100 * most / 2**31:.0f} % of 32 bits")
    held = blended(*score_and_result(validation), scale, 0.25)
    say(f"loss held out {np.mean((sigmoid(integers / UNIT) - held) ** 2):.6f}, of the integers")
    pieces, scores = validation["count"], validation["score"] * (UNIT / scale)
    for low, high in ((2, 8), (9, 14), (15, 20), (21, 26), (27, 32), (2, 32)):
        band = (pieces >= low) & (pieces <= high)
        if band.any():
            errors = [np.abs(values - scores)[band].mean() for values in (floats, integers)]
            say("%d-%d pieces: mean absolute error %.1f centipawns in floats, %.1f in integers" % (low, high, *errors))


def plot(options):
    """Draws the losses by epoch, those before a resumption too, if matplotlib is there."""
    path = options.net.with_suffix(".svg")
    if (pyplot := plotter(path)) is None:
        return
    with open(options.net.with_suffix(".csv")) as lines:
        rows = list(csv.DictReader(lines))
    for name in ("training", "validation"):
        pyplot.plot([int(row["epoch"]) for row in rows], [float(row[name]) for row in rows], label=name)
    pyplot.xlabel("epoch")
    pyplot.ylabel("loss")
    pyplot.legend()
    pyplot.savefig(path, metadata={"Title": "Training and validation loss by epoch"})


def main():
    options = arguments()
    if options.width % 16:
        raise SystemExit(f"--width: {options.width} is no multiple of 16")
    split = Split(mapped(options.positions), options.hold_out, options.use)
    say(f"{len(split)} positions to fit, {len(split.validation)} held out")
    scale = options.scale or scale_of(*score_and_result(split.sample(SAMPLE, options.seed)))
    say(f"K = {scale:.1f} centipawns")
    network = Network(options)
    if options.start is not None:
        network.start_from(options.start)
    train(network, split, scale, options)
    compare(network, split.validation, scale)
    plot(options)


if __name__ == "__main__":
    main()
