/** The twin: the core as TypeScript, bundled by esbuild. */

import { writeFileSync } from "node:fs";
import { build, transform } from "esbuild";
import { constants } from "./constants.mjs";
import { forNode, WEB } from "./options.mjs";

/** Builds both twins, for orthodox chess alone and for all games. */
export async function buildTwins() {
  await Promise.all([buildTwin("twin", false), buildTwin("twin-variants", true)]);
}

/**
 * The twin's bundle. When esbuild joins modules it makes every top-level `const` a `var`, and V8 then takes no table and no
 * number for a constant: perft runs at 0.6 of its speed. So what is never assigned again becomes `const` once more.
 *
 * @param {string} name
 * @param {boolean} variants
 */
async function buildTwin(name, variants) {
  const { outputFiles } = await build({
    ...forNode,
    minifySyntax: false,
    // What follows reads whole lines.
    lineLimit: undefined,
    define: constants({ variants }),
    entryPoints: ["src/engine/core/twin-entry.ts"],
    write: false,
  });
  const text = outputFiles[0].text;
  const restored = text.replace(/^var (\w+) =/gm, (declaration, name) => {
    const isAssigned = new RegExp(
      `(^|[^\\w.])${name} ([-+*/|&^]|<<|>>>?)?= |(\\+\\+|--)${name}\\b|\\b${name}(\\+\\+|--)`,
    );
    const others = text.replace(declaration, "");
    return declaration.replace("var", isAssigned.test(others) ? "let" : "const");
  });
  // esbuild refuses an assignment to a constant, so a slip above cannot pass.
  const { target, lineLimit } = forNode;
  const { code } = await transform(restored, { format: "esm", target, minify: true, lineLimit });
  writeFileSync(`${WEB}/${name}.js`, code);
}
