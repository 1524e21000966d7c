import { spawnSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("workers of node:cluster share the port on which each of them listens", () => {
  const program = fileURLToPath(new URL("cluster-server.ts", import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, [program], { encoding: "utf8" });
  expect([stdout, stderr]).toEqual(["http://127.0.0.1:PORT\nhttp://127.0.0.1:PORT\n", ""]);
});
