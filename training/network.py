"""Trains the evaluation network on games a strong engine has judged, and writes it as a .net file.

Needs g++ and Debian's python3-numpy and python3-matplotlib; the format of the games is in games.py:

    python3 training/network.py --cache positions.bin --net mirrored.net games-a.txt.xz games-b.txt.xz

A position is used if it is quiet: the side to move is not in check, and the engine's move is neither a capture nor a
promotion; and if it is not decided: |score| below 3000 centipawns. The cache, 32 bytes a position, is made when it is
missing, from the files named. After each epoch are written: the .net file, a .csv row of losses, a .npz checkpoint.

The network looks twice, as the mover and as the other side, at 12 * 64 inputs: own pieces P N B R Q K, then the other's,
each by square, ranks counted from the own side; with `--mirrored 1` files are mirrored where the own king is on e-h.

    hidden = clamp(featureBias + featureWeights of the inputs that are on, 0, 1)^2      256 for either look
    output = hidden (mover's, other's) . outputWeights[bucket] + outputBias[bucket]     bucket = (pieces - 2) / 4
    loss = mean of (sigmoid(400 * output / K) - (0.75 * sigmoid(score / K) + 0.25 * result))^2

K is the scale on which the scores foretell the results best. Whole games are held out for validation. The loss is
that of the rounded network at every step, and its gradient moves the floats behind it: rounded only when done, a
network missed its floats by 11 centipawns, most of it by the coarse output weights, and lost 1 % more.

The positions of a game share its result, which a network learns by heart: without weight decay, the validation loss
stopped falling after four epochs; with 0.3, eight epochs brought it 2 % lower.
"""

import argparse
import concurrent.futures
import csv
import ctypes
import itertools
import math
import multiprocessing
import os
import pathlib
import struct
import subprocess
import tempfile
import time
import zlib

import numpy as np
from matplotlib import pyplot

from games import as_white, blended, calm_moves, in_check, lines_of, say, scale_of, sigmoid, turned

SCORE_LIMIT = 3000  # centipawns
WIDTH, BUCKETS, CENTIPAWNS = 256, 8, 400
QA, QB = 255, 512  # what 1 is in integers, for accumulators and for output weights
BATCH = 16384  # at most: all of an epoch are alike, for a small last one would kick the weights about
WARM_UP = 200  # steps

# A position in the cache: turned so that White is to move; `occupied` has bit 0 for a1; `pieces` holds the codes of the
# occupied squares in their order, four bits each, the lower half of a byte first; the result is the mover's.
POSITION = np.dtype(
    [("occupied", "<u8"), ("pieces", "u1", 16), ("score", "<i2"), ("result", "i1"), ("count", "u1"), ("game", "<u4")]
)

# The parameters are one vector, in the order of the file; here is each one's type there, scale and largest value.
SHAPES = ((768, WIDTH), (WIDTH,), (BUCKETS, 2 * WIDTH), (BUCKETS,))
TYPES = ("i1", "<i2", "<i2", "<i4")
SIZES = [math.prod(shape) for shape in SHAPES]
SCALES = np.repeat(np.float32([QA, QA, QB, QA * QB]), SIZES)
BOUNDS = np.repeat([np.float32(2 ** (8 * np.dtype(kind).itemsize - 1) - 1) for kind in TYPES], SIZES) / SCALES


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("files", nargs="*", help="games, plain or .xz; not read where the cache exists")
    add("--cache", required=True, help="file of parsed positions")
    add("--net", required=True, type=pathlib.Path, help="file to write; .csv, .npz and .svg go beside it")
    add("--mirrored", type=int, choices=(0, 1), default=1, help="mirrored king inputs (default 1)")
    add("--epochs", type=int, default=16, help="passes over the positions (default 16)")
    add("--rate", type=float, default=0.002, help="Adam's step, falling along a cosine (default 0.002)")
    add("--decay", type=float, default=0.4, help="weight decay, a share of the step (default 0.4)")
    add("--blend", type=float, default=0.25, help="the result's share in the target (default 0.25)")
    add("--positions", type=int, help="use only so many, for a trial (default all)")
    add("--hold-out", type=int, default=50, metavar="N", help="every Nth game is for validation (default 50)")
    add("--threads", type=int, default=1, help="processors to use (default 1)")
    add("--seed", type=int, default=1, help="of the start and the shuffling (default 1)")
    add("--resume", action="store_true", help="go on from the checkpoint")
    return parser.parse_args()


def packed(numbered):
    """The quiet positions of some (number, line) of games, as POSITION."""
    moves = [(*move, game) for game, line in numbered for move in calm_moves(line, SCORE_LIMIT)]
    boards, movers, scores, results, games = zip(*moves)
    movers = np.array(movers, dtype=np.int8)
    boards = as_white(np.frombuffer(b"".join(boards), dtype=np.uint8).reshape(-1, 64), movers)
    counts, codes = np.count_nonzero(boards, axis=1), np.zeros((len(boards), 32), dtype=np.uint8)
    codes[np.arange(32) < counts[:, None]] = boards[boards != 0]
    positions = np.zeros(len(boards), dtype=POSITION)
    positions["occupied"] = np.packbits(boards != 0, axis=1, bitorder="little").view("<u8")[:, 0]
    positions["pieces"] = codes[:, ::2] | codes[:, 1::2] << 4
    positions["score"], positions["result"] = scores, results * movers
    positions["count"], positions["game"] = counts, games
    return positions[~in_check(boards)]


def unpacked(positions):
    """The boards of positions, (n, 64)."""
    boards = np.unpackbits(positions["occupied"].copy().view("u1").reshape(-1, 8), axis=1, bitorder="little")
    codes = np.stack([positions["pieces"] & 15, positions["pieces"] >> 4], axis=2).reshape(-1, 32)
    boards[boards != 0] = codes[np.arange(32) < positions["count"][:, None]]
    return boards


def chunks(items, size):
    """Lists of so many items each, the last one shorter."""
    iterator = iter(items)
    return iter(lambda: list(itertools.islice(iterator, size)), [])


def load(options):
    """Training and validation positions; reads the games if there is no cache yet."""
    if not os.path.exists(options.cache):
        with multiprocessing.Pool(options.threads) as pool, open(options.cache + ".part", "wb") as cache:
            for part in pool.imap(packed, chunks(enumerate(lines_of(options.files)), 500)):
                part.tofile(cache)
        os.replace(options.cache + ".part", options.cache)
    positions = np.fromfile(options.cache, dtype=POSITION, count=options.positions or -1)
    held = positions["game"] % options.hold_out == 0
    say(f"{np.count_nonzero(~held)} positions to fit, {np.count_nonzero(held)} held out")
    return positions[~held], positions[held]


def compiled():
    """The functions `propagate` and `learn` of network.cpp, compiled for this machine."""
    with tempfile.TemporaryDirectory() as folder:
        library = os.path.join(folder, "network.so")
        flags = ["-O3", "-march=native", "-ffast-math", "-shared", "-fPIC"]
        subprocess.run(["g++", *flags, "-o", library, pathlib.Path(__file__).with_suffix(".cpp")], check=True)
        functions = ctypes.CDLL(library)
    pointer, common = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_bool]
    functions.propagate.argtypes = [*common, pointer]
    functions.learn.argtypes = [*common, pointer, ctypes.c_float, pointer]
    functions.learn.restype = ctypes.c_double
    return functions


class Network:
    """The float network: its parameters as one vector, and its outputs and gradients, on several processors."""

    def __init__(self, options):
        chance, (rows, bias, output, output_bias) = np.random.default_rng(options.seed), SIZES
        start = chance.uniform(-0.1, 0.1, rows), np.full(bias, 0.25), chance.uniform(-0.05, 0.05, output)
        self.parameters = np.concatenate([*start, np.zeros(output_bias)], dtype=np.float32)
        self.mirrored, self.threads = options.mirrored, options.threads
        self.functions, self.pool = compiled(), concurrent.futures.ThreadPoolExecutor(options.threads)

    def rounded(self):
        """The parameters as the file will have them, but in floats."""
        return np.rint(self.parameters * SCALES) / SCALES

    def integers(self):
        """The parameters of the file, shaped."""
        pieces = np.split(np.rint(self.parameters * SCALES), np.cumsum(SIZES)[:-1])
        return [piece.astype(kind).reshape(shape) for piece, kind, shape in zip(pieces, TYPES, SHAPES)]

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
        """The .net file: 24 bytes of header, with the checksum of the rest; then the integers."""
        payload = b"".join(piece.tobytes() for piece in self.integers())
        numbers = 1, self.mirrored, WIDTH, BUCKETS, QA, QB, CENTIPAWNS, 0, zlib.crc32(payload)
        path.write_bytes(struct.pack("<4s8HI", b"WZBN", *numbers) + payload)

    def judge(self, positions):
        """Centipawns for the mover as the engines' integers find them; apart from network.cpp, to check it too."""
        rows, bias, output, output_bias = self.integers()
        boards, buckets, sums = unpacked(positions), (positions["count"] - 2) // 4, 0
        others = turned(np.array([0, *range(7, 13), *range(1, 7)], dtype=np.uint8)[boards])
        for side, board in enumerate((boards, others)):
            right = np.argmax(board == 6, axis=1) & 4 != 0
            if self.mirrored:
                board = np.where(right[:, None], board.reshape(-1, 8, 8)[:, :, ::-1].reshape(-1, 64), board)
            on = (board[:, None] == np.arange(1, 13)[:, None]).reshape(-1, len(rows))
            clipped = np.clip((on.astype(np.float32) @ rows.astype(np.float32)).astype(int) + bias, 0, QA)
            sums += (clipped * clipped * output[buckets, side * WIDTH :][:, :WIDTH].astype(int)).sum(axis=1)
        return quotient((quotient(sums, QA) + output_bias[buckets]) * CENTIPAWNS, QA * QB)


def quotient(numerators, denominator):
    """Rounded to zero, as machines divide."""
    return np.sign(numerators) * (np.abs(numerators) // denominator)


def address(array):
    """Of the first element; the caller keeps the array alive."""
    return array.ctypes.data


def target_of(positions, scale, blend):
    """What the sigmoid of the output is to be."""
    score, result = positions["score"].astype(np.float32), (positions["result"] + 1).astype(np.float32) / 2
    return blended(score, result, scale, blend)


def train(network, training, validation, scale, options):
    """Adam over shuffled batches, its step warmed up, then falling along a cosine; writes all after each epoch."""
    mean, square, first = np.zeros_like(network.parameters), np.zeros_like(network.parameters), 0
    log, checkpoint = options.net.with_suffix(".csv"), options.net.with_suffix(".npz")
    if options.resume:
        saved = np.load(checkpoint)
        network.parameters, mean, square = saved["parameters"], saved["mean"], saved["square"]
        first = int(saved["epoch"])
    else:
        log.write_text("epoch,training,validation,seconds\n")
    targets, held = target_of(training, scale, options.blend), target_of(validation, scale, options.blend)
    steepness, steps = CENTIPAWNS / scale, math.ceil(len(training) / BATCH)
    for epoch in range(first, options.epochs):
        began, loss = time.time(), 0
        order = np.random.default_rng((options.seed, epoch)).permutation(len(training))
        for count, chosen in enumerate(np.array_split(order, steps), epoch * steps + 1):
            squares, gradient = network.gradient(training[chosen], targets[chosen], steepness)
            loss += squares
            gradient *= 2 / len(chosen)
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            pace = options.rate * min(count / WARM_UP, (1 + math.cos(math.pi * count / (options.epochs * steps))) / 2)
            network.parameters *= 1 - pace * options.decay
            network.parameters -= pace * (mean / (1 - 0.9**count)) / (np.sqrt(square / (1 - 0.999**count)) + 1e-8)
            np.clip(network.parameters, -BOUNDS, BOUNDS, out=network.parameters)
        loss /= len(order)
        guess = sigmoid(network.outputs(validation, network.rounded()) * steepness)
        row = epoch + 1, f"{loss:.6f}", f"{np.mean((guess - held) ** 2):.6f}", f"{time.time() - began:.0f}"
        say("epoch %s: loss %s, validation %s, %s s" % row)
        with open(log, "a") as lines:
            lines.write(",".join(map(str, row)) + "\n")
        network.write(options.net)
        np.savez(checkpoint, parameters=network.parameters, mean=mean, square=square, epoch=epoch + 1)


def compare(network, validation):
    """Says how far the integers are from the floats, and both from the teacher, by number of pieces."""
    floats, rounded = (CENTIPAWNS * network.outputs(validation, p) for p in (network.parameters, network.rounded()))
    integers = np.concatenate([network.judge(part) for part in np.array_split(validation, len(validation) // 4000 + 1)])
    for name, values in ("floats", floats), ("rounded floats", rounded):
        apart = np.abs(integers - values)
        say(f"integers and {name}: mean difference {apart.mean():.2f} centipawns, largest {apart.max():.0f}")
    weights = network.integers()[2].astype(int)
    most = max(np.maximum(sign * weights, 0).sum(axis=1).max() for sign in (1, -1)) * QA**2
    say(f"no position's sum can exceed {100 * most / 2**31:.0f} % of 32 bits")
    pieces = validation["count"]
    for low, high in ((2, 8), (9, 14), (15, 20), (21, 26), (27, 32), (2, 32)):
        band = (pieces >= low) & (pieces <= high)
        if band.any():
            errors = [np.abs(values - validation["score"])[band].mean() for values in (floats, integers)]
            say("%d-%d pieces: mean absolute error %.1f centipawns in floats, %.1f in integers" % (low, high, *errors))


def plot(options):
    """Draws the losses by epoch, those before a resumption too."""
    with open(options.net.with_suffix(".csv")) as lines:
        rows = list(csv.DictReader(lines))
    for name in ("training", "validation"):
        pyplot.plot([int(row["epoch"]) for row in rows], [float(row[name]) for row in rows], label=name)
    pyplot.xlabel("epoch")
    pyplot.ylabel("loss")
    pyplot.legend()
    pyplot.savefig(options.net.with_suffix(".svg"), metadata={"Title": "Training and validation loss by epoch"})


def main():
    options = arguments()
    training, validation = load(options)
    some = np.random.default_rng(options.seed).choice(training, min(len(training), 500_000), replace=False)
    scale = scale_of(some["score"].astype(np.float32), (some["result"] + 1).astype(np.float32) / 2)
    say(f"K = {scale:.1f} centipawns")
    network = Network(options)
    train(network, training, validation, scale, options)
    compare(network, validation)
    plot(options)


if __name__ == "__main__":
    main()
