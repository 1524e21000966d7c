import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { evaluate } from "../../../.ci/runtimes.ts";
import {
  type Bucket,
  createLimiter,
  createWriter,
  dialects,
  type Preset,
  presets,
  readRateLimit,
} from "../src/index.ts";
import { noon } from "./one-policy.ts";

const file = new URL("../README.md", import.meta.url);
const readme = readFileSync(file, "utf8");
const section = /(<!-- dialects: [^\n]* -->\n)(.*?)(<!-- \/dialects -->)/s;
// Paths at which a preset tells something of its own, in place of any.
const paths: Readonly<Record<string, readonly string[]>> = {
  github: ["/user", "/search/issues"],
  discord: ["/api/v10/channels/7/messages"],
  shopify: ["/admin/api/2026-10/products.json", "/admin/api/2026-10/graphql.json"],
};

/** Dialects that no preset is named for, at a limit of fifty a minute. */
const unnamed = Object.entries(dialects).flatMap(
  ([name, { tell, refusal = { status: 429 }, source, date }]): Preset[] => {
    if (
      !source.startsWith("https:") ||
      tell.length === 0 ||
      Object.hasOwn(presets, name) ||
      /^(?:shopify|github)-/.test(name)
    )
      return [];
    const algorithm = { kind: "fixed-window", limit: 50, seconds: 60 } as const;
    return [{ name, policies: [{ name: "minute", partition: ["account"], algorithm }], tell, refusal, source, date }];
  },
);

function rows(preset: Preset): string[] {
  const limiter = createLimiter(preset);
  const writer = createWriter(preset);
  return (paths[preset.name] ?? ["/things"]).map((path) => {
    const request = { address: "192.0.2.1", account: "ada", credential: "ada", app: "app", method: "GET", path };
    const decision = limiter.take(new Map<string, Bucket>(), request, noon);
    const headers = writer.headers(decision, noon);
    const body = writer.body('{"data":{}}', decision, noon);
    const { policies } = readRateLimit({ status: 200, headers, body }, noon);
    const sent = headers.map(([name, value]) => `\`${name}: ${value}\``);
    if (body !== '{"data":{}}') sent.push(`\`${body}\``);
    const counted = policies.filter(({ remaining, used }) => (remaining ?? used) !== null);
    const told = counted.map(({ name, limit, remaining, used, resetsAt }) => {
      const until = resetsAt === null ? "" : `, in ${Number((resetsAt - noon).toFixed(3))} s`;
      const count = remaining === null ? `${used} used` : `${remaining} of ${limit}`;
      return `${name === null ? "" : `${name} `}${count}${until}`;
    });
    const cells = [preset.name, sent.join("<br>") || "nothing until refused", told.join("<br>") || "–"];
    return `| ${[...cells, `${preset.refusal.status}`, `<${preset.source}>, ${preset.date}`].join(" | ")} |\n`;
  });
}

test("the table of dialects says what is written and read", () => {
  const head =
    "| preset, or dialect | headers as sent | parsed: what remains | refusal | source, read on |\n| --- | --- | --- | --- | --- |\n";
  const all = [...Object.values(presets), ...unnamed];
  const table = head + all.flatMap(rows).join("");
  if (process.env["UPDATE_README"])
    writeFileSync(
      file,
      readme.replace(section, (_all, open, _old, end) => open + table + end),
    );
  else expect(section.exec(readme)?.[2]).toBe(table);
});

test("the example prints what it says", async () => {
  const code = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? "";
  const printed = Array.from(code.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm), ([, line]) => `${line}\n`).join("");
  expect(printed).not.toBe("");
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const [program, ...words] = evaluate;
  const { stdout } = await promisify(execFile)(program, [...words, code], { cwd });
  expect(stdout).toBe(printed);
});
