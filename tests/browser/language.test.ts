/** The page in its languages: chosen by the browser or the visitor, whole, and with room for longer words. */

import { describe, expect, test } from "vitest";
import { language as danish } from "../../src/app/page/languages/da";
import { language as german } from "../../src/app/page/languages/de";
import type { Language } from "../../src/app/page/languages/language";
import { SETTINGS, type Setting, type Visit } from "../support/browser/browser";
import { openPage, usePage, visit } from "../support/browser/page";

const [DESK, , , PHONE] = SETTINGS;
const GAME = "you=both&moves=e2e4,e7e5";
const TABS = ["play", "analyse", "speed", "share"];
const LANGUAGES: [name: string, locale: string, language: Language][] = [
  ["German", "de-AT", german],
  ["Danish", "da-DK", danish],
];

usePage();

async function open(locale: string, setting: Setting = DESK, hash = GAME): Promise<Visit> {
  await openPage({ ...setting, locale }, hash);
  return visit;
}

/** All that can be read or heard on the page, whether it is seen now or not. */
function texts(): Promise<string[]> {
  return visit.page.evaluate(() => {
    const found: string[] = [];
    const walk = (element: Element) => {
      if (element.getAttribute("translate") === "no") return;
      for (const name of ["aria-label", "title", "placeholder", "data-empty"])
        found.push(element.getAttribute(name) ?? "");
      for (const child of element.childNodes) {
        if (child instanceof Element) walk(child);
        else found.push(...(child.textContent ?? "").replaceAll(/\s+/g, " ").trim().split(" · "));
      }
    };
    walk(document.body);
    return found.filter((text) => text !== "");
  });
}

test.each(LANGUAGES)("in %s nothing is left in English", async (_name, locale, language) => {
  const { page } = await open(locale);
  expect(await page.locator("html").getAttribute("lang")).toBe(locale.slice(0, 2));
  const isTranslated = (text: string) => (language.texts[text] ?? text) !== text;
  const translations = new Set(Object.values(language.texts));
  for (const tab of TABS) {
    await page.locator(`#tab-${tab}`).click();
    const seen = await texts();
    // A word of one text may be the translation of another: Start.
    expect(seen.filter((text) => isTranslated(text) && !translations.has(text))).toEqual([]);
    expect(seen).toContain(language.texts["New game"]);
  }
});

test("a visitor's choice outlasts the visit, and the game the choice", async () => {
  const { page } = await open("de");
  expect(await visit.text("new")).toBe("Neue Partie");
  await visit.move("g1", "f3");
  await expect.poll(() => visit.moves()).toEqual(["e4", "e5", "Nf3"]);
  expect(await visit.text("speech")).toBe("Weiß: Springer g1 nach f3");
  for (const [choice, newGame] of [
    ["Dansk", "Nyt parti"],
    ["English", "New game"],
    ["Deutsch", "Neue Partie"],
  ]) {
    await page.locator("#help-open").click();
    await page.locator("#language").selectOption(choice);
    await expect.poll(() => visit.text("new")).toBe(newGame);
    await page.locator("body[data-ready]").waitFor();
    expect(await visit.moves()).toEqual(["e4", "e5", "Nf3"]);
  }
  await visit.reload();
  await expect.poll(() => visit.text("new")).toBe("Neue Partie");
});

test("a dictionary that cannot be fetched leaves the page in English", async () => {
  await openPage({ ...DESK, locale: "en" }, GAME);
  const { page } = visit;
  await page.route("**/page-da-*.js", (route) => route.abort());
  await page.evaluate(() => localStorage.setItem("language", "da"));
  await visit.reload();
  expect(await visit.text("new")).toBe("New game");
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  // The browser itself says that a file is missing.
  visit.complaints.splice(0);
});

test("faults are told in the visitor's language", async () => {
  const { page } = await open("de");
  await page.locator("#tab-share").click();
  await page.locator("#fen").fill("9/8/8/8/8/8/8/8");
  await page.locator("#fen-form button[type=submit]").click();
  expect(await visit.text("fen-error")).toBe('FEN: Reihe 8 "9" hat 9 Felder, nicht 8');
  await page.locator("#tab-play").click();
  await page.locator("#move").fill("Qh9");
  await page.locator("#move").press("Enter");
  expect(await visit.text("move-error")).toMatch(/^"Qh9" ist kein Zug/);
});

describe.each(LANGUAGES)("on a phone, in %s", (name, locale) => {
  test.each(TABS)("the tab %s is no wider than the screen", async (tab) => {
    const { page } = await open(locale, PHONE, `game=knightmate&tab=${tab}`);
    await visit.picture(`${name} ${tab}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    // No text is cut off, and no button's words are broken across its edge.
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("button, label, h2, [role=tab]")]
        .filter((element) => element.offsetParent !== null && element.scrollWidth > element.clientWidth + 1)
        .map((element) => element.textContent),
    );
    expect(cut).toEqual([]);
  });
});
