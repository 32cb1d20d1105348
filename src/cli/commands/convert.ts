/** `wazaba convert`: training games as text, as compact records, or as packed positions for the trainer. */

import { once } from "node:events";
import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Variant } from "../../chess/variants/variant";
import { quote, WazabaError } from "../../errors";
import { encodeBlock, hasBlocks, readBlocks } from "../../lab/datagen/blocks";
import { RECORD_SUFFIX } from "../../lab/datagen/journal";
import { PositionPacker, StrayPacker } from "../../lab/datagen/packed-positions";
import { decodeGame, encodeGame, GameText, type GameVisitor, replayText } from "../../lab/datagen/record";
import { defineCommand } from "../flags/define-command";
import { COMMON_FLAGS, SHARED } from "../flags/flags";
import { print, printError } from "../output";
import { Faults, warn } from "../support/faults";
import { VARIANT_FLAGS, variantFrom } from "../support/games";
import { NewFile } from "../support/new-file";

/** The name of standard input. */
const STDIN = "-";
const FORMS = ["text", "record", "positions"] as const;
type Form = (typeof FORMS)[number];
const POSITIONS_SUFFIX = ".bin";

/** Games of a block: large enough to make the header negligible, small enough to lose little if damaged. */
const BLOCK_GAMES = 64;
/** Bytes written at a time. */
const CHUNK = 2 ** 20;

/** Exit code 1 if the output cannot be written. */
export const convert = defineCommand(
  {
    name: "convert",
    arguments: "FILE...",
    summary: "converts training games: text, compact records, packed positions",
    about: `Converts training games of wazaba datagen: text, a line each; compact records (${RECORD_SUFFIX}), two bytes a move,
in blocks with a checksum each; or packed positions for the trainer, 32 bytes each, quiet ones only. What cannot be read is reported
and skipped. - is text on standard input.`,
    flags: {
      to: {
        type: "choice",
        choices: FORMS,
        about: `the form to write (default: by the suffix of --out: ${RECORD_SUFFIX} for records, ${POSITIONS_SUFFIX} for
          positions; otherwise text)`,
      },
      out: { ...SHARED.out, about: "a new file (default: standard output)" },
      limit: {
        type: "integer",
        argument: "CP",
        min: 1,
        default: 3000,
        about: "skips positions whose score is at least this far from zero",
      },
      strays: {
        type: "integer",
        argument: "N",
        min: 1,
        max: 1000,
        about: `writes N positions near each instead, one to three random moves away, without scores: training/label.py adds
          them`,
      },
      ...VARIANT_FLAGS,
      ...COMMON_FLAGS,
    },
  },
  async (values, positionals) => {
    if (positionals.length === 0) throw new WazabaError("usage", "convert: no files given; - is standard input");
    const { variant } = variantFrom(values);
    const { limit, strays = 0 } = values;
    if (values.json && values.out === undefined) throw new WazabaError("usage", "--json requires --out for the games");
    const form = values.to ?? formOf(values.out);
    if (strays > 0 && form !== "positions") throw new WazabaError("usage", "--strays requires --to positions");
    const faults = new Faults();
    const output = new Output(values.out);
    const writer =
      form === "positions" ? new PositionWriter(variant, limit, strays, output) : new GameWriter(form, variant, output);
    try {
      for (const file of positionals) {
        const convertFile = file !== STDIN && isRecordFile(file) ? convertRecords : convertText;
        const before = writer.games + faults.count;
        await convertFile(file, writer, faults, output);
        if (writer.games + faults.count === before) {
          warn(`${file === STDIN ? "standard input" : file}: no games`);
        }
      }
      writer.end();
      await output.flush();
    } catch (error) {
      if (!isFileError(error)) throw error;
      printError(`wazaba: ${error.message}\n`);
      return 1;
    } finally {
      output.close();
    }
    const summary = { games: writer.games, labels: writer.labels, bytes: output.bytes, faults: faults.count };
    if (values.json) print(`${JSON.stringify(summary)}\n`);
    else if (values.out !== undefined) {
      const left = faults.count === 0 ? "" : `, ${faults.count} left out`;
      print(`${summary.games} games, ${summary.labels} labels, ${summary.bytes} bytes${left}\n`);
    }
    return 0;
  },
);

/** The form that a file's name asks for. */
function formOf(file: string | undefined): Form {
  const name = file?.toLowerCase() ?? "";
  if (name.endsWith(RECORD_SUFFIX)) return "record";
  return name.endsWith(POSITIONS_SUFFIX) ? "positions" : "text";
}

/** Takes games in either form. */
interface Writer {
  readonly games: number;
  /** Labelled positions that were written. */
  readonly labels: number;
  /** @throws {WazabaError} if the line is not a valid game */
  text(line: string): void;
  /** The record that begins at an offset; where it ends. @throws {RangeError | WazabaError} if it is invalid */
  record(bytes: Uint8Array, offset: number): number;
  end(): void;
}

class PositionWriter implements Writer {
  games = 0;
  labels = 0;
  readonly #variant: Variant;
  readonly #packer: GameVisitor;
  readonly #output: Output;
  /** Positions of the current game: a damaged game adds nothing. */
  #pending: Uint8Array[] = [];

  constructor(variant: Variant, limit: number, strays: number, output: Output) {
    this.#variant = variant;
    this.#output = output;
    const add = (position: Uint8Array) => this.#pending.push(position);
    this.#packer = strays > 0 ? new StrayPacker(strays, add) : new PositionPacker(limit, add);
  }

  text(line: string): void {
    this.#pending = [];
    replayText(line, this.#variant, this.#packer);
    this.#finish();
  }

  record(bytes: Uint8Array, offset: number): number {
    this.#pending = [];
    const end = decodeGame(bytes, offset, this.#variant, this.#packer);
    this.#finish();
    return end;
  }

  end(): void {}

  #finish(): void {
    for (const position of this.#pending) this.#output.add(position);
    this.labels += this.#pending.length;
    this.games++;
  }
}

class GameWriter implements Writer {
  games = 0;
  labels = 0;
  readonly #isText: boolean;
  readonly #variant: Variant;
  readonly #output: Output;
  #block: Uint8Array[] = [];

  constructor(form: "text" | "record", variant: Variant, output: Output) {
    this.#isText = form === "text";
    this.#variant = variant;
    this.#output = output;
  }

  text(line: string): void {
    // What is written is what was read back.
    this.record(encodeGame(line, this.#variant), 0);
  }

  record(bytes: Uint8Array, offset: number): number {
    const game = new GameText();
    const end = decodeGame(bytes, offset, this.#variant, game);
    if (this.#isText) this.#output.add(Buffer.from(`${game.text}\n`));
    else this.#block.push(bytes.slice(offset, end));
    if (this.#block.length === BLOCK_GAMES) this.end();
    this.games++;
    this.labels += game.labels;
    return end;
  }

  end(): void {
    if (this.#block.length > 0) this.#output.add(encodeBlock("games", this.#block.length, Buffer.concat(this.#block)));
    this.#block = [];
  }
}

async function convertRecords(file: string, writer: Writer, faults: Faults, output: Output): Promise<void> {
  for (const block of readBlocks(file)) {
    if ("damage" in block) {
      faults.add(`${file}: bytes ${block.offset} to ${block.end} are damaged: ${block.damage}`);
      continue;
    }
    let offset = 0;
    for (let game = 0; block.kind === "games" && game < block.count; game++) {
      try {
        offset = writer.record(block.bytes, offset);
      } catch (error) {
        if (!isOfData(error)) throw error;
        faults.add(`${file}: the block at byte ${block.offset}, game ${game + 1}: ${error.message}`);
        break;
      }
      await output.flushSome();
    }
  }
}

async function convertText(file: string, writer: Writer, faults: Faults, output: Output): Promise<void> {
  const input = file === STDIN ? process.stdin : createReadStream(file);
  let number = 0;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    // The first line may say how the games were made.
    if (line === "" || (number === 1 && line.startsWith("{"))) continue;
    try {
      writer.text(line);
    } catch (error) {
      if (!isOfData(error)) throw error;
      faults.add(`${file}: line ${number}: ${error.message}`);
    }
    await output.flushSome();
  }
}

/** Whether the games are at fault, not the file. */
function isOfData(error: unknown): error is Error {
  return error instanceof RangeError || (error instanceof WazabaError && error.code !== "file");
}

function isFileError(error: unknown): error is WazabaError {
  return error instanceof WazabaError && error.code === "file";
}

function isRecordFile(file: string): boolean {
  const start = new Uint8Array(4);
  try {
    const descriptor = openSync(file, "r");
    try {
      return readSync(descriptor, start, 0, start.length, null) === start.length && hasBlocks(start);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new WazabaError("usage", `${quote(file)} cannot be read: ${(error as Error).message}`);
  }
}

/** Where the converted games go. */
class Output {
  bytes = 0;
  readonly #file: NewFile | null;
  #waiting: Uint8Array[] = [];
  #size = 0;

  /** @param name a new file; undefined: standard output */
  constructor(name: string | undefined) {
    this.#file = name === undefined ? null : new NewFile("--out", name, false);
  }

  add(bytes: Uint8Array): void {
    this.#waiting.push(bytes);
    this.#size += bytes.length;
  }

  /** Writes what is buffered once it is worth a call. */
  async flushSome(): Promise<void> {
    if (this.#size >= CHUNK) await this.flush();
  }

  /** @throws {WazabaError} `file` if the disk is full */
  async flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    this.bytes += bytes.length;
    this.#waiting = [];
    this.#size = 0;
    if (this.#file !== null) this.#file.write(bytes);
    else if (!process.stdout.write(bytes)) await once(process.stdout, "drain");
  }

  close(): void {
    this.#file?.close();
  }
}
