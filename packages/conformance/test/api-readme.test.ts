import { execFile } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { readApi } from "@tapedeck/api/files";
import { beforeAll, expect, test } from "vitest";
import { evaluate } from "../../../.ci/runtimes.ts";
import { sharedFolder } from "../../../.ci/test-resources.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const readme = await readFile(join(root, "packages/api/README.md"), "utf8");
const blocks = Array.from(
  readme.matchAll(/(?:`([^`\n]+)`\n\n)?^( *)```(\w+)\n(.*?)^\2```$/gms),
  ([, name, indent = "", language = "", text = ""]) => ({
    name,
    language,
    text: text.replace(new RegExp(`^${indent}`, "gm"), ""),
  }),
);
const examples = blocks.filter(({ language }) => language === "ts");
const rows = Array.from(readme.matchAll(/^\| `(\S+)` \| .* \| `(.*)` \|$/gm), ([, key = "", example = ""]) => ({
  key,
  example,
}));
const folder = sharedFolder();

beforeAll(async () => {
  await symlink(join(root, "node_modules"), join(folder, "node_modules"), "dir");
  for (const { name, text } of blocks) {
    if (name === undefined) continue;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
});

test.each([
  ["a third API, described", 0],
  ["an OpenAPI document", 1],
])("the example of %s in the README of @tapedeck/api prints what it says", async (_what, place) => {
  const code = examples[place]?.text ?? "";
  const printed = Array.from(code.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm), ([, line]) => `${line}\n`).join("");
  expect(printed).not.toBe("");
  const [program, ...words] = evaluate;
  const { stdout } = await promisify(execFile)(program, [...words, code], { cwd: folder });
  expect(stdout).toBe(printed);
});

test("the README of @tapedeck/api lists every key of api.json", async () => {
  const { properties } = JSON.parse(await readFile(join(root, "schemas/api.json"), "utf8"));
  expect(rows.map(({ key }) => key)).toEqual(Object.keys(properties));
});

test.each(rows)("the example of the key $key is a description", async ({ key, example }) => {
  const file = join(folder, "recordings/orders.example", `${key.replace("$", "")}.api.json`);
  expect(Object.keys(JSON.parse(example))).toEqual([key]);
  await writeFile(file, example);
  expect(await readApi(file)).toHaveProperty("routes");
});
