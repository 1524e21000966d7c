import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { loadLate } from "../src/polly/load-late.ts";
import { FSPersister } from "../src/polly/polly.ts";

const require = createRequire(import.meta.url);

test("loadLate() leaves a module out until it is used, and gives others the module itself", async () => {
  const folder = await tempFolder();
  const [shop, till] = [join(folder, "shop.cjs"), join(folder, "till.cjs")];
  await writeFile(shop, 'const till = require("./till.cjs"); exports.pay = (sum) => [till.word, till(sum)];');
  await writeFile(
    till,
    'globalThis.tills ??= 0; tills++; module.exports = (sum) => sum + 1; module.exports.word = "till";',
  );
  const opened = (): unknown => (globalThis as { tills?: number }).tills;
  const { pay } = loadLate(shop, ["./till.cjs", "./gone.cjs"], () => require(shop));
  expect(opened()).toBe(undefined);
  expect(pay(1)).toEqual(["till", 2]);
  expect(require(till)(2)).toBe(3);
  expect(opened()).toBe(1);
  delete (globalThis as { tills?: number }).tills;
});

test("the server that comes with Polly's file persister still is one", async () => {
  expect(FSPersister).toHaveProperty("id", "fs");
  const { Server } = createRequire(require.resolve("@pollyjs/persister-fs"))("@pollyjs/node-server");
  const { app } = new Server({ quiet: true, recordingsDir: await tempFolder() });
  expect(app.listen).toBeTypeOf("function");
  const { API } = createRequire(require.resolve("@pollyjs/persister-fs"))("@pollyjs/node-server");
  const files = new API({ recordingsDir: await tempFolder() });
  files.saveRecording("a", { log: {} });
  expect(files.getRecording("a")).toEqual({ status: 200, body: { log: {} } });
});
