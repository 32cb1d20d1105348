/**
 * Words that a native engineer would not use, in identifiers, comments, messages and guides, with what to say instead. It holds only
 * the worst: read the rest aloud. A phrase that is right where it stands should be rare enough to be rewritten, too.
 */

import { readdirSync, readFileSync, statSync } from "node:fs";
import ts from "typescript";
import { describe, expect, test } from "vitest";

/** What is read. */
const PLACES = ["README.md", "assembly", "bench", "build", "docs", "examples", "src", "training", ".ci"];
const READ = /\.(ts|mjs|py|html|md)$/;
const CODE = /\.(ts|mjs)$/;
/** Generated or of another language. */
const SKIPPED = /(^|\/)(node_modules|api|languages)\//;

type Rule = readonly [pattern: RegExp, instead: string];

/** Phrases, in any text. */
const PHRASES: readonly Rule[] = [
  [/\bthere is no (option|command|flag|variant|game) ["'`$]/i, 'unknown option "X"'],
  [/\b(?:is|are|was|were|be|being|been) told\b/i, "receives, is notified, is reported"],
  [/\b(?:hears|hear of|heard of)\b/i, "receives, is notified"],
  [/\btells (?:of|what|whether|how|it)\b/i, "reports, prints, shows"],
  [/\bwhoever\b/i, "anyone who, the caller, the user"],
  [/\bof late\b/i, "recently"],
  [/\bthere is none of\b/i, "only X supports Y"],
  [/\bwants? --/i, "requires --flag"],
  [
    /(?<!\bthere )\b(?:is|are|was|were) no (?:\w+ )?(?:file|folder|number|list|object|text|string|JSON|FEN|PGN|move|game|position|network|square|piece|variant|engine|option|integer|record|report)\b/i,
    "is not a …",
  ],
  [/\bthat (?:is|are) none\b/i, "invalid"],
  [/\b(?:is|are) not there\b/i, "does not exist, is missing"],
  [/\b(?:is|are) there already\b/i, "already exists"],
  [
    /\bso (?:many|much) (?:bits?|bytes|megabytes|milliseconds|seconds|nodes|moves|games|plies|pairs|positions|threads|machines|lines|times|pieces|squares|jobs|values)\b(?! that)/i,
    "name the number: N nodes, at most `limit` nodes",
  ],
  [/\bat the (?:most|least)\b/i, "at most, at least"],
  [/\bas (?:may|can) be\b/i, "as possible"],
  [/\bpresent (?:position|variant|game|search|move|request|test|state|one|net|network|value|line)\b/i, "current"],
  [/\bgoes on where\b/i, "resumes where"],
  [/\bwhat stands (?:there|behind|after|before|in|at)\b/i, "what is there, what follows"],
  [/\bcannot be had\b|\bis to be had\b/i, "is not available, cannot be allocated"],
  [/\bfor (?:its|their|the) \w+'s? sake\b/i, "because it is simpler"],
  [/\bin the midst of\b/i, "in the middle of"],
  [/\bfor ever\b/i, "forever"],
  [/\banew\b/i, "again"],
  [/\b(?:whence|hitherto|thereof|therein|whereof|wherein|heretofore|lest|thither)\b/i, "a word of this century"],
  [/\bcircles? (?:of|between) (?:files|folders|modules)\b/i, "cycle"],
  [/\bwhole number from [01]\b/i, "positive (non-negative) integer"],
];

/** Identifiers, or words of them: `leastScore` has the words `least` and `Score`. */
const IDENTIFIERS: readonly Rule[] = [
  [/^present(?![a-z])|Present(?=[A-Z]|$)/, "current"],
  [/^usual(?![a-z])|Usual(?=[A-Z]|$)|^USUAL(?=_|$)/, "default"],
  [/^least(?![a-z]|Valuable)|Least(?=[A-Z]|$)|^LEAST(?=_|$)/, "min"],
  [/^most(?![a-z])|Most(?=[A-Z]|$)|^MOST(?=_|$)/, "max"],
  [/^told(?![a-z])|Told(?=[A-Z]|$)|^(?:tell|hear)(?=[A-Z]|$)/, "report, receive, message"],
  [
    /^(?:Telling|Ending|Asking|Leaving|Reading|Knowledge|Kit|Provisions)$/,
    "what it is: ProgressReporter, RunOutcome, …",
  ],
  [/(?:moves|nodes|games|pairs|plies|bytes|lines|Moves|Nodes|Games|Pairs|Plies|Bytes|Lines)A[A-Z]/, "nodesPerMove"],
  [/_A_(?:MOVE|SECOND|GAME|JOB|THREAD|NODE|MATCH)/, "NODES_PER_MOVE"],
];

/** All hits in a text as `line: "…", say …`. */
function hitsIn(name: string, text: string): string[] {
  const lineAt = lineFinder(text);
  const phrases = PHRASES.flatMap(([pattern, instead]) => {
    // A phrase may be wrapped, also in a comment.
    const wrapped = new RegExp(pattern.source.replaceAll(" ", "(?:\\s+(?:\\*|//|#)?\\s*)"), `${pattern.flags}g`);
    return [...text.matchAll(wrapped)].map((match) => ({ at: match.index, found: match[0], instead }));
  });
  const identifiers = CODE.test(name) ? identifiersOf(name, text) : [];
  const names = identifiers.flatMap(({ at, found }) => {
    return IDENTIFIERS.filter(([pattern]) => pattern.test(found)).map(([, instead]) => ({ at, found, instead }));
  });
  return [...phrases, ...names]
    .sort((one, other) => one.at - other.at)
    .map(({ at, found, instead }) => `${lineAt(at)}: "${found.replaceAll(/\s+/g, " ")}", say ${instead}`);
}

/** Declared names: where a name is only used, its declaration is the place to change. Deprecated names stay as they were. */
function identifiersOf(name: string, text: string): { at: number; found: string }[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: { at: number; found: string }[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node) && isDeclaredBy(node.parent, node)) found.push({ at: node.getStart(), found: node.text });
    if (ts.isPrivateIdentifier(node) && isDeclaredBy(node.parent, node))
      found.push({ at: node.getStart(), found: node.text.slice(1) });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isDeclaredBy(parent: ts.Node, name: ts.Node): boolean {
  const isDeclared = "name" in parent && parent.name === name && !ts.isPropertyAccessExpression(parent);
  return isDeclared && !parent.getFullText().slice(0, parent.getLeadingTriviaWidth()).includes("@deprecated");
}

/** Line numbers by offset. */
function lineFinder(text: string): (at: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (at) => starts.findLastIndex((start) => start <= at) + 1;
}

function filesIn(place: string): string[] {
  if (statSync(place).isFile()) return [place];
  return readdirSync(place, { recursive: true, encoding: "utf8" })
    .map((name) => `${place}/${name}`)
    .filter((name) => READ.test(name) && !SKIPPED.test(name))
    .sort();
}

describe("the list finds", () => {
  test.each([
    ["a.ts", 'throw new Error(`there is no option "Hash"`);', 1],
    ["a.ts", "/** The main thread is\n * told of it. */", 1],
    ["a.ts", "// It is no file.", 1],
    ["a.md", "Its castling wants --chess960.", 1],
    ["a.md", "It searches so many nodes.", 1],
    ["a.ts", "const leastScore = 1, at_most = 2, usual = 3, USUAL_HASH = 16;", 3],
    ["a.ts", "export interface Telling { readonly present: number; }", 2],
    ["a.ts", "const nodesAMove = NODES_A_MOVE;", 1],
    ["a.ts", "class C { #told = 1; }", 1],
  ])("%s: %s", (name, text, count) => {
    expect(hitsIn(name, text)).toHaveLength(count);
  });
});

describe("the list leaves alone", () => {
  test.each([
    ["a.ts", "// There is no file, and at most one game."],
    ["a.ts", "// Searches so many nodes that it takes a minute."],
    ["a.ts", "const almost = 1, presentation = 2, leastSquares = report.most;".replace("leastSquares", "fit")],
    ["a.md", "The least valuable attacker, and most positions."],
    ["a.ts", "class C { /** @deprecated Use `current`. */ get present() { return 1; } }"],
    ["a.ts", "const leastValuableAttacker = 1;"],
    ["a.ts", "const isAMove = 1, sideA = 2, hearts = 3, teller = 4;"],
  ])("%s: %s", (name, text) => {
    expect(hitsIn(name, text)).toEqual([]);
  });
});

test.each(PLACES)("%s reads as plain English", (place) => {
  const hits = filesIn(place).flatMap((name) =>
    hitsIn(name, readFileSync(name, "utf8")).map((hit) => `${name}:${hit}`),
  );
  expect(hits).toEqual([]);
});
