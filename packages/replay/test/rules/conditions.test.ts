import { expect, test } from "vitest";
import type { IncomingRequest } from "../../src/http/message.ts";
import { ask, field, textOf } from "../exchanges.ts";
import { etag, lastModified, rule, ruleTest, type Scene, text } from "./scene.ts";

function statusOf({ playerOf }: Scene, sent: IncomingRequest["headers"], target = "/users/ada"): number {
  return playerOf().answer(ask(target, sent)).status;
}

rule("conditions-1", (scene) => {
  test.each([
    [etag, 304],
    ['"abc"', 304],
    ['"x", W/"abc"', 304],
    ['"x","abc"', 304],
    ["*", 304],
    ['"x"', 200],
    ["abc", 200],
    ["", 200],
  ])("%s", (held, status) => {
    expect(statusOf(scene, { "if-none-match": held })).toBe(status);
  });
  test("conditions are those of reading alone", () => {
    const body = new TextEncoder().encode('{"a":1,"b":2}');
    const reply = scene.playerOf().answer(ask("/posted", { "if-none-match": etag }, { method: "POST", body }));
    expect(reply.status).toBe(200);
  });
});

rule("conditions-2", (scene) => {
  test.each([
    [{ "if-modified-since": lastModified }, 304],
    [{ "if-modified-since": "Fri, 02 Jan 2026 00:00:00 GMT" }, 304],
    [{ "if-modified-since": "Wed, 31 Dec 2025 23:59:59 GMT" }, 200],
    [{ "if-modified-since": "yesterday" }, 200],
    [{ "if-none-match": '"x"', "if-modified-since": lastModified }, 200],
  ])("%j", (sent, status) => {
    expect(statusOf(scene, sent)).toBe(status);
  });
});

ruleTest("conditions-3", ({ name, playerOf }) => {
  const reply = playerOf().answer(ask("/users/ada", { "if-none-match": etag }));
  expect([reply.body, reply.headers.map(([each]) => each)]).toEqual([
    null,
    [
      ...["accept-ranges", "cache-control", "etag", "last-modified", "vary", `x-${name}-media-type`, "date"],
      ...["limit", "remaining", "reset", "used"].map((each) => `x-ratelimit-${each}`),
      `x-${name}-request-id`,
    ],
  ]);
});

rule("conditions-4", ({ playerOf }) => {
  test.each(["/users/ada", "/users/adda", "/bicyclists/helsinki", "/zen", "/user"])("%s", (target) => {
    const [get, head] = ["GET", "HEAD"].map((method) => playerOf().answer(ask(target, {}, { method })));
    expect(head).toEqual({ ...get, body: null, ...(get?.status === 501 && { headers: expect.anything() }) });
    expect(Number(field(head ?? expect.fail("no reply"), "content-length"))).toBeGreaterThan(0);
  });
});

rule("conditions-5", ({ playerOf }) => {
  const { length } = text;
  test.each([
    ["bytes=1-5", '"logi', `bytes 1-5/${length}`],
    ["bytes=-2", '"}', `bytes ${length - 2}-${length - 1}/${length}`],
    ["bytes=10-", text.slice(10), `bytes 10-${length - 1}/${length}`],
    ["bytes=0-999", text, `bytes 0-${length - 1}/${length}`],
  ])("%s", (range, part, contentRange) => {
    const reply = playerOf().answer(ask("/users/ada", { range }));
    const fields = ["content-range", "content-length", "etag"].map((name) => field(reply, name));
    expect([reply.status, textOf(reply), fields]).toEqual([206, part, [contentRange, String(part.length), etag]]);
  });
});

rule("conditions-6", ({ playerOf }) => {
  test.each(["bytes=99-", "bytes=-0"])("%s", (range) => {
    const reply = playerOf().answer(ask("/users/ada", { range }));
    expect([reply.status, field(reply, "content-range")]).toEqual([416, `bytes */${text.length}`]);
  });
});

rule("conditions-7", (scene) => {
  test.each([
    [{ range: "bytes=0-1,3-4" }, 200],
    [{ range: "lines=0-1" }, 200],
    [{ range: "bytes=5-1" }, 200],
    [{ range: "bytes=1-5", "if-range": etag }, 200],
    [{ range: "bytes=1-5", "if-range": lastModified }, 206],
    [{ range: "bytes=1-5", "if-none-match": etag }, 304],
  ])("%j", (sent, status) => {
    expect(statusOf(scene, sent)).toBe(status);
  });
  test("a part is of GET alone", () => {
    const reply = scene.playerOf().answer(ask("/users/ada", { range: "bytes=1-5" }, { method: "HEAD" }));
    expect([reply.status, field(reply, "content-range")]).toEqual([200, null]);
  });
  test("a strong tag will do for a part", () => {
    expect(statusOf(scene, { range: "bytes=1-5", "if-range": '"abc"' }, "/strong")).toBe(206);
  });
});

rule("conditions-8", (scene) => {
  test.each([
    ["/answers/404", 404],
    ["/user", 401],
  ])("%s", (target, status) => {
    expect(statusOf(scene, { "if-none-match": "*" }, target)).toBe(status);
  });
});
