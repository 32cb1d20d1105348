/** The journal of a run: what it goes on with, what it cuts off, what it refuses. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { Journal, type JournalFormat } from "../../src/jobs/journal";

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

const FORM: JournalFormat = {
  kind: "sum",
  conditions: { seed: 1, nodes: 100 },
  what: { none: "no sum", other: "another sum" },
  isHeaderless: (line) => /^\d+$/.test(line),
};
const HEADER = '{"sum":{"seed":1,"nodes":100},"by":"me"}\n';
const number = (line: string) => (/^\d+$/.test(line) ? Number(line) : null);

let files = 0;
function fileWith(text: string): string {
  const name = join(folder, `${files++}.txt`);
  writeFileSync(name, text);
  return name;
}

describe("a journal", () => {
  test.each([
    ["nothing", "", [], HEADER],
    ["a header torn in its conditions", HEADER.slice(0, 12), [], HEADER],
    ["a header torn behind them", HEADER.slice(0, -4), [], HEADER],
    ["a header alone", HEADER, [], HEADER],
    ["results", `${HEADER}1\n2\n`, [1, 2], `${HEADER}1\n2\n`],
    ["a torn result", `${HEADER}1\n2`, [1], `${HEADER}1\n`],
    ["results without a header", "1\n2\n", [1, 2], "1\n2\n"],
  ])("goes on with %s", (_, text, results, before) => {
    const name = fileWith(text);
    const journal = new Journal(name, FORM);
    expect(journal.before).toBe(results.length);
    expect(journal.results(number, "number")).toEqual(results);
    journal.add(["7", "8"], { by: "me" });
    journal.close();
    expect(readFileSync(name, "utf8")).toBe(`${before}7\n8\n`);
  });

  test("knows what its header says", () => {
    const journal = new Journal(fileWith(HEADER), FORM);
    expect(journal.facts).toMatchObject({ by: "me" });
    expect(journal.hasHeader).toBe(true);
    journal.close();
  });

  test.each([
    ["other conditions", '{"sum":{"seed":2,"nodes":100}}\n1\n', /: contains another sum: its seed is 2, not 1$/],
    ["another kind", '{"match":{"seed":1}}\n1\n', /: contains no sum$/],
    ["something else", "Dear diary,\n1\n", /: contains no sum$/],
    ["something else, torn", "Dear diary", /: contains no sum$/],
    ["no result in a line", `${HEADER}1\nx\n`, /: line 3 is not number 2$/],
  ])("refuses %s, and leaves the file as it is", (_, text, message) => {
    const name = fileWith(text);
    const open = () => new Journal(name, FORM).results(number, "number");
    expect(open).toThrow(message);
    // It holds no lock any more either: the second one says the same.
    expect(open).toThrow(message);
    expect(readFileSync(name, "utf8")).toBe(text);
  });
});
