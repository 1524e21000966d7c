import { createSecretMemory } from "@tapedeck/tape/internal";
import { expect, test } from "vitest";
import { createPlayer } from "../src/index.ts";

const large = JSON.stringify({ rows: Array.from({ length: 10_000 }, (_, id) => ({ id, name: `row ${id}` })) });
const tapeOf = (bodies: readonly string[]) => ({
  name: "t",
  origin: "http://localhost",
  recordedAt: 0,
  exchanges: bodies.map((text, at) => ({
    request: {
      method: "POST",
      target: "/rows",
      principal: "anonymous",
      headers: [["content-type", "application/json"]] as const,
      body: { encoding: "utf8", text } as const,
    },
    response: { status: 201, headers: [], body: { encoding: "utf8", text: `answer ${at}` } as const },
  })),
});
const post = (body: string) => ({ method: "POST", headers: { "content-type": "application/json" }, body });

test.each([
  ["as it is", large],
  ["in another order of members", large.replaceAll(/"id":(\d+),"name":("[^"]+")/g, '"name":$2,"id":$1')],
])("player finds a large recorded body %s", async (_shows, sent) => {
  const player = createPlayer({ tapes: [tapeOf(["{}", large])] });
  expect(await (await player("http://localhost/rows", post(sent))).text()).toBe("answer 1");
});

test("player neither reads nor shows a body that no recorded one can equal", async () => {
  const player = createPlayer({ tapes: [tapeOf(["{}"])] });
  expect((await player("http://localhost/rows", post(large))).status).toBe(501);
  expect(player.misses()[0]?.closest?.differences).toEqual([
    { part: "body", at: null, asked: expect.stringMatching(/^\[\d{6} bytes: [\da-f]{16}\]$/), recorded: "{}" },
  ]);
});

test("player finds a long body that is short once its secret is hidden", async () => {
  const sent = JSON.stringify({ certificate: 1, private_key: "9f8e7d6c5b4a3f2e".repeat(5000) });
  const body = { encoding: "utf8", text: sent } as const;
  const request = { method: "POST", target: "/rows", principal: "anonymous", headers: [], body };
  const hidden = createSecretMemory().request(request).body?.text ?? "";
  expect(hidden.length).toBeLessThan(100);
  const player = createPlayer({ tapes: [tapeOf(["{}", hidden])] });
  expect(await (await player("http://localhost/rows", post(sent))).text()).toBe("answer 1");
  expect((await player("http://localhost/rows", post(sent.replace("9f8e", "9f8f")))).status).toBe(501);
});

test("player takes a body for large where it is told to", async () => {
  const player = createPlayer({ tapes: [tapeOf(['{"a":1}'])], comparedBytes: 20 });
  expect((await player("http://localhost/rows", post('{"a"   :    1}'))).status).toBe(201);
  await player("http://localhost/rows", post(`{"a":${" ".repeat(30)}1}`));
  expect(player.misses()[0]?.closest?.differences[0]?.asked).toMatch(/^\[37 bytes: /);
});

test("player tells large bodies apart that it stored", () => {
  const player = createPlayer({ tapes: [tapeOf([])] });
  const ask = (body: string) => ({
    method: "POST",
    target: "/rows",
    headers: { "content-type": "application/json" },
    body: new TextEncoder().encode(body),
    base: "http://localhost",
    address: "127.0.0.1",
  });
  const other = large.replace("row 9999", "row 9998");
  for (const [body, text] of [[large, "one"] as const, [other, "other"] as const])
    player.store(ask(body), { status: 200, headers: [], body: { encoding: "utf8", text } }, "http://localhost");
  const told = [other, large].map((body) => new TextDecoder().decode(player.answer(ask(body)).body ?? undefined));
  expect(told).toEqual(["other", "one"]);
});

const batch = (outer: string, inner: string, row: number, quote = "") => {
  const part = `Content-Type: application/http\r\n\r\nPOST /rows HTTP/1.1\r\n\r\n{"row":${row}}`;
  return {
    method: "POST",
    headers: { "content-type": `multipart/mixed; boundary=${outer}` },
    body: `--${outer}\r\nContent-Type: multipart/mixed; boundary=${quote}${inner}${quote}\r\n\r\n--${inner}\r\n${part}\r\n--${inner}--\r\n--${outer}--\r\n`,
  };
};

test.each([
  ["finds a batch whatever its boundaries", batch("batch_2", "changeset_2", 1), 201],
  ["finds a batch whose inner boundary is quoted", batch("batch_3", "change set", 1, '"'), 201],
  ["tells batches apart by what they hold", batch("batch_1", "changeset_1", 2), 501],
])("player %s", async (_shows, sent, status) => {
  const { body, headers } = batch("batch_1", "changeset_1", 1);
  const recorded = tapeOf([body]);
  const exchanges = recorded.exchanges.map((each) => ({
    ...each,
    request: { ...each.request, headers: Object.entries(headers) },
  }));
  const player = createPlayer({ tapes: [{ ...recorded, exchanges }] });
  expect((await player("http://localhost/rows", sent)).status).toBe(status);
});
