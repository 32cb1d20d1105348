"""Fits tapered piece-square weights (PSQT) to a strong engine's scores, for assembly/evaluation/piece-square.ts.

Needs numpy (Debian's python3-numpy), and 5 GB of memory for five million packed positions (positions.py); reports to
standard error:

    python3 training/piece-square.py positions.bin > rows.txt

Every weight counts the mover's pieces minus theirs.

    eval = tempo + (middlegame * phase + endgame * (24 - phase)) / 24
    loss = mean of (sigmoid(eval / K) - (0.75 * sigmoid(score / K) + 0.25 * result))^2

K is the scale at which the scores predict the results best. Whole games are held out for validation. The two wings
have separate weights: when mirrored (except the king's), the loss on the held-out games was 1 % higher.
"""

import argparse
import time

import numpy as np

from positions import Progress, blended, boards_of, mapped, say, scale_of, score_and_result, sigmoid, turned

NAMES = ("PAWN", "KNIGHT", "BISHOP", "ROOK", "QUEEN", "KING")
PAWN, KING, FULL_PHASE = 0, 5, 24
MATERIAL = (100, 320, 330, 500, 950, 0)  # where the fit starts
PHASE = (0, 1, 1, 2, 4, 0)
EPOCHS, BATCH, FIRST_STEP = 24, 16384, 3.0  # passes, positions per step, centipawns (Adam's, falling to 0)

# Weights are shaped (2, 6, 8, 8): middlegame or endgame, piece type, rank, file. 1 where a piece can be.
SEATS = np.ones((2, 6, 8, 8), dtype=np.float32)
SEATS[:, PAWN, (0, 7)] = 0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("positions", help="file of packed positions")
    add("--rate", type=float, default=0.6, help="share of the quiet positions to use (default 0.6)")
    add("--limit", type=int, default=1500, help="leave out positions with |score| from this on, in centipawns (default 1500)")
    add("--blend", type=float, default=0.25, help="share of the result in the target (default 0.25)")
    add("--hold-out", type=int, default=20, metavar="N", help="hold out every Nth game for validation (default 20)")
    add("--smooth", type=float, default=300, help="pull between neighbouring squares, in positions (default 300)")
    add("--seed", type=int, default=1, help="seed of the sampling and the shuffling (default 1)")
    return parser.parse_args()


def features(boards):
    """Own pieces minus theirs by piece type and square (n, 384), and the phase, from 1 with all pieces to 0 with none."""
    theirs = turned(boards)
    signs = [(boards == piece_type + 1).astype(np.int8) - (theirs == piece_type + 7) for piece_type in range(6)]
    phase = np.array([0, *PHASE, *PHASE])[boards].sum(axis=1)
    return np.concatenate(signs, axis=1, dtype=np.int8), (np.minimum(phase, FULL_PHASE) / FULL_PHASE).astype(np.float32)


def load(options):
    """Training and validation sets, each (signs, phase, score, result): results 0, 0.5 or 1, for the side to move."""
    positions, parts = mapped(options.positions), ([], [])
    chance = np.random.default_rng(options.seed)
    wanted = (chance.random(len(positions)) < options.rate) & (np.abs(positions["score"]) < options.limit)
    order = chance.permutation(np.flatnonzero(wanted))
    for chunk in np.array_split(order, len(order) // 100_000 + 1):
        some = positions[chunk]
        held = some["game"] % options.hold_out == 0
        columns = *features(boards_of(some)), *score_and_result(some)
        for part, of in zip(parts, (0, 1)):
            part.append([column[held == of] for column in columns])
    training, validation = ([np.concatenate(column) for column in zip(*part)] for part in parts)
    say(f"{len(training[1])} positions to fit, {len(validation[1])} held out")
    return training, validation


def evaluate(weights, tempo, signs, phase):
    sums = signs @ weights.reshape(2, 384).T
    return tempo + sums[:, 0] * phase + sums[:, 1] * (1 - phase)


def roughness(weights):
    """Gradient of half the sum of squared differences between neighbouring squares."""
    gradient = np.zeros_like(weights)
    for axis in (2, 3):
        apart = np.diff(weights, axis=axis) * (np.diff(SEATS, axis=axis) == 0)
        gradient -= np.diff(apart, axis=axis, prepend=0, append=0)
    return gradient * SEATS


def fit(training, scale, options):
    """Adam over shuffled batches, its step falling along a cosine: the weights and the tempo."""
    signs, phase, _, target = training
    values = np.append(SEATS * np.array(MATERIAL, dtype=np.float32).reshape(6, 1, 1), np.float32(0))
    mean, square = np.zeros_like(values), np.zeros_like(values)
    pull = np.float32(options.smooth / len(phase) * 2 / (4 * scale) ** 2)
    chance, starts = np.random.default_rng(options.seed), np.arange(0, len(phase), BATCH)
    order = np.concatenate([chance.permutation(starts) for _ in range(EPOCHS)])
    progress, loss = Progress(), 0.0
    for count, start in enumerate(order, 1):
        batch = slice(start, start + BATCH)
        inputs, share, weights = signs[batch].astype(np.float32), phase[batch], values[:-1].reshape(SEATS.shape)
        guess = sigmoid(evaluate(weights, values[-1], inputs, share) / scale)
        error = guess - target[batch]
        loss = np.mean(error**2) if count == 1 else loss + 0.01 * (np.mean(error**2) - loss)  # of the last 100 batches or so
        slope = 2 * error * guess * (1 - guess) / (scale * len(share))
        gradient = np.stack([slope * share, slope * (1 - share)]) @ inputs
        gradient = np.append(gradient.ravel() + pull * roughness(weights).ravel(), slope.sum())
        mean += 0.1 * (gradient - mean)
        square += 0.001 * (gradient**2 - square)
        pace = FIRST_STEP * (1 + np.cos(np.pi * count / len(order))) / 2
        values -= pace * (mean / (1 - 0.9**count)) / (np.sqrt(square / (1 - 0.999**count)) + 1e-12)
        progress.show(count / len(order), loss)
    progress.clear()
    return values[:-1].reshape(SEATS.shape), values[-1]


def report(name, weights, tempo, part, scale):
    """Prints the loss, and the mean absolute error in centipawns by phase."""
    signs, phase, score, target = part
    pieces = zip(np.array_split(signs, 100), np.array_split(phase, 100))
    guess = np.concatenate([evaluate(weights, tempo, some.astype(np.float32), share) for some, share in pieces])
    loss = np.mean((sigmoid(guess / scale) - target) ** 2, dtype=np.float64)
    phases, error = np.rint(phase * FULL_PHASE), np.abs(guess - score)
    bands = [(a, b, error[(phases >= a) & (phases <= b)]) for a, b in ((0, 5), (6, 11), (12, 17), (18, 24), (0, 24))]
    errors = ", ".join(f"{band.mean():.1f} at phase {a}-{b}" for a, b, band in bands if len(band))
    say(f"{name}: loss {loss:.6f}, mean absolute error {errors}")


def main():
    options, began = arguments(), time.time()
    training, validation = load(options)
    scale = scale_of(*(column[:500_000] for column in training[2:]))
    say(f"read in {time.time() - began:.0f} s; K = {scale:.1f} centipawns")
    for part in (training, validation):  # from here on its last column is the target
        part[3] = blended(part[2], part[3], scale, options.blend)
    weights, tempo = fit(training, scale, options)
    report("training", weights, tempo, training, scale)
    report("validation", weights, tempo, validation, scale)

    # A constant on the king's squares cancels out: normalise their mean over the visits to 0.
    visits = np.abs(training[0][:500_000]).sum(axis=0, dtype=np.float64).reshape(6, 8, 8)
    for boards in weights:
        boards[KING] -= np.average(boards[KING], weights=visits[KING])
    weights = np.rint(weights)
    report("validation, rounded", weights, np.rint(tempo), validation, scale)
    for piece_type, name in enumerate(NAMES):
        middlegame, endgame = (np.average(boards[piece_type], weights=visits[piece_type]) for boards in weights)
        say(f"{name.lower()}: {round(middlegame)} in the middlegame, {round(endgame)} in the endgame")
        for when, boards in zip(("MIDDLEGAME", "ENDGAME"), weights.astype(int)):
            lines = "".join("  " + " ".join(f"{weight}," for weight in rank) + "\n" for rank in boards[piece_type][::-1])
            print(f"// biome-ignore format: laid out as a board\nconst {name}_{when}: Row = [\n{lines}];\n")
    say(f"tempo {tempo:.1f}; {time.time() - began:.0f} s in all")


if __name__ == "__main__":
    main()
