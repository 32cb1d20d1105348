import { expect, test } from "vitest";
import { type GameStorage, KeptGames } from "../../../src/app/page/games/kept-games";

/** Storage for so many characters. */
function storageOf(room: number, text: string | null = null): GameStorage & { text: string | null } {
  return {
    text,
    getItem() {
      return this.text;
    },
    setItem(_key, value) {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      this.text = value;
    },
  };
}

const game = (id: number) => ({ id, text: `moves=${id}`, label: `Game ${id}` });
const ids = (kept: KeptGames) => kept.all.map(({ id }) => id);

test("the last twenty games are kept, each once, for the next visit", () => {
  const storage = storageOf(1e6);
  const kept = new KeptGames(() => storage);
  for (let id = 1; id <= 25; id++) kept.keep(game(id));
  kept.keep({ ...game(10), text: "moves=more" });
  const next = new KeptGames(() => storage);
  expect([next.all.length, next.all[0].text, ids(next).slice(0, 3)]).toEqual([20, "moves=more", [10, 25, 24]]);
  expect(new Set(ids(next)).size).toBe(20);
});

test.each([
  [
    "forbidden",
    () => {
      throw new DOMException("no", "SecurityError");
    },
  ],
  ["full", () => storageOf(0)],
  ["nonsense", () => storageOf(0, "[1, null, {}")],
])("where storage is %s, games are kept for this visit", (_what, storage) => {
  const kept = new KeptGames(storage);
  for (const id of [1, 2]) kept.keep(game(id));
  expect(ids(kept)).toEqual([2, 1]);
});

test("where there is little room, the last games are kept", () => {
  const storage = storageOf(200);
  const kept = new KeptGames(() => storage);
  for (let id = 1; id <= 8; id++) kept.keep(game(id));
  const next = ids(new KeptGames(() => storage));
  expect([next.length > 0, next[0]]).toEqual([true, 8]);
});
