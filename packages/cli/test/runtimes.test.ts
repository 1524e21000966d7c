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

type Field = readonly [name: string, value: string];

interface Heard {
  readonly status: number | undefined;
  readonly fields: readonly Field[];
  readonly body: string;
}

function ask(url: string, headers: Readonly<Record<string, string>>): Promise<Heard> {
  return new Promise((resolve, reject) => {
    // The links lead to the Host that was asked for: the same on every port.
    get(url, { agent: false, headers: { ...headers, host: "api.service.example" } }, async (response) => {
      const { statusCode: status, rawHeaders } = response;
      const fields = rawHeaders.flatMap((name, at): Field[] =>
        at % 2 === 0 && !/^(?:connection|keep-alive)$/i.test(name) ? [[name, rawHeaders[at + 1] ?? ""]] : [],
      );
      resolve({ status, fields, body: await text(response) });
    }).on("error", reject);
  });
}

/** The hash of all answers of a replay on each runtime. */
async function hashes(words: readonly string[], form: (heard: Heard) => unknown): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const runtime of Object.keys(runtimes)) {
    const replay = await startTapedeck(["replay", "--port", "0", ...words], { runtime });
    const hash = createHash("sha256");
    for (const [path, headers] of asks) hash.update(JSON.stringify(form(await ask(replay.url + path, headers))));
    found[runtime] = hash.digest("hex");
    expect((await replay.stop()).code).toBe(0);
  }
  return found;
}

test("replay gives the same bytes under Node, under Deno with the least rights, and under Bun", async () => {
  const { node, ...others } = await hashes([], (heard) => heard);
  expect(others).toEqual({ deno: node, bun: node });
});

test("replay --native gives the same answers there; names and order of headers are those of the runtime", async () => {
  const { node, ...others } = await hashes(["--native"], ({ status, fields, body }) => ({
    status,
    fields: fields.map(([name, value]) => `${name.toLowerCase()}: ${value}`).sort(),
    body,
  }));
  expect(others).toEqual({ deno: node, bun: node });
});
