import { afterAll, beforeAll, expect, test } from "vitest";
import { type PackedProject, packedProject } from "../../../.ci/packed-project.ts";
import { publishable } from "../../../.ci/publishable.ts";
import { near } from "./packed/consumers.ts";

let project: PackedProject;
beforeAll(async () => {
  project = await packedProject([...publishable.keys()]);
});
afterAll(() => project[Symbol.asyncDispose]());

// More of them are tried, and shown, by `npm run pack-check`.
test.each(near)("the packed packages are used by $who", async ({ use }) => {
  expect(await use(project)).not.toBe("");
});
