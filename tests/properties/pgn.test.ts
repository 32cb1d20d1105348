import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPgn, parsePgn } from "../../src/chess/notation/pgn";
import { formatSan } from "../../src/chess/notation/san";
import { Game } from "../../src/chess/rules/game";
import { played, RUNS, scraps, walks } from "../support/arbitraries";

const words = fc.array(fc.oneof(scraps, fc.constantFrom("1-0", "e4", "[Event", "12.", "Nf3")), { maxLength: 8 });
const texts = words.map((parts) => parts.join(" "));
const tags = fc.dictionary(fc.stringMatching(/^X[A-Za-z0-9_]{0,12}$/), texts, { maxKeys: 4 });
const comments = fc.array(fc.record({ ply: fc.nat(40), text: texts }), { maxLength: 5 });

/** What a value of a tag becomes: on one line, without control characters. */
const asTag = (text: string) => text.replace(/\p{Cc}+/gu, " ");
/** What a comment becomes: on one line. */
const asComment = (text: string) => text.trim().replace(/\s+/g, " ");

test("a game, its tags and its comments can be written and read again, whatever stands in them", () => {
  fc.assert(
    fc.property(walks(60), tags, comments, (walk, given, remarks) => {
      const game = played(walk);
      // An empty comment is no comment.
      const said = remarks
        .filter(({ ply, text }) => ply <= game.plies && text.trim() !== "")
        .sort((a, b) => a.ply - b.ply);
      const text = formatPgn(game, Object.entries(given), said);
      const [read, ...others] = parsePgn(text);
      expect(others).toEqual([]);
      expect(read.game.moves).toEqual(game.moves);
      expect(read.game.root).toEqual(game.root);
      for (const [name, value] of Object.entries(given)) expect(read.tags.get(name)).toBe(asTag(value));
      expect(read.comments).toEqual(said.map(({ ply, text: remark }) => ({ ply, text: asComment(remark) })));
      expect(formatPgn(read.game, read.tags, read.comments)).toBe(text);
    }),
    RUNS,
  );
});

test("variations and numbered remarks, in each other and anywhere, leave the game as it is", () => {
  const aside = fc.letrec<{ aside: string }>((tie) => ({
    aside: fc
      .array(
        fc.oneof({ depthSize: "small" }, fc.constantFrom("$14", "e4", "12...", "{ a ) ( b }", "!?"), tie("aside")),
        {
          maxLength: 4,
        },
      )
      .map((parts) => `(${parts.join(" ")})`),
  })).aside;
  fc.assert(
    fc.property(
      walks(40),
      fc.array(fc.tuple(fc.nat(40), fc.oneof(aside, fc.constant("$1"))), { maxLength: 6 }),
      (walk, asides) => {
        const game = played(walk);
        const stepwise = new Game(game.root);
        const movetext = game.moves.flatMap((move, ply) => {
          const san = formatSan(stepwise, move);
          stepwise.play(move);
          return [san, ...asides.filter(([at]) => at === ply).map(([, text]) => text)];
        });
        const head = formatPgn(new Game(game.root)).split("\n\n")[0];
        const [read, ...others] = parsePgn(`${head}\n\n${movetext.join(" ")} *\n`);
        expect(others).toEqual([]);
        expect(read.game.moves).toEqual(game.moves);
      },
    ),
    RUNS,
  );
});
