/** axe-core in a page: barriers to accessibility. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The parts of axe's report that are used. */
interface Report {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

/** The serious and critical findings, each with its elements. @param within the part that is looked at, a selector */
export async function seriousFindings(page: Page, within = "html"): Promise<string[]> {
  // Half a megabyte: once for each page.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    (within) => (window as unknown as { axe: { run(within: string): Promise<Report> } }).axe.run(within),
    within,
  );
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(told);
}

function told({ id, nodes }: Report["violations"][number]): string {
  return `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`;
}
