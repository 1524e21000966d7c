import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

test("it has one dependency, which has none, and imports nothing else", () => {
  const { dependencies } = JSON.parse(readFileSync(at("package.json"), "utf8"));
  expect(Object.keys(dependencies)).toEqual(["structured-headers"]);
  const manifest = join(createRequire(import.meta.url).resolve("structured-headers"), "../../package.json");
  expect(JSON.parse(readFileSync(manifest, "utf8")).dependencies ?? {}).toEqual({});
  const imported = globSync("**/*.ts", { cwd: at("src"), exclude: ["generate/**"] }).flatMap((file) =>
    Array.from(
      readFileSync(at(`src/${file}`), "utf8").matchAll(/^(?:import|export)\b[^"]*?from "([^"]+)"/gm),
      ([, from = ""]) => from,
    ),
  );
  expect(new Set(imported.filter((from) => !from.startsWith(".")))).toEqual(new Set(["structured-headers"]));
});

test("it runs where there is JavaScript, and what browsers have, alone", async () => {
  const build = await rolldown({ input: at("src/index.ts"), platform: "browser" });
  const { output } = await build.generate({ format: "iife", name: "rateLimit" });
  const context = createContext({ TextEncoder, TextDecoder });
  runInContext(output[0].code, context);
  const said = runInContext(
    `const { checkScheme, commit, createLimiter, createWriter, presets, readRateLimit } = rateLimit;
    JSON.stringify(Object.keys(presets).map((preset) => {
      const scheme = checkScheme({ preset }, "file");
      const limiter = createLimiter(scheme);
      const buckets = new Map();
      const decision = limiter.take(buckets, { address: "::1", method: "GET", path: "/", body: "{}" }, 1767225600);
      commit(buckets, decision.changes);
      return readRateLimit({ status: 200, headers: createWriter(scheme).headers(decision, 1767225600) }, 1767225600).policies.length;
    }))`,
    context,
  );
  expect(JSON.parse(said)).toEqual([1, 2, 2, 1, 1, 2, 2, 3, 1, 1, 0, 0, 1, 1, 1, 4, 1]);
});
