import { createHash } from "node:crypto";
import { get } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { runtimes, startTapedeck } from "./command.ts";

const asks = [
  ["/zen", {}],
  ["/users/ada", {}],
  ["/users/ada", { "if-none-match": "*" }],
  ["/user", {}],
  ["/user", { authorization: "token any-will-do" }],
  ["/user/repos", { authorization: "Bearer any-will-do" }],
  ["/repos/ada/difference-engine", { accept: "" }],
  ["/users/ada/repos", { range: "bytes=0-99" }],
  ["/orgs/lighthouse/repos?page=2", {}],
  ["/bicyclists/malaga", {}],
  ["/users/nobody-has-this", {}],
] as const;

function ask(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve, reject) => {
    // The links lead to the Host that was asked for: the same on every port.
    get(url, { agent: false, headers: { ...headers, host: "api.service.example" } }, async (response) => {
      const fields = response.rawHeaders.filter(
        (_, at, all) => !/^(?:connection|keep-alive)$/i.test(all[at - (at % 2)] ?? ""),
      );
      resolve(JSON.stringify([response.statusCode, fields, await text(response)]));
    }).on("error", reject);
  });
}

test("replay gives the same bytes under Node, under Deno with the least rights, and under Bun", async () => {
  const hashes: Record<string, string> = {};
  for (const runtime of Object.keys(runtimes)) {
    const replay = await startTapedeck(["replay", "--port", "0"], { runtime });
    const hash = createHash("sha256");
    for (const [path, headers] of asks) hash.update(await ask(replay.url + path, headers));
    hashes[runtime] = hash.digest("hex");
    expect((await replay.stop()).code).toBe(0);
  }
  expect(hashes).toEqual({ node: hashes["node"], deno: hashes["node"], bun: hashes["node"] });
});
