import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { jsrManifest } from "../../../.ci/jsr-manifests.ts";
import { publishable } from "../../../.ci/publishable.ts";
import { publishedManifest, publishedMarkdown } from "../../../.ci/published.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

describe.each([...publishable])("the manifest of packages/%s", (folder, manifest) => {
  const packageFolder = join(root, "packages", folder);

  test("says where it comes from, and packs itself built", () => {
    expect(manifest).toMatchObject({
      license: "MIT",
      homepage: "https://tapedeck.dev",
      repository: { type: "git", url: "git+https://tapedeck.dev/tapedeck.git", directory: `packages/${folder}` },
      bugs: "https://tapedeck.dev/issues",
      files: expect.arrayContaining(["dist", ...(existsSync(join(packageFolder, "docs")) ? ["docs"] : [])]),
      scripts: {
        build: expect.stringContaining("build-package.ts"),
        prepack: "node --run build && node ../../.ci/prepack.ts",
        postpack: "node ../../.ci/postpack.ts",
      },
      // A folder to publish instead is pnpm's, and npm passes over it.
      publishConfig: { access: "public" },
      engines: { node: ">=22.18" },
    });
  });

  test("names entries that are there", () => {
    const missing = Object.values(manifest.exports ?? {}).filter(
      (source) => globSync(source, { cwd: packageFolder }).length === 0 && !source.startsWith("./schemas/"),
    );
    expect(missing).toEqual([]);
  });

  test("says the same to JSR (else: npm run generate)", () => {
    expect(readFileSync(join(packageFolder, "jsr.json"), "utf8")).toBe(jsrManifest(folder));
  });

  test("comes with texts whose links lead somewhere on npm", () => {
    for (const file of globSync("{README.md,docs/**/*.md}", { cwd: packageFolder })) {
      const published = publishedMarkdown(
        `packages/${folder}/${file}`,
        readFileSync(join(packageFolder, file), "utf8"),
        (name) => publishable.has(name),
      );
      for (const [, owner = "", path = ""] of published.matchAll(
        /https:\/\/unpkg\.com\/@tapedeck\/([^/]+)\/([^)#]+)/g,
      )) {
        expect(publishable.get(owner)?.files).toContain(dirname(path).split("/")[0]);
        expect(existsSync(join(root, path.startsWith("schemas/") ? path : `packages/${owner}/${path}`)), path).toBe(
          true,
        );
      }
    }
  });
});

test("a published manifest names built files, and nothing that only the repository needs", () => {
  const { exports, ...rest } = publishedManifest({
    name: "@tapedeck/tape",
    exports: { ".": "./src/index.ts", "./*": "./src/made/*.ts", "./schemas/*": "./schemas/*" },
    scripts: { build: "…" },
    devDependencies: { "fast-check": "^4.0.0" },
    dependencies: { yaml: "^2.0.0" },
  });
  expect(exports).toEqual({
    ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
    "./*": { types: "./dist/made/*.d.ts", default: "./dist/made/*.js" },
    "./schemas/*": "./schemas/*",
  });
  expect(rest).toEqual({ name: "@tapedeck/tape", dependencies: { yaml: "^2.0.0" } });
});

test.each([
  ["another package", "[a](../record)", "[a](https://www.npmjs.com/package/@tapedeck/record)"],
  ["a part of its README", "[a](../tape/README.md#hidden)", "[a](https://www.npmjs.com/package/@tapedeck/tape#hidden)"],
  ["its own documents", "[a](docs/rules.md)", "[a](https://unpkg.com/@tapedeck/cli/docs/rules.md)"],
  ["a schema", "[a](../../schemas/plan.json)", "[a](https://unpkg.com/@tapedeck/schema/schemas/plan.json)"],
  ["elsewhere", "[a](https://example.com/b) [c](#d)", "[a](https://example.com/b) [c](#d)"],
])("a published README links to %s absolutely", (_where, written, published) => {
  expect(publishedMarkdown("packages/cli/README.md", written, () => true)).toBe(published);
});

test.each(["../../recordings", "src/run.ts", "../bench"])("a README that links to %s is not published", (target) => {
  expect(() => publishedMarkdown("packages/cli/README.md", `[a](${target})`, (name) => name !== "bench")).toThrow(
    `Cannot publish packages/cli/README.md: it links to ${target}, which is in no package`,
  );
});

// Its rules for exported types are tried here. The types themselves are checked by tsc, and by Deno in `deno task test`.
test("JSR would take every package", async () => {
  const { stderr } = await promisify(execFile)("deno", ["publish", "--dry-run", "--allow-dirty", "--no-check"], {
    cwd: root,
    env: { ...process.env, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
    maxBuffer: 1 << 24,
  });
  expect(stderr).toContain("Success Dry run complete");
  for (const { name } of publishable.values()) expect(stderr).toContain(`Simulating publish of ${name}@`);
});
