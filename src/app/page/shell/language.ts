/**
 * Language of the page: the visitor's choice, or the first of the browser's languages that there is a dictionary for. Another one is
 * shown by a reload, which every game survives.
 */

import { messageOf } from "../../../errors";
import type { Message } from "../../../message";
import { Signal } from "../../play/signal";
import { t, useDictionary } from "../../play/text";
import type { Language } from "../languages/language";
import { find } from "./dom";

export { t } from "../../play/text";

const KEY = "language";
/** Loaded when they are wanted; English is what the texts are written in. */
const DICTIONARIES: Readonly<Record<string, () => Promise<{ readonly language: Language }>>> = {
  de: () => import("../languages/de"),
  da: () => import("../languages/da"),
};
/** The attributes that visitors read, or a screen reader speaks; the style sheet shows `data-empty`. */
const ATTRIBUTES = ["aria-label", "title", "placeholder", "alt", "data-empty"];

/** Another language has been chosen: the page is about to be loaded again. */
export const languageChosen = new Signal();

/** Translates the page before anything is done there. */
export async function setUpLanguage(): Promise<void> {
  const field = find("language", HTMLSelectElement);
  const chosen = remembered() ?? preferred(navigator.languages);
  field.value = chosen;
  field.addEventListener("change", () => {
    remember(field.value);
    languageChosen.emit();
    location.reload();
  });
  try {
    const { language } = (await DICTIONARIES[chosen]?.()) ?? {};
    if (language === undefined) return;
    useLanguage(language, chosen);
    document.documentElement.lang = chosen;
    translate(document.documentElement);
  } catch {
    // It cannot be fetched: English it is.
  }
}

/** Sets the language of all texts from now on. @param tag as in BCP 47 */
export function useLanguage(language: Language, tag: string): void {
  useDictionary({ ...language.texts, ...language.messages }, tag);
}

/** The first of a visitor's languages that there is. */
export function preferred(languages: readonly string[]): string {
  const known = languages.map((tag) => tag.toLowerCase().split("-")[0]);
  return known.find(isKnown) ?? "en";
}

/** A message from below, such as why a FEN is refused; in English if there is no translation. */
export function translated(message: Message | number): string {
  if (typeof message !== "object") return String(message);
  const [parts, ...values] = message;
  const template = parts.reduce((text, part, i) => `${text}{${i - 1}}${part}`);
  return t(template, values.map(translated));
}

/** Why something has failed. */
export function reasonText(error: unknown): string {
  return translated(messageOf(error));
}

/** Translates the contents of an element, except what is the same in all languages (`translate="no"`). */
function translate(element: Element): void {
  if (element.getAttribute("translate") === "no") return;
  for (const name of ATTRIBUTES) {
    const text = element.getAttribute(name);
    if (text) element.setAttribute(name, t(text));
  }
  for (const child of element.childNodes) {
    if (child instanceof Element) translate(child);
    if (child instanceof Text) child.data = translatedText(child.data);
  }
}

/** A text of `index.html`, whose lines are broken anywhere. Parts are separated by dots: `Casual · 650`. */
export function translatedText(text: string): string {
  const [, before, words, after] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  return before + words.replaceAll(/\s+/g, " ").split(" · ").map(translatedPart).join(" · ") + after;
}

function translatedPart(text: string): string {
  return text === "" ? "" : t(text);
}

function isKnown(language: string): boolean {
  return language === "en" || Object.hasOwn(DICTIONARIES, language);
}

function remember(language: string): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Storage may be forbidden; then the browser's languages decide.
  }
}

function remembered(): string | null {
  try {
    const language = localStorage.getItem(KEY) ?? "";
    return isKnown(language) ? language : null;
  } catch {
    return null;
  }
}
