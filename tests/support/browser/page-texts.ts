/** The texts of the page, in its code and in `index.html`: those that are translated, and those that are not. */

import { readdirSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import ts from "typescript";

/** Where the page's texts are; the terminal has no dictionary. */
const FOLDERS = ["src/app/play", "src/app/page"];
/** The functions that show or announce their argument. */
const SHOWING = new Set(["say", "show", "complain", "tellLimit", "tell", "refuse", "button"]);
/** The properties and attributes that hold a text for people. */
const SHOWN = new Set(["textContent", "title", "placeholder", "ariaLabel", "aria-label", "aria-valuetext"]);
/** Texts that are the same in all languages. */
const NAMES = /\b(Wazaba|Elo|PGN|FEN|COOP|COEP)\b/g;

/** Something in a file that breaks the rules, for people: `src/app/page/main.ts:12: …`. */
type Fault = string;

/** The texts in the code. */
export interface CodeTexts {
  /** Those that are translated: given to `t` as literals. */
  readonly literal: ReadonlySet<string>;
  /** Other arguments of `t`, as `src/app/play/words.ts: reason`. */
  readonly dynamic: ReadonlySet<string>;
  /** Texts that are shown without `t`, and calls of `t` before there is a dictionary. */
  readonly faults: readonly Fault[];
}

export function textsOfCode(): CodeTexts {
  const literal = new Set<string>();
  const dynamic = new Set<string>();
  const faults: Fault[] = [];
  for (const file of FOLDERS.flatMap(filesIn)) {
    const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
    const fault = (node: ts.Node, what: string) => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      faults.push(`${file}:${line + 1}: ${what}: ${node.getText()}`);
    };
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && ["t", "plural"].includes(node.expression.getText())) {
        const isPlural = node.expression.getText() === "plural";
        const given = isPlural ? node.arguments.slice(1, 3) : [node.arguments[0]];
        for (const part of given.flatMap((argument) => [...partsOf(argument)])) {
          if (ts.isStringLiteralLike(part)) literal.add(part.text);
          else dynamic.add(`${file}: ${part.getText()}`);
        }
        if (!isLate(node)) fault(node, "there is no dictionary yet when the module is loaded");
      }
      if (file.startsWith("src/app/page")) for (const text of shownBy(node)) fault(text, "shown without t");
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { literal, dynamic, faults };
}

/** The messages of all code that the page may load: `Message` in `src/message.ts`. */
export interface CodeMessages {
  /** Those made with `message`, as the dictionaries have them: with `{0}` for the first value. */
  readonly templates: ReadonlySet<string>;
  /** Texts in the place of a message, as `src/errors.ts: EPD: line {0}: {1}`. */
  readonly plain: ReadonlySet<string>;
}

/** Reads types: a text in the place of a message is found however it gets there. */
export function messagesOfCode(): CodeMessages {
  const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ".");
  const entries = ["src/app/page/main.ts", "src/engine/worker/worker.ts"];
  // Some files stand in for others in browsers.
  const program = ts.createProgram(entries, { ...options, moduleSuffixes: [".web", ""] });
  const checker = program.getTypeChecker();
  const templates = new Set<string>();
  const plain = new Set<string>();
  for (const source of program.getSourceFiles()) {
    const file = relative("", source.fileName);
    if (!file.startsWith("src/")) continue;
    const addPlain = (node: ts.Node) => {
      const text = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) ? templateOf(node) : node.getText();
      if (isProse(text)) plain.add(`${file}: ${text}`);
    };
    const visitValue = (node: ts.Expression): void => {
      const parts = partsOf(node);
      if (parts.length > 1) parts.forEach(visitValue);
      else if (ts.isTaggedTemplateExpression(node)) visit(node);
      else if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) addPlain(node);
      else ts.forEachChild(node, visit);
    };
    const visit = (node: ts.Node): void => {
      if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "message") {
        templates.add(templateOf(node.template));
        // Among the values of a message, strings are names and quotations; sentences are messages.
        if (ts.isTemplateExpression(node.template))
          for (const { expression } of node.template.templateSpans) visitValue(expression);
        return;
      }
      const isText = ts.isExpression(node) && (checker.getTypeAtLocation(node).flags & ts.TypeFlags.StringLike) !== 0;
      if (isText && isMessage(checker.getContextualType(node))) addPlain(node);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { templates, plain };
}

/** Whether a type is `Message`, or has it as one of several. */
function isMessage(type: ts.Type | undefined): boolean {
  if (type === undefined) return false;
  return type.aliasSymbol?.name === "Message" || (type.isUnion() && type.types.some(isTemplate));
}

function isTemplate({ aliasSymbol }: ts.Type): boolean {
  return aliasSymbol?.name === "Template";
}

/** A text with `{0}` for its first value. */
function templateOf(node: ts.StringLiteralLike | ts.TemplateExpression): string {
  if (!ts.isTemplateExpression(node)) return node.text;
  return node.head.text + node.templateSpans.map(({ literal }, i) => `{${i}}${literal.text}`).join("");
}

/** The texts and attributes of `index.html` that people read, but for those with `translate="no"`. */
export function textsOfHtml(html: string): Set<string> {
  const texts = new Set<string>();
  const add = (text: string) => {
    for (const part of text.replaceAll(/\s+/g, " ").trim().split(" · ")) if (isProse(part)) texts.add(part);
  };
  /** The open elements: whether their texts are translated. */
  const open = [true];
  for (const [token] of html.replaceAll(/<!--.*?-->|<!.*?>/gs, "").matchAll(/<[^>]+>|[^<]+/g)) {
    const name = /^<\/?([\w-]+)/.exec(token)?.[1];
    if (token.startsWith("</")) open.pop();
    else if (name !== undefined) {
      const isTranslated = open[open.length - 1] && !/\stranslate="no"/.test(token);
      for (const [, text] of token.matchAll(/\s(?:aria-label|title|placeholder|alt|data-empty)="([^"]*)"/g)) {
        if (isTranslated) add(text);
      }
      if (!token.endsWith("/>") && !/^(meta|link|input|img|br|hr)$/.test(name)) open.push(isTranslated);
    } else if (open[open.length - 1]) add(token.replaceAll("&nbsp;", " "));
  }
  return texts;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith(".ts") && !name.startsWith("languages/"))
    .map((name) => `${folder}/${name}`);
}

/** What an expression may be: both sides of a condition. */
function partsOf(node: ts.Expression): ts.Expression[] {
  if (ts.isParenthesizedExpression(node)) return partsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...partsOf(node.whenTrue), ...partsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
    return [...partsOf(node.left), ...partsOf(node.right)];
  return [node];
}

/** Whether code runs later than its module is loaded. */
function isLate(node: ts.Node): boolean {
  for (let { parent } = node; parent !== undefined; parent = parent.parent) if (ts.isFunctionLike(parent)) return true;
  // The page's own module waits for the dictionary.
  return node.getSourceFile().fileName.endsWith("/main.ts");
}

/** The texts for people that a node shows without `t`. */
function shownBy(node: ts.Node): ts.Expression[] {
  const shown: ts.Expression[] = [];
  if (ts.isBinaryExpression(node) && ts.isPropertyAccessExpression(node.left) && SHOWN.has(node.left.name.text))
    shown.push(node.right);
  if (ts.isPropertyAssignment(node) && SHOWN.has(node.name.getText().replaceAll('"', ""))) shown.push(node.initializer);
  if (ts.isCallExpression(node)) {
    const name = node.expression.getText().replace(/^.*[.#]/s, "");
    const first = node.arguments[0];
    if (name === "make") shown.push(...node.arguments.slice(2));
    if (name === "setAttribute" && ts.isStringLiteral(first) && SHOWN.has(first.text)) shown.push(node.arguments[1]);
    // What a complaint is about stands first, then the text. Tabs have names of their own.
    if (SHOWING.has(name) && node.expression.getText() !== "tabs.show")
      shown.push(...node.arguments.filter((_, i) => i === 0 || name === "complain"));
  }
  return shown.flatMap(partsOf).filter((part) => {
    if (ts.isTemplateExpression(part))
      return [part.head.text, ...part.templateSpans.map(({ literal }) => literal.text)].some(isProse);
    return ts.isStringLiteralLike(part) && isProse(part.text) && !/^(fen|pgn)$/.test(part.text);
  });
}

/** Whether a text has words: two letters in a row. */
function isProse(text: string): boolean {
  return /\p{L}{2}/u.test(text.replaceAll(NAMES, ""));
}
