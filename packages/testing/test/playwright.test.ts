import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { noChromium } from "../../../.ci/chromium.ts";
import { playwrightOnSources } from "./playwright/on-sources.ts";

const here = fileURLToPath(new URL("..", import.meta.url));
const playwright = fileURLToPath(new URL("../../../node_modules/.bin/playwright", import.meta.url));

interface Spec {
  readonly title: string;
  readonly ok: boolean;
  readonly tests: ReadonlyArray<{
    readonly results: ReadonlyArray<{ readonly errors: ReadonlyArray<{ message?: string }> }>;
  }>;
}

interface Suite {
  readonly specs?: readonly Spec[];
  readonly suites?: readonly Suite[];
}

function specsIn({ specs = [], suites = [] }: Suite): readonly Spec[] {
  return [...specs, ...suites.flatMap(specsIn)];
}

test.skipIf(noChromium !== "")(
  `a fixture of Playwright's answers the pages of a test from its tape${noChromium}`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "tapedeck-pages-"));
    const { CI: _ci, TAPEDECK: _mode, ...inherited } = process.env;
    const env = { ...inherited, ...playwrightOnSources, API_RECORDINGS: folder };
    try {
      const said = await new Promise<string>((resolve) => {
        const words = [
          "test",
          "--config",
          "test/playwright/playwright.config.ts",
          "--workers",
          "1",
          "--output",
          join(folder, "output"),
        ];
        execFile(playwright, words, { cwd: here, env }, (_error, stdout) => resolve(stdout));
      });
      const specs = specsIn(JSON.parse(said));
      const errors = (each: Spec) => each.tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      expect(specs.map((each) => [each.title, each.ok, each.ok ? [] : errors(each)])).toEqual(
        [
          "is named for its test",
          "refuses other hosts, and what it does not have, and lets this machine through",
          "fails for what a page was refused",
          "record",
          "replay",
        ].map((title) => [title, true, []]),
      );
      const failed = specs.find(({ title }) => title.startsWith("fails"));
      expect(failed && errors(failed)[0]?.message).toContain("Cannot replay GET /users/ada");
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
