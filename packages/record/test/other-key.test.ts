// What is recorded with another key of its API replaces what is on file: a replay takes any key for the only one.
import { createPlayer } from "@tapedeck/replay";
import { readTapes } from "@tapedeck/tape/files";
import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { exchangesIn, record } from "./recording.ts";

const [ada, bob, cleo, dan] = [
  "AAAA9xKq27LmZp04TtYw8Rr1",
  "BBBB3nVw81QsXe55HjUi6Oo2",
  "CCCC7hGd64PwTy39ZkLo1Ma5",
  "DDDD2vBn80RtQe17SxCi9Wu4",
];
const signed = (id: string): string =>
  `AWS4-HMAC-SHA256 Credential=${id}/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=${"0f".repeat(32)}`;

/** The keys of each run, and how many answers are on file afterwards. */
type Runs = ReadonlyArray<readonly [keys: readonly string[], onFile: number]>;

// Each run asks twice with each key.
test.each<[shows: string, header: string, of: (key: string) => string, Runs]>([
  [
    "a key",
    "x-api-key",
    String,
    [
      [[ada], 2],
      [[bob], 2],
      [[cleo], 2],
    ],
  ],
  ...["x-tenant-id", "x-ms-continuation"].map((name): [string, string, (key: string) => string, Runs] => [
    `${name} nothing`,
    name,
    String,
    [
      [[ada], 2],
      [[bob], 4],
    ],
  ]),
  [
    "a cookie nothing",
    "cookie",
    (key) => `sid=${key}`,
    [
      [[ada], 2],
      [[bob], 4],
    ],
  ],
  [
    "a key that signs",
    "authorization",
    signed,
    [
      [["AKIA4ZQ7MX2PLW9KR3TB"], 2],
      [["ASIA8YN3VC6DHJ5SF1GE"], 2],
      [["ASIAXYNKVCRDHJZSFUGE"], 2],
    ],
  ],
  [
    "a user no other one",
    "authorization",
    (user) => `Basic ${btoa(`${user}:swordfish`)}`,
    [
      [["ada"], 2],
      [["bob"], 4],
    ],
  ],
  [
    "one of two keys nothing",
    "x-api-key",
    String,
    [
      [[ada, bob], 4],
      [[cleo], 6],
      [[ada, cleo], 6],
    ],
  ],
  [
    "a key that is on file nothing",
    "x-api-key",
    String,
    [
      [[ada, bob], 4],
      [[bob], 4],
    ],
  ],
  [
    "a signing key that is on file nothing",
    "authorization",
    signed,
    [
      [["AKIA4ZQ7MX2PLW9KR3TB", "ASIA8YN3VC6DHJ5SF1GE"], 4],
      [["ASIA8YN3VC6DHJ5SF1GE"], 4],
    ],
  ],
  [
    "two keys nothing",
    "x-api-key",
    String,
    [
      [[ada], 2],
      [[bob, cleo], 6],
    ],
  ],
  [
    "a key that is refused nothing",
    "x-api-key",
    String,
    [
      [[ada], 2],
      [[dan], 4],
    ],
  ],
])("%s replaces what another one recorded, in a header", async (_shows, header, of, runs) => {
  let run = 0;
  const from = await serveUpstream((request, response) => {
    response.statusCode = request.headers[header] === dan ? 401 : 200;
    response.end(`${run} ${request.url}`);
  });
  const out = await tempFolder();
  const ask = async (player: (request: Request) => Promise<Response>, key: string): Promise<readonly string[]> => {
    const texts: string[] = [];
    for (const _nth of [1, 2])
      texts.push(await (await player(new Request("http://localhost/a", { headers: { [header]: of(key) } }))).text());
    return texts;
  };
  for (const [keys, onFile] of runs) {
    run += 1;
    await record({ from, out }, async ({ player }) => {
      for (const key of keys) await ask(player, key);
    });
    expect(await exchangesIn(out)).toHaveLength(onFile);
    for (const key of keys) {
      const player = createPlayer({ tapes: (await readTapes(out)).map(({ tape }) => tape) });
      expect(await ask(player, key)).toEqual([`${run} /a`, `${run} /a`]);
    }
  }
});

test("what another key of the same client recorded stays under the new one, so that a replay knows one client", async () => {
  const from = await serveUpstream(({ url }, response) => response.end(url));
  const out = await tempFolder();
  const asking = (target: string, id: string) =>
    new Request(`http://localhost${target}`, { headers: { authorization: signed(id) } });
  for (const [id, cursor] of [
    ["AKIA4ZQ7MX2PLW9KR3TB", 1],
    ["ASIAXYNKVCRDHJZSFUGE", 2],
  ] as const)
    await record({ from, out }, async ({ player }) => {
      for (const target of ["/a", `/pages/${cursor}`]) await player(asking(target, id));
    });
  const player = createPlayer({ tapes: (await readTapes(out)).map(({ tape }) => tape) });
  for (const target of ["/a", "/pages/2", "/pages/1"])
    expect((await player(asking(target, "AKIAIOSFODNN7EXAMPLE"))).status).toBe(200);
  expect(await exchangesIn(out)).toHaveLength(3);
});

test("a key that another request on file has is not new, and replaces nothing", async () => {
  const from = await serveUpstream(({ url, headers }, response) =>
    response.end(`${url} ${headers["x-api-key"] === ada}`),
  );
  const out = await tempFolder();
  const asking = (target: string, key = ada) =>
    new Request(`http://localhost${target}`, { headers: { "x-api-key": key } });
  for (const asked of [[asking("/a"), asking("/b", bob)], [asking("/a", bob)]])
    await record({ from, out }, async ({ player }) => {
      for (const request of asked) await player(request);
    });
  const player = createPlayer({ tapes: (await readTapes(out)).map(({ tape }) => tape) });
  expect(await (await player(asking("/a"))).text()).toBe("/a true");
  expect(await (await player(asking("/a", bob))).text()).toBe("/a false");
});
