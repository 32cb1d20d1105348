import { describe, expect, test } from "vitest";
import { splitCommand } from "../../src/cli/flags/command-line";

describe("a command line is split into words", () => {
  test.each([
    ["stockfish", ["stockfish"]],
    ["  node  engine.js\t-v ", ["node", "engine.js", "-v"]],
    ["'my engine' \"--name=A B\" ''", ["my engine", "--name=A B", ""]],
    ["a'b c'd\"e f\"g", ["ab cde fg"]],
    ['my\\ engine \\"x\\" \\\\', ["my engine", '"x"', "\\"]],
    ['"say \\"x\\"" \'a\\b\'', ['say "x"', "a\\b"]],
    ["C:\\engines\\best.exe", ["C:\\engines\\best.exe"]],
    ["x; rm $HOME `y` > z | w & *", ["x;", "rm", "$HOME", "`y`", ">", "z", "|", "w", "&", "*"]],
  ])("%s", (text, words) => {
    expect(splitCommand(text)).toEqual(words);
  });

  test.each([
    ["", '"" is not a command'],
    ["  ", '"  " is not a command'],
    ["'' x", "\"'' x\" is not a command"],
    ["it's", '"it\'s": a quotation mark is not closed'],
    ['x "y\\"', '"x \\"y\\\\\\"": a quotation mark is not closed'],
  ])("but not %j", (text, message) => {
    expect(() => splitCommand(text)).toThrow(message);
  });
});
