"""Reads games judged move by move: boards, moves, and what both trainers share.

A file, plain or .xz, has one game a line: `FEN|result|move score move score ...`. Moves are UCI (castling as e1g1 or
as e1h1); a score is centipawns for the side to move before that move, 32000 - n for a mate; the result is 1, 0 or -1
for White. A board is 64 bytes, a1 first: 0 for an empty square, 1-6 for White's pieces, 7-12 for Black's.
"""

import functools
import lzma
import sys

import numpy as np

say = functools.partial(print, file=sys.stderr, flush=True)

CODE = {letter: i + 1 for i, letter in enumerate("PNBRQKpnbrqk")}
UNKNOWN = 2  # the result of a leaf
SQUARE = {"abcdefgh"[i & 7] + "12345678"[i >> 3]: i for i in range(64)}


def lines_of(paths):
    """The games of all files, a line each."""
    for path in paths:
        with (lzma.open if path.endswith(".xz") else open)(path, "rt") as lines:
            yield from (line for line in lines if not line.startswith("{"))


def board_of(fen):
    """The board of a FEN, and +1 or -1 for the side to move."""
    placement, mover = fen.split()[:2]
    for digit in "12345678":
        placement = placement.replace(digit, " " * int(digit))
    letters = "".join(reversed(placement.split("/")))
    return bytearray(CODE.get(letter, 0) for letter in letters), 1 if mover == "w" else -1


def play(board, move):
    """Makes a move; true if it captured or promoted."""
    origin, target = SQUARE[move[:2]], SQUARE[move[2:4]]
    piece, taken = board[origin], board[target]
    board[origin] = 0
    if piece in (CODE["K"], CODE["k"]) and (taken == piece - 2 or abs(target - origin) == 2):
        back, short = origin & 56, target > origin
        board[target if taken else back + (7 if short else 0)] = 0
        board[back + (6 if short else 2)], board[back + (5 if short else 3)] = piece, piece - 2
        return False
    if piece in (CODE["P"], CODE["p"]) and not taken and (target - origin) & 7:
        taken, board[(origin & 56) + (target & 7)] = True, 0  # en passant
    board[target] = piece if len(move) == 4 else CODE[move[4]] - 7 + piece
    return taken or len(move) > 4


def calm_moves(line, limit):
    """Of one game: (board, mover, score, result) before each move that neither captures nor promotes, |score| < limit.

    The side to move may be in check: in_check tells it of many boards at once. Leaves come last, their result UNKNOWN.
    """
    fen, result, record, *leaves = line.split("|")
    yield from calm_line(fen, int(result), record.split(), limit)
    for leaf in leaves:
        fen, *words = leaf.rsplit(maxsplit=2)
        yield from calm_line(fen, UNKNOWN, words, limit)


def calm_line(fen, result, words, limit):
    """What calm_moves yields of moves and scores in turn, from a FEN on."""
    board, mover = board_of(fen)
    for move, score in zip(words[::2], map(int, words[1::2])):
        before = bytes(board)
        if not play(board, move) and abs(score) < limit:
            yield before, mover, score, result
        mover = -mover


def turned(boards):
    """Upside down: the squares of each board as the other side counts them."""
    return boards.reshape(-1, 8, 8)[:, ::-1].reshape(-1, 64)


def as_white(boards, movers):
    """The boards with ranks and colours exchanged where Black is to move."""
    exchange = np.array([0, *range(7, 13), *range(1, 7)], dtype=np.uint8)
    return np.where(movers[:, None] == 1, boards, turned(exchange[boards]))


def stepped(x, y):
    """By square: the square x files and y ranks on, or 64 if there is none."""
    file, rank = np.arange(64) % 8 + x, np.arange(64) // 8 + y
    inside = (file >= 0) & (file < 8) & (rank >= 0) & (rank < 8)
    return np.append(np.where(inside, rank * 8 + file, 64), 64)


def in_check(boards):
    """Whether White's king is attacked."""
    each = np.arange(len(boards))
    walled = np.pad(boards, ((0, 0), (0, 1)), constant_values=255)
    king = np.argmax(boards == CODE["K"], axis=1)
    check = np.zeros(len(boards), dtype=bool)
    for x, y in ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)):
        check |= walled[each, stepped(x, y)[king]] == CODE["n"]
    for x, y in ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)):
        step, square, free = stepped(x, y), king, True
        for distance in range(1, 8):
            square = step[square]
            piece = walled[each, square]
            check |= free & ((piece == CODE["q"]) | (piece == CODE["b" if x and y else "r"]))
            check |= (distance == 1 and x != 0 and y == 1) & (piece == CODE["p"])
            free &= piece == 0
    return check


def blended(score, result, scale, blend):
    """The targets: the score and, as far as it is known, a share of the result, 0 to 1. A leaf's is not within that."""
    shown = sigmoid(score / scale)
    return np.where((result >= 0) & (result <= 1), (1 - blend) * shown + blend * result, shown)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def scale_of(score, result):
    """The K for which sigmoid(score / K) is nearest to the results; half a million positions tell it, leaves left out."""
    known = (result >= 0) & (result <= 1)
    score, result, scales = score[known][:500_000], result[known][:500_000], np.arange(60, 400, dtype=np.float32)
    return min(scales, key=lambda k: np.mean((sigmoid(score / k) - result) ** 2))
