/** Checks the built site in `site/`: every link and image has its file, every `#` its id. Part of `npm run docs`. */

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SITE = new URL("../site/", import.meta.url);

const pages = readdirSync(SITE, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
const texts = new Map(pages.map((name) => [new URL(name, SITE).href, readFileSync(new URL(name, SITE), "utf8")]));
const ids = new Map(
  [...texts].map(([page, text]) => [page, new Set([...text.matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, id]) => id))]),
);

let count = 0;
const dead = [];
for (const [page, text] of texts) {
  for (const [, link] of text.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
    const target = new URL(link.replaceAll("&amp;", "&"), page);
    if (target.protocol !== "file:") continue;
    count++;
    const { hash } = target;
    target.hash = "";
    if (target.pathname.endsWith("/")) target.pathname += "index.html";
    const path = fileURLToPath(target);
    const isInSite = target.href.startsWith(SITE.href) && existsSync(path) && statSync(path).isFile();
    const anchors = ids.get(target.href);
    if (!isInSite || (hash !== "" && anchors && !anchors.has(decodeURIComponent(hash.slice(1)))))
      dead.push(`${page.slice(SITE.href.length)}: ${link}`);
  }
}
for (const link of dead) console.error(`dead link: ${link}`);
console.log(`${pages.length} pages, ${count} links, ${dead.length} dead`);
if (pages.length === 0 || dead.length > 0) process.exitCode = 1;
