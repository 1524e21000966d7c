// Every block of code in our pages, compiled by one tsc program as a user's strict project compiles what is copied from there.
import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

const compilerOptions = {
  ...{ target: "esnext", module: "nodenext", lib: ["esnext", "dom"], types: ["node"], resolveJsonModule: true },
  ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, verbatimModuleSyntax: true },
  ...{ allowJs: true, checkJs: true, allowImportingTsExtensions: true, skipLibCheck: true, noEmit: true },
};

/** What a block finds where it runs: another runtime, files that a build makes, a page's worker. */
const surroundings = `
declare var Deno: any;
declare module "bun:test" {
  export const test: (name: string, body: () => unknown) => void;
  export const expect: (value: unknown) => { toBe(other: unknown): void };
}
declare module "@tapedeck/schema/schemas/user.json" {
  const user: { readonly $id: string };
  export default user;
}
declare module "@tapedeck/schema/schemas/openapi/service.json" {
  const openapi: { readonly paths: { readonly "/user/repos": { readonly get: { readonly operationId: string } } } };
  export default openapi;
}
`;

/** A worker has another `self` than a page, and one program cannot have both. */
const isWorker = (code: string): boolean => code.startsWith("// worker.js\n");

interface Block {
  readonly place: string;
  readonly code: string;
  readonly kind: string;
}

function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(join(root, page), "utf8");
  return Array.from(
    text.matchAll(/^( *)```(ts|js)\n(.*?)^\1```$/gms),
    ({ index, 1: indent, 2: kind = "", 3: code = "" }) => ({
      place: `${page}:${text.slice(0, index).split("\n").length + 1}`,
      code: code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
      kind,
    }),
  ).filter(({ code }) => !isWorker(code));
}

test("every block of ts and js in a page compiles as it stands", { timeout: 120_000 }, async () => {
  const pages = globSync("{*.md,recordings/*.md,packages/*/{*.md,docs/*.md}}", { cwd: root }).sort();
  const blocks = pages.flatMap(blocksOf);
  expect(blocks.length).toBeGreaterThan(30);
  const folder = await tempFolder();
  const fileOf = (number: number): string => `block-${number}.${blocks[number]?.kind}`;
  await symlink(join(root, "node_modules"), join(folder, "node_modules"), "dir");
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await writeFile(join(folder, "surroundings.d.ts"), surroundings);
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts", "*.js"] }));
  for (const [number, { code }] of blocks.entries())
    await writeFile(join(folder, fileOf(number)), /^(?:import|export) /m.test(code) ? code : `${code}export {};\n`);
  const said = await new Promise<string>((resolve) =>
    execFile(join(root, "node_modules/.bin/tsc"), ["-p", folder, "--pretty", "false"], (_error, stdout) =>
      resolve(stdout),
    ),
  );
  expect(said.replaceAll(/^.*block-(\d+)\.[jt]s/gm, (_, number) => blocks[Number(number)]?.place ?? "")).toBe("");
});
