"""The scaling law: how the held-out loss falls with the number of positions. Trains at several sizes and draws the plot.

    python3 training/law.py --positions positions.bin --out law --sizes 1e6,2e6,4e6,8e6 -- --epochs 10 --width 256

Options after -- go to network.py. Sizes that are finished are not trained again. All are validated on the same games.
Writes law.csv, law.svg, and a network for each size.
"""

import argparse
import csv
import pathlib
import subprocess
import sys

import numpy as np

from positions import plotter, say


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", required=True, help="file of packed positions")
    parser.add_argument("--out", required=True, type=pathlib.Path, help="files to write, without suffix")
    parser.add_argument("--sizes", default="1e6,2e6,4e6,8e6", help="positions to train on (default 1e6,2e6,4e6,8e6)")
    parser.add_argument("rest", nargs="*", help="options for network.py, after --")
    return parser.parse_args()


def losses_of(log):
    """Training and validation loss after the last epoch."""
    with open(log) as lines:
        last = list(csv.DictReader(lines))[-1]
    return float(last["training"]), float(last["validation"])


def main():
    options, rows = arguments(), []
    wanted = [int(float(text)) for text in options.sizes.split(",")]
    for number, size in enumerate(wanted, 1):
        say(f"training {number} of {len(wanted)}: {size} positions")
        net = options.out.with_name(f"{options.out.name}-{size}.net")
        if not net.with_suffix(".svg").exists():  # the last file of a training
            trainer = [sys.executable, pathlib.Path(__file__).with_name("network.py"), "--positions", options.positions]
            resume = ["--resume"] if net.with_suffix(".npz").exists() else []
            subprocess.run([*trainer, "--net", net, "--use", str(size), *resume, *options.rest], check=True)
        rows.append((size, *losses_of(net.with_suffix(".csv"))))
        say("%d positions: training %.6f, validation %.6f" % rows[-1])
    with open(options.out.with_suffix(".csv"), "w") as lines:
        csv.writer(lines).writerows([("positions", "training", "validation"), *rows])
    sizes, training, validation = np.array(rows).T
    slope = np.polyfit(np.log2(sizes), validation, 1)[0] if len(rows) > 1 else 0
    say(f"doubling the positions lowers the loss by {-slope:.5f}")
    path = options.out.with_suffix(".svg")
    if (pyplot := plotter(path)) is None:
        return
    pyplot.semilogx(sizes, training, "o-", label="training")
    pyplot.semilogx(sizes, validation, "o-", label=f"validation, {slope:+.4f} per doubling")
    pyplot.xlabel("positions")
    pyplot.ylabel("loss")
    pyplot.legend()
    pyplot.savefig(path, metadata={"Title": "Loss by number of positions"})


if __name__ == "__main__":
    main()
