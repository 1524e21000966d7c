import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { otherAnswers, rawRequests } from "./raw-requests.ts";

const script = fileURLToPath(new URL("raw-process.ts", import.meta.url));
const program = (name: string): string => fileURLToPath(new URL(`../../../node_modules/.bin/${name}`, import.meta.url));

// Each process also asks as an honest client after each raw request, and fails if that is not answered as it should be.
test.each([
  ["node:http", ["node"], "node:http"],
  ["node:http on Deno", ["deno", "run", "-A", "--no-lock"], "node:http"],
  ["node:http on Bun", ["bun"], "node:http"],
  ["Deno.serve", ["deno", "run", "-A", "--no-lock"], "native"],
  ["Bun.serve", ["bun"], "native"],
])("%s answers what is no plain request as the table says", async (server, [runtime = "", ...words], kind) => {
  const { stdout } = await promisify(execFile)(program(runtime), [...words, script, kind], { timeout: 100_000 });
  const usual = Object.fromEntries(Object.entries(rawRequests).map(([name, [, answer]]) => [name, answer]));
  expect(JSON.parse(stdout)).toEqual({ ...usual, ...otherAnswers[server] });
});

test("no server takes a request that is hidden in another one's body", () => {
  const usual = Object.entries(rawRequests).map(([name, [, answer]]) => [name, answer] as const);
  const others = Object.values(otherAnswers).flatMap((answers) => Object.entries(answers));
  const taken = [...usual, ...others].filter(([, answer]) => answer.includes("/smuggled"));
  // After a refused CONNECT the connection goes on, by RFC 9110, section 9.3.6.
  expect(taken).toEqual([["a tunnel", "405 | 200 GET /smuggled http://localhost 0"]]);
});
