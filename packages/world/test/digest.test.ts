import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { runtimes } from "../../../.ci/runtimes.ts";

const script = fileURLToPath(new URL("digest.ts", import.meta.url));

/** The bytes of a seed are a promise: whoever changes this line breaks the fixtures of others, and says so in a release. */
const promised = "c95960be79764c95defbd8213776b3dc8fdf2545258975553ba9928f9976b790";

test.each(Object.entries(runtimes))("a seed gives the promised bytes on %s", async (_name, [program, ...words]) => {
  const { stdout } = await promisify(execFile)(program, [...words, script]);
  expect(stdout.trim()).toBe(promised);
});
