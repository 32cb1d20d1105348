/**
 * Variants as Fairy-Stockfish configures them (`variants.ini`), converted to definitions of ours. Source of the options and their
 * defaults: Fairy-Stockfish's documentation of `variants.ini`.
 *
 * A section, `[name]` or `[name:base]`, has a line `option = value` for each difference from its base. Whatever cannot be played
 * is reported with its line, option by option.
 */

import { parseBetza } from "./betza";
import type { NonPawn, VariantDefinition } from "./definition";
import { ALIASES, BASES, PIECES } from "./fairy-bases";
import { squareOfName } from "./square-names";

/** An option that cannot be played. */
export interface ImportProblem {
  /** Its line in the file, from 1; null if it comes from a base that is not in the file. */
  readonly line: number | null;
  readonly option: string;
  readonly value: string;
  /** Why not. */
  readonly reason: string;
}

/** A section of the file. */
export interface ImportedVariant {
  readonly name: string;
  /** The line of its header, from 1. */
  readonly line: number;
  /** Its definition; null if there are problems. The start position has not been checked. */
  readonly definition: VariantDefinition | null;
  readonly problems: readonly ImportProblem[];
}

/** An option as it stands in the file. */
interface Entry {
  readonly value: string;
  readonly line: number | null;
}
type Options = ReadonlyMap<string, Entry>;

const ORTHODOX: Options = optionsOf({ pawn: "p", knight: "n", bishop: "b", rook: "r", queen: "q", king: "k" });
const ORTHODOX_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/** The pawn of Berolina chess. */
const BEROLINA_PAWN = sortedBetza("mfFcefWimfnA");

/** Options that change how games are played or shown elsewhere, not the game itself. */
const WITHOUT_EFFECT =
  /^(variantTemplate|pieceToCharTable|pocketSize|chess960|nnueAlias|pieceValue[ME]g|(pawn|promotionPawn|nMoveRule|enPassant)Types?(White|Black)?|promotionPawnType)$/;

/** The value of an option with which it changes nothing; all others are reported. */
const NEUTRAL: Readonly<Record<string, RegExp>> = {
  maxRank: /^8$/,
  maxFile: /^(8|h)$/i,
  twoBoards: /^false$/,
  promotionRegionWhite: /^\*8$/,
  promotionRegionBlack: /^\*1$/,
  tripleStepRegionWhite: /^-$/,
  tripleStepRegionBlack: /^-$/,
  promotionLimit: /^-?$/,
  mandatoryPawnPromotion: /^true$/,
  castlingKingsideFile: /^(g|7)$/,
  castlingQueensideFile: /^(c|3)$/,
  castlingRank: /^1$/,
  castlingKingFile: /^(e|5)$/,
  castlingRookKingsideFile: /^(h|8)$/,
  castlingRookQueensideFile: /^(a|1)$/,
  castlingRookPieces: /^r$/,
  checkmateValue: /^loss$/,
  nFoldRule: /^3$/,
  nFoldValue: /^draw$/,
  materialCounting: /^none$/,
  countingRule: /^none$/,
  chasingRule: /^none$/,
  wallingRule: /^none$/,
  enclosingDrop: /^none$/,
  connectN: /^0$/,
  passOnStalemate: /^false$/,
};

/** Options that are false by default, and change nothing then. */
const SWITCHES =
  /^(piecePromotionOnCapture|mandatoryPiecePromotion|pieceDrops|dropLoop|capturesToHand|blastOnCapture|checkCounting|pass|seirawanGating|gating|cambodianMoves|flyingGeneral|diagonalLines|makpongRule|bikjangRule|perpetualCheckIllegal|moveRepetitionIllegal|sittuyinPromotion|oppositeCastling|mustDrop|extinctionPseudoRoyal|flagMove|shatarMateRule|freeDrops|immobilityIllegal|firstRankPawnDrops|promotionZonePawnDrops|wallOrMove|petrifyOnCapture)$/;

/** A reader of one variant's options. */
class Section {
  readonly problems: ImportProblem[] = [];
  /** What has been read. */
  readonly #read = new Set<string>();

  constructor(readonly options: Options) {}

  text(option: string): string | undefined {
    this.#read.add(option);
    return this.peek(option);
  }

  /** The same without a promise to respect the option. */
  peek(option: string): string | undefined {
    return this.options.get(option)?.value;
  }

  boolean(option: string): boolean | undefined {
    const text = this.text(option);
    if (text === undefined || text === "true" || text === "false")
      return text === undefined ? undefined : text === "true";
    this.problem(option, "not true or false");
    return undefined;
  }

  problem(option: string, reason: string): void {
    const { line = null, value = "" } = this.options.get(option) ?? {};
    this.problems.push({ line, option, value, reason });
  }

  /** Reports the options that have an effect, and that nobody has read. */
  reportRest(): void {
    for (const [option, { value }] of this.options) {
      if (this.#read.has(option) || WITHOUT_EFFECT.test(option)) continue;
      if (SWITCHES.test(option) && value === "false") continue;
      if (NEUTRAL[option]?.test(value)) continue;
      this.problem(option, "not supported");
    }
  }
}

/**
 * Reads a file of variants.
 *
 * @returns a variant for each section, in order; a line that is neither a section nor an option is a problem of its section, and a line
 * before the first section one of a variant without a name
 */
export function importVariants(ini: string): ImportedVariant[] {
  const found = new Map<string, Options>();
  const ids = new Set<string>();
  const { outside, sections } = sectionsOf(ini);
  const lost = outside.map((problem) => ({ name: "", line: problem.line, definition: null, problems: [problem] }));
  const imported = sections.map(({ name, base, line, options, problems }) => {
    const inherited = base === "" ? ORTHODOX : (found.get(base) ?? baseOf(base));
    if (inherited === undefined) {
      const reason = "unknown variant";
      return { name, line, definition: null, problems: [{ line, option: "base", value: base, reason }] };
    }
    const all = new Map([...inherited, ...options]);
    found.set(name, all);
    const section = new Section(all);
    const definition = definitionOf(name, section);
    const { id } = definition;
    if (ids.has(id)) problems.push({ line, option: "id", value: id, reason: "the id of an earlier section" });
    ids.add(id);
    const faults = [...problems, ...section.problems];
    return { name, line, definition: faults.length > 0 ? null : definition, problems: faults };
  });
  return [...lost, ...imported];
}

function optionsOf(options: Readonly<Record<string, string>>): Options {
  return new Map(Object.entries(options).map(([option, value]) => [option, { value, line: null }]));
}

function baseOf(name: string): Options | undefined {
  const base = BASES[ALIASES[name] ?? name];
  return base && new Map([...ORTHODOX, ...optionsOf(base)]);
}

/** A problem of a line. */
type LineProblem = ImportProblem & { readonly line: number };

/** The sections of a file, and the lines before the first one. */
function sectionsOf(ini: string) {
  const outside: LineProblem[] = [];
  const sections: {
    name: string;
    base: string;
    line: number;
    options: Map<string, Entry>;
    problems: ImportProblem[];
  }[] = [];
  for (const [i, text] of ini.split(/\r\n?|\n/).entries()) {
    const line = i + 1;
    const content = text.replace(/[#;].*/, "").trim();
    if (content === "") continue;
    const header = /^\[\s*([^\]:]+?)\s*(?::\s*([^\]]+?)\s*)?\]$/.exec(content);
    if (header !== null) {
      sections.push({ name: header[1], base: header[2] ?? "", line, options: new Map(), problems: [] });
      continue;
    }
    const section = sections.at(-1);
    const [, option = content, value = ""] = /^([^=]+?)\s*=\s*(.*)$/.exec(content) ?? [];
    if (section === undefined) outside.push({ line, option, value, reason: "not in a section" });
    else if (content.includes("=")) section.options.set(option, { value, line });
    else section.problems.push({ line, option, value, reason: "not of the form option = value" });
  }
  return { outside, sections };
}

/** Letters in capitals and their moves in Betza notation, without pawn and king. */
type Moves = ReadonlyMap<string, string>;

function definitionOf(name: string, section: Section): VariantDefinition {
  const letters = new Map<string, string>();
  const kings: string[] = [];
  let pawn: string | null = null;
  let isBerolina = false;
  let kingMoves = "K";
  for (const [option, { value }] of section.options) {
    const isCustom = /^customPiece\d+$/.test(option);
    if (!isCustom && option !== "pawn" && option !== "king" && PIECES[option] === undefined) continue;
    section.text(option);
    if (value === "-") continue;
    const [, letter, betza] = /^([a-zA-Z])(?::(.*))?$/.exec(value) ?? [];
    if (letter === undefined) {
      section.problem(option, "not a letter, or a letter and its moves");
      continue;
    }
    const capital = letter.toUpperCase();
    if (option === "king") {
      kings.push(capital);
      kingMoves = betza ?? "K";
    } else if (option === "pawn") pawn = capital;
    else if (sortedBetza(betza ?? "") === BEROLINA_PAWN) [pawn, isBerolina] = [capital, true];
    else letters.set(capital, (isCustom ? betza : PIECES[option]) ?? "");
  }
  const definition: Mutable<VariantDefinition> = { id: idOf(name) };
  // A custom piece may describe the king's moves, with the king's letter.
  const king = kings.at(0) ?? explosiveKing(section);
  if (king !== undefined) letters.delete(king);
  if (pawn === null) section.problem("pawn", "there are no pawns");
  const fen = section.text("startFen") ?? ORTHODOX_FEN;
  Object.assign(definition, placed(letters, king, kingMoves, pawn ?? "P", fen, section));
  if (isBerolina) definition.pawns = "berolina";
  readEndings(definition, section, king);
  readMoves(definition, section, fen);
  readDoubleSteps(definition, section);
  section.reportRest();
  return definition;
}

/** The letter of the king where captures explode: there Fairy-Stockfish's kings are commoners that must not be lost. */
function explosiveKing(section: Section): string | undefined {
  if (section.peek("blastOnCapture") !== "true" || section.peek("extinctionPseudoRoyal") !== "true") return undefined;
  const letter = section.peek("extinctionPieceTypes");
  return letter === section.peek("commoner") ? letter?.toUpperCase() : undefined;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const SLOTS: readonly (readonly [slot: NonPawn, moves: string, letter: string])[] = [
  ["knight", "N", "N"],
  ["bishop", "B", "B"],
  ["rook", "R", "R"],
  ["queen", "Q", "Q"],
];

/** Finds a slot for each piece type: that of the orthodox piece with its moves or its letter, or any free one. */
function placed(
  all: Moves,
  king: string | undefined,
  kingMoves: string,
  pawn: string,
  fen: string,
  section: Section,
): Pick<VariantDefinition, "pieces" | "letters"> {
  const seen = `${fen.split(/\s/, 1)[0].toUpperCase()}${promotionOf(section)}`;
  // A type that never comes to the board needs no slot.
  const moves = new Map([...all].filter(([letter]) => seen.includes(letter)));
  const slots: readonly (readonly [NonPawn, string, string])[] =
    king === undefined ? [...SLOTS, ["king", "K", "K"]] : SLOTS;
  const taken = new Map<NonPawn, string>();
  const free = new Set(moves.keys());
  const fits: ((betza: string, letter: string, slot: readonly [NonPawn, string, string]) => boolean)[] = [
    (betza, letter, [, orthodox, own]) => betza === orthodox && letter === own,
    (betza, _letter, [, orthodox]) => betza === orthodox,
    (_betza, letter, [, , own]) => letter === own,
    () => true,
  ];
  for (const isFit of fits) {
    for (const letter of free) {
      const slot = slots.find((one) => !taken.has(one[0]) && isFit(moves.get(letter) ?? "", letter, one));
      if (slot === undefined) continue;
      taken.set(slot[0], letter);
      free.delete(letter);
    }
  }
  for (const letter of free) section.problem(optionOf(section, letter), "more than six piece types");
  const pieces: { [piece in NonPawn]?: string } = {};
  const letters: { [piece in "pawn" | NonPawn]?: string } = {};
  if (pawn !== "P") letters.pawn = pawn;
  for (const [slot, orthodox, own] of slots) {
    const letter = taken.get(slot);
    if (letter === undefined) continue;
    const betza = moves.get(letter) ?? "";
    if (betza !== orthodox) pieces[slot] = checked(betza, section, optionOf(section, letter));
    if (letter !== own) letters[slot] = letter;
  }
  if (king !== undefined) {
    if (kingMoves !== "K") pieces.king = checked(kingMoves, section, "king");
    if (king !== "K") letters.king = king;
  }
  freeLetters(letters);
  return {
    ...(Object.keys(pieces).length > 0 && { pieces }),
    ...(Object.keys(letters).length > 0 && { letters }),
  };
}

/** Slots of piece types that the game does not have keep their letters, unless another type has taken them. */
function freeLetters(letters: { [piece in "pawn" | NonPawn]?: string }): void {
  const all: readonly (readonly ["pawn" | NonPawn, string])[] = [
    ["pawn", "P"],
    ...SLOTS.map(([slot, , own]) => [slot, own] as const),
    ["king", "K"],
  ];
  for (const [slot, own] of all) {
    const used = all.map(([other, letter]) => letters[other] ?? letter);
    if (letters[slot] !== undefined || used.filter((letter) => letter === own).length === 1) continue;
    letters[slot] = [..."XYZWVUTS"].find((letter) => !used.includes(letter)) ?? own;
  }
}

/** The option that gives a piece type its letter. */
function optionOf({ options }: Section, letter: string): string {
  const isIt = ([option, { value }]: readonly [string, Entry]) =>
    (PIECES[option] !== undefined || option.startsWith("customPiece")) && value[0]?.toUpperCase() === letter;
  return [...options].find(isIt)?.[0] ?? letter;
}

/** Moves that a definition can have; otherwise a problem. */
function checked(betza: string, section: Section, option: string): string {
  try {
    parseBetza(betza);
  } catch {
    section.problem(option, "these moves are not supported: sums of W F D A N K B R Q and WW FF NN are");
  }
  return betza;
}

/** The parts of moves in Betza notation in order: a capital with the modifiers before it. */
function sortedBetza(betza: string): string {
  return [...betza.matchAll(/[a-z]*[A-Z]\d*/g)]
    .map(([part]) => part)
    .sort()
    .join("");
}

const ENDS = new Set(["win", "loss", "draw"]);

function readEndings(definition: Mutable<VariantDefinition>, section: Section, king: string | undefined): void {
  const isRoyal = king !== undefined;
  if (!isRoyal) definition.royal = false;
  const stalemate = section.text("stalemateValue");
  if (stalemate !== undefined && !ENDS.has(stalemate)) section.problem("stalemateValue", "not win, loss or draw");
  else if (stalemate !== undefined && stalemate !== "draw")
    definition.stalemate = stalemate as VariantDefinition["stalemate"];
  const limit = section.text("nMoveRule");
  if (limit === "0") section.problem("nMoveRule", "a game without a move limit is not supported");
  else if (limit !== undefined && limit !== "50") definition.moveLimit = Number(limit);
  readExtinction(definition, section, king);
  readFlags(definition, section, king);
}

/** All pieces lost, or all but the king, or a king that explodes. */
function readExtinction(definition: Mutable<VariantDefinition>, section: Section, king: string | undefined): void {
  const isRoyal = king !== undefined;
  const value = section.text("extinctionValue");
  const types = section.text("extinctionPieceTypes") ?? "";
  const count = section.text("extinctionPieceCount") ?? "0";
  const opponent = section.text("extinctionOpponentPieceCount") ?? "0";
  section.text("extinctionClaim");
  const kingless = isRoyal ? kinglessSide(section, king) : null;
  if (explosiveKing(section) !== undefined && value === "loss") {
    definition.explosions = true;
    for (const option of ["blastOnCapture", "extinctionPseudoRoyal"]) section.text(option);
    return;
  }
  if (value === undefined || value === "none") {
    if (!isRoyal) section.problem("king", "neither a king nor extinction ends the game");
  } else if (types !== "*") section.problem("extinctionPieceTypes", "not supported, other than *");
  else if (isRoyal && kingless !== null && count === "0" && value !== "draw")
    Object.assign(definition, { kingless, noPieces: value });
  else if (!isRoyal && count === "0" && value !== "draw") definition.noPieces = value as "win" | "loss";
  else if (isRoyal && count === "1" && opponent === "2" && value === "loss") definition.bareKing = "loss";
  else section.problem("extinctionValue", "not supported");
}

/** The side without a king at the start, if one has none. */
function kinglessSide(section: Section, king: string): "white" | "black" | null {
  const [placement] = (section.text("startFen") ?? ORTHODOX_FEN).split(/\s/, 1);
  if (!placement.includes(king)) return "white";
  return placement.includes(king.toLowerCase()) ? null : "black";
}

/** Goals. */
function readFlags(definition: Mutable<VariantDefinition>, section: Section, king: string | undefined): void {
  const [white, black] = ["flagRegionWhite", "flagRegionBlack"].map((option) => regionOf(section.text(option) ?? ""));
  const piece = section.text("flagPiece") ?? section.text("flagPieceWhite");
  if (white === null || black === null) section.problem("flagRegionWhite", "not a list of squares");
  else if (white.length + black.length > 0) {
    // A race: both sides have the same goals, and Black one more move.
    const isRace = section.peek("flagMove") === "true" && piece?.toUpperCase() === king;
    const others = isRace ? black : black.map((square) => `${square[0]}${9 - Number(square[1])}`);
    if (String([...white].sort()) !== String([...others].sort()))
      section.problem("flagRegionWhite", isRace ? "not the same as Black's" : "not the mirror image of Black's");
    if (piece === undefined || !/^([a-zA-Z]|\*)$/.test(piece)) section.problem("flagPiece", "not a letter or *");
    else if (piece !== "*") definition.goalPieces = piece.toUpperCase();
    definition.goals = white;
    if (isRace) {
      section.text("flagMove");
      definition.sharedGoals = true;
    }
  }
}

/** Squares: `a8 h8`, `*8`, `d*`; null for anything else. */
function regionOf(text: string): string[] | null {
  const squares = text
    .split(/\s+/)
    .filter((word) => word !== "" && word !== "-")
    .flatMap((word) => {
      const [, file, rank] = /^([a-h*])([1-8*])$/.exec(word) ?? [];
      if (file === undefined) return [word];
      const files = file === "*" ? [..."abcdefgh"] : [file];
      const ranks = rank === "*" ? [..."12345678"] : [rank];
      return files.flatMap((one) => ranks.map((other) => `${one}${other}`));
    });
  return squares.every((square) => squareOfName(square) >= 0) ? squares : null;
}

function readMoves(definition: Mutable<VariantDefinition>, section: Section, fen: string): void {
  if (section.boolean("pieceDrops")) {
    if (section.boolean("capturesToHand")) definition.drops = true;
    else section.problem("pieceDrops", "requires capturesToHand = true");
  }
  if (fen !== ORTHODOX_FEN) {
    definition.fen = fen;
    const isPlain = /^[\w/\-+ ]*(\[\w*\][\w/\-+ ]*)?$/.test(fen) && (!fen.includes("[") || definition.drops);
    if (!isPlain) section.problem("startFen", "not a position of a board of 8 by 8, or pockets without pieceDrops");
  }
  const castling = section.boolean("castling");
  if (castling === false) definition.castling = false;
  if (section.boolean("doubleStep") === false) definition.doubleStep = false;
  if (section.boolean("mustCapture")) definition.forcedCaptures = true;
  if (section.boolean("checking") === false) definition.forbiddenChecks = true;
  if (section.boolean("checkCounting")) {
    const [, limit, other] = / (\d)\+(\d)( |$)/.exec(fen) ?? [];
    if (limit === undefined || limit !== other || limit === "0")
      section.problem("checkCounting", "startFen does not have the same number of checks for both sides");
    else definition.checkLimit = Number(limit);
  }
  const promotion = promotionOf(section);
  if (!/^[A-Z]+$/.test(promotion)) section.problem("promotionPieceTypes", "not a list of letters");
  else if ([...promotion].sort().join("") !== "BNQR") definition.promotion = promotion;
}

/** Double steps from the second rank, and perhaps from the first one, where no pawn is captured en passant. */
function readDoubleSteps(definition: Mutable<VariantDefinition>, section: Section): void {
  const steps = (["White", "Black"] as const).map((side) => {
    const option = `doubleStepRegion${side}`;
    const [second, first] = side === "White" ? ["*2", "*1"] : ["*7", "*8"];
    const region = section.text(option) ?? second;
    if (region === second) return false;
    const ranks = region.split(/\s+/).sort().join(" ");
    if (ranks === [second, first].sort().join(" ")) return true;
    section.problem(option, `not supported, other than ${second} and ${second} ${first}`);
    return false;
  });
  const region = section.text("enPassantRegion");
  if (steps[0] || steps[1]) {
    definition.firstRankSteps = steps[0] && steps[1] ? "both" : steps[0] ? "white" : "black";
    const option = `doubleStepRegion${steps[0] ? "White" : "Black"}`;
    if (region !== "*3 *6") section.problem(option, "requires enPassantRegion = *3 *6");
  } else if (region !== undefined && region !== "*3 *6")
    section.problem("enPassantRegion", "not supported, other than *3 *6");
}

/** The promotion pieces in capitals; by default queen, rook, bishop and knight, as far as the game has them. */
function promotionOf(section: Section): string {
  const text = section.text("promotionPieceTypes");
  if (text !== undefined) return text.toUpperCase();
  const letters = ["queen", "rook", "bishop", "knight"].map((option) => section.text(option)?.charAt(0) ?? "-");
  return letters.join("").replaceAll("-", "").toUpperCase();
}

/** The name as an id: lower-case letters, digits and hyphens. */
function idOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 32);
}
