import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { bytesOf } from "@tapedeck/tape";
import { largestHeld } from "@tapedeck/tape/internal";
import { expect, test } from "vitest";
import { brotli } from "../../../.ci/brotli.ts";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { exchangesIn, record } from "./recording.ts";

const rows = Array.from(
  { length: 26_000 },
  (_, id) => `{"id":${id},"login":"octocat","site_admin":false,"ä":${id % 7}}`,
);
const text = Buffer.from(rows.join());
const noise = Buffer.from(
  Array.from({ length: 1.5 * largestHeld }, (_, at) => (Math.imul(at, 0x9e3779b1) >>> 13) & 255),
);
const secret = "Kx82hdG63nd93jdG73";
const json = { "content-type": "application/json" };

/** What lies in a folder, but for what is not recorded. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^\.(?:recorded|gitattributes|tapedeck\.lock)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name));
}

const serve = (answer: (response: ServerResponse) => void) => serveUpstream((_request, response) => answer(response));

test.each<readonly [kind: string, headers: Record<string, string>, sent: Buffer, kept: Buffer, file: string]>([
  ["bytes", { "content-type": "image/png" }, noise, noise, "GET.png"],
  ["bytes of a length that is told", { "content-length": String(noise.length) }, noise, noise, "GET.bin"],
  ["a text in gzip", { ...json, "content-encoding": "gzip" }, gzipSync(text), text, "GET.json"],
  [
    "a text in deflate, and that in br",
    { ...json, "content-encoding": "deflate, br" },
    brotli(deflateSync(text)),
    text,
    "GET.json",
  ],
  ["a text in deflate", { ...json, "content-encoding": "deflate" }, deflateSync(text), text, "GET.json"],
  ["a text in raw deflate", { ...json, "content-encoding": "deflate" }, deflateRawSync(text), text, "GET.json"],
  [
    "a text in two codings",
    { ...json, "content-encoding": "gzip, deflate" },
    deflateRawSync(gzipSync(text)),
    text,
    "GET.json",
  ],
])("recorder keeps %s in a file of its own, where they are large", async (_kind, headers, sent, kept, file) => {
  const from = await serve((response) => response.writeHead(200, headers).end(sent));
  const out = await tempFolder();
  await record({ from, out }, async ({ ask }) => {
    const { response } = await ask({ target: "/thing" });
    expect(Buffer.compare(bytesOf(response.body), kept)).toBe(0);
  });
  const [exchange] = await exchangesIn(out);
  expect(exchange?.response.body).toMatchObject({ encoding: "file", bytes: kept.length, isText: kept === text });
  expect(Buffer.compare(bytesOf(exchange?.response.body ?? null), kept)).toBe(0);
  const files = filesIn(out);
  expect(files.map((each) => each.slice(out.length + 1))).toEqual(
    expect.arrayContaining([expect.stringMatching(/GET\.har$/), expect.stringContaining(file)]),
  );
  expect(files).toHaveLength(2);
  expect(statSync(files.find((each) => each.endsWith(".har")) ?? "").size).toBeLessThan(2000);
});

test("no secret of a large body is on the disk, at no time, and its client gets it as it came", async () => {
  const sent = Buffer.concat([
    text,
    Buffer.from(`"password":"${secret}","note":"s3cr3t-t0ken-abc",`),
    text,
    Buffer.from(`"again":"${secret}"`),
  ]);
  const half = Promise.withResolvers<void>();
  const from = await serve((response) => {
    response.writeHead(200, json).write(sent.subarray(0, text.length + 600_000));
    half.promise.then(() => response.end(sent.subarray(text.length + 600_000)));
  });
  const out = await tempFolder();
  const tokens = { full: "s3cr3t-t0ken-abc" };
  const onDisk = () => Buffer.concat(filesIn(out).map((file) => readFileSync(file))).toString("latin1");
  await record({ from, out, tokens }, async ({ player }) => {
    const response = await player(new Request("http://recorder/thing"));
    const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    const came: Uint8Array[] = [];
    for (let length = 0; length < text.length + 500_000; length += came.at(-1)?.length ?? 0)
      came.push((await reader.read()).value ?? new Uint8Array());
    const early = onDisk();
    expect(early.length).toBeGreaterThan(text.length);
    expect([early.includes(secret), early.includes("s3cr3t-t0ken-abc")]).toEqual([false, false]);
    half.resolve();
    for (let { value } = await reader.read(); value; { value } = await reader.read()) came.push(value);
    expect(Buffer.compare(Buffer.concat(came), sent)).toBe(0);
  });
  const kept = onDisk();
  expect([kept.includes(secret), kept.includes("s3cr3t-t0ken-abc")]).toEqual([false, false]);
  expect(
    kept.match(/"password":"__redacted-password\.[\da-f]+__","note":"__redacted-full__"|"again":"__redacted-[^"]+__"/g),
  ).toHaveLength(2);
});

test.each(["the recorder is closed", "its client leaves"])(
  "a large answer that has come is recorded though %s while its secrets are still looked for",
  async (what) => {
    const tokens = Buffer.from(
      JSON.stringify(rows.map((_, id) => ({ id, [id % 8 === 0 ? "token" : "title"]: `k${id * 7919}Zq9zKx82` }))),
    );
    const from = await serve((response) =>
      response.writeHead(200, { ...json, "content-length": tokens.length }).end(tokens),
    );
    const out = await tempFolder();
    const { summary } = await record({ from, out }, async ({ player }) => {
      const leaving = new AbortController();
      const reader = (await player(`${from}/thing`, { signal: leaving.signal })).body?.getReader();
      for (let left = tokens.length; left > 0; ) left -= (await reader?.read())?.value?.length ?? left;
      if (what === "its client leaves") leaving.abort();
    });
    expect(summary()).toMatchObject({ captured: 1, failed: [] });
  },
);

test("a large answer is recorded to its end though its client leaves after the first part", async () => {
  const rest = Promise.withResolvers<void>();
  const from = await serve((response) => {
    response.writeHead(200, { "content-length": noise.length }).write(noise.subarray(0, largestHeld / 2));
    rest.promise.then(() => response.end(noise.subarray(largestHeld / 2)));
  });
  const out = await tempFolder();
  const { summary } = await record({ from, out }, async ({ player }) => {
    const leaving = new AbortController();
    const reader = (await player(`${from}/thing`, { signal: leaving.signal })).body?.getReader();
    await reader?.read();
    leaving.abort();
    rest.resolve();
  });
  expect(summary()).toMatchObject({ captured: 1, failed: [] });
  const [exchange] = await exchangesIn(out);
  expect(Buffer.compare(bytesOf(exchange?.response.body ?? null), noise)).toBe(0);
});

test("a large answer that did not change is kept as it is, another takes its place", async () => {
  let body = text;
  const from = await serve((response) => response.writeHead(200, json).end(body));
  const out = await tempFolder();
  const outcomes: string[] = [];
  const again = async () => {
    const onExchange = ({ outcome }: { readonly outcome: string }) => outcomes.push(outcome);
    await record({ from, out, onExchange }, ({ ask }) => ask({ target: "/thing" }));
    const [exchange, ...others] = await exchangesIn(out);
    expect(others).toEqual([]);
    expect(filesIn(out)).toHaveLength(2);
    return Buffer.compare(bytesOf(exchange?.response.body ?? null), body);
  };
  expect(await again()).toBe(0);
  expect(await again()).toBe(0);
  body = Buffer.concat([text, text]);
  expect(await again()).toBe(0);
  expect(outcomes).toEqual(["captured", "unchanged", "captured"]);
});

test.each<readonly [why: string, ask: Parameters<typeof record>[0] extends infer _ ? object : never, fails: boolean]>([
  ["is broken off", {}, true],
  ["is longer than was allowed", { maxBodyBytes: 1.2 * largestHeld }, true],
  ["is not to be stored", { beforeStore: () => null }, false],
])("nothing is left of a large answer that %s", async (why, options, fails) => {
  const from = await serve((response) => {
    response.writeHead(200, { "content-length": String(text.length) });
    if (why === "is broken off") response.write(text.subarray(0, 1.2 * largestHeld), () => response.destroy());
    else response.end(text);
  });
  const out = await tempFolder();
  await record({ from, out, ...options }, async ({ ask }) => {
    const asked = ask({ target: "/thing" });
    if (fails) await expect(asked).rejects.toThrow(/connection closed|larger/i);
    else await asked;
  });
  expect(filesIn(out)).toEqual([]);
});

test.each([
  ["br", brotli(Buffer.alloc(8 * largestHeld))],
  ["gzip, gzip", gzipSync(gzipSync(Buffer.alloc(8 * largestHeld)))],
])(
  "an answer of zeros in %s fails alone, before it fills the disk, and nothing is left of it",
  async (coding, bomb) => {
    const from = await serveUpstream(({ url }, response) =>
      url === "/bomb" ? response.writeHead(200, { "content-encoding": coding }).end(bomb) : response.end("ok"),
    );
    const out = await tempFolder();
    await record({ from, out }, async ({ ask }) => {
      await expect(ask({ target: "/bomb" })).rejects.toThrow("more than 1100 times as large as what was sent");
      await ask({ target: "/small" });
    });
    expect((await exchangesIn(out)).map(({ request }) => request.target)).toEqual(["/small"]);
    expect(filesIn(out)).toHaveLength(1);
  },
);

test("the large body that a recorder left which was killed is swept up", async () => {
  const out = await tempFolder();
  writeFileSync(join(out, ".tapedeck.body.550e8400-e29b-41d4-a716-446655440000"), text);
  const from = await serve((response) => response.end("ok"));
  await record({ from, out }, ({ ask }) => ask({ target: "/thing" }));
  expect(filesIn(out)).toHaveLength(1);
});
