"""Labels packed positions with the static evaluation of a Stockfish network, a million a second and more.

Needs g++ and numpy. Stockfish 15.1 writes its network to a file (`export_net sf15.nnue`; version 15 has the same layout); then

    python3 training/label.py --net sf15.nnue --positions strays.bin

puts its evaluation of each position, in centipawns for the mover, into the file itself. A search of 1,000 nodes knows better,
but takes 2,000 times as long, and what our small network lacks most is positions.
"""

import argparse
import concurrent.futures
import ctypes
import os
import pathlib
import struct

import numpy as np

from positions import POSITION, Progress, address, compiled, say

VERSION = 0x7AF32F20
WIDTH, INPUTS, STACKS = 1024, 32 * 11 * 64, 8
ROWS = WIDTH * 2 + INPUTS * WIDTH * 2 + INPUTS * STACKS * 4  # bytes
STACK = (16 + 32 + 1) * 4 + 16 * WIDTH + 32 * 32 + 32
PAWN = 361  # the network's unit: so much is 100 centipawns in Stockfish 15.1
CHUNK = 1 << 20  # positions


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--net", required=True, type=pathlib.Path, help="a network of Stockfish 15 or 15.1")
    add("--positions", type=pathlib.Path, help="file of packed positions; their scores are overwritten (default: only check the network)")
    add("--threads", type=int, default=os.cpu_count(), help="processors to use (default all)")
    return parser.parse_args()


def read(path):
    """The network's rows, and its stacks without the hashes before them: bytes."""
    file = path.read_bytes()
    if len(file) < 12 or struct.unpack_from("<I", file)[0] != VERSION:
        raise SystemExit(f"--net: {path} is not a Stockfish network")
    at = 12 + struct.unpack_from("<I", file, 8)[0] + 4
    if len(file) != at + ROWS + STACKS * (4 + STACK):
        raise SystemExit(f"--net: {path} is not of Stockfish 15 or 15.1: its layers differ")
    stacks = np.frombuffer(file, "u1", STACKS * (4 + STACK), at + ROWS).reshape(STACKS, 4 + STACK)[:, 4:]
    return np.frombuffer(file, "u1", ROWS, at).copy(), stacks.copy()


def centipawns(values, counts):
    """Of the network's unit: as the scores of a search, which are larger, and the more so the more pieces there are.

    (Fitted to 3.4 million scores of Stockfish 15.1 at 1,000 nodes, by number of pieces.)
    """
    return np.clip(values * (100 / PAWN) * (1 + counts / 64), -32000, 32000).astype(np.int16)


def main():
    options = arguments()
    rows, stacks = read(options.net)
    if options.positions is None:
        return
    library = compiled(pathlib.Path(__file__).with_suffix(".cpp"))
    pointer = ctypes.c_void_p
    library.evaluator.argtypes, library.evaluator.restype = [pointer, pointer], pointer
    library.evaluate.argtypes = [pointer, pointer, ctypes.c_int64, pointer]
    evaluators = [library.evaluator(address(rows), address(stacks)) for _ in range(options.threads)]
    positions = np.memmap(options.positions, dtype=POSITION, mode="r+")

    def work(evaluator, part):
        values = np.empty(len(part), dtype=np.int32)
        library.evaluate(evaluator, address(part), len(part), address(values))
        part["score"] = centipawns(values, part["count"])

    progress = Progress()
    with concurrent.futures.ThreadPoolExecutor(options.threads) as pool:
        for start in range(0, len(positions), CHUNK):
            # In the file's order, since neighbours are alike.
            list(pool.map(work, evaluators, np.array_split(positions[start : start + CHUNK], options.threads)))
            progress.show(min(start + CHUNK, len(positions)) / len(positions))
    progress.clear()
    say(f"{len(positions)} positions labelled")


if __name__ == "__main__":
    main()
