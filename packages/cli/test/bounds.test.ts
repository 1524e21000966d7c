import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { controlOf } from "@tapedeck/serve";
import { anonymous, type Exchange } from "@tapedeck/tape";
import { writeWhole } from "@tapedeck/tape/files";
import { toHar } from "@tapedeck/tape/har";
import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { bounds } from "../src/command/options/bounds.ts";
import { startTapedeck, tapedeck } from "./in-process.ts";

const origin = "https://api.service.example";
const posted: Exchange = {
  request: {
    method: "POST",
    target: "/notes",
    headers: [["content-type", "application/json"]],
    body: { encoding: "utf8", text: '{"a":1}' },
    principal: anonymous,
  },
  response: { status: 201, headers: [["content-type", "application/json"]], body: { encoding: "utf8", text: "{}" } },
};
const json = { "content-type": "application/json" };

const post = async (url: string, body: string): Promise<unknown> =>
  (await fetch(`${url}/notes`, { method: "POST", headers: json, body })).status;
const get = async (url: string, headers = {}): Promise<unknown> => (await fetch(`${url}/zen`, { headers })).status;
const override = (url: string, name: string): Promise<unknown> =>
  controlOf(url)
    .addOverride(name, [{ target: "/users/ada", json: { message: "Not Found" } }])
    .then(
      () => 200,
      ({ status }: { readonly status: number }) => status,
    );

const counted = async (url: string): Promise<number> => Object.keys(await controlOf(url).quotas()).length;
/** Whether the first of two keys is hidden where it comes again. */
const hidesFirst = async (url: string): Promise<boolean> => {
  const keys = ["a", "b"].map((seed) => createHash("sha256").update(seed).digest("hex").slice(0, 32));
  for (const key of keys) await get(url, { "x-api-key": key });
  await fetch(`${url}/zen/of-${keys[0]}`);
  return (await controlOf(url).journal()).every(({ target }) => !target.includes(String(keys[0])));
};
const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** By bound: a small value, what shows it, and what that is within the bound and beyond it. */
const rows: Readonly<Record<keyof typeof bounds, readonly [number, (url: string) => unknown, unknown, unknown]>> = {
  "limits.bodyBytes": [6, (url) => post(url, '{"a":1}'), 201, 413],
  "limits.pendingBytes": [6, (url) => post(url, '{"a":1}'), 201, 503],
  // Each runtime's client adds others.
  "limits.headerFields": [8, (url) => get(url, Object.fromEntries(nine.map((nth) => [`x-${nth}`, "1"]))), 501, 431],
  "limits.headerBytes": [999, (url) => get(url, { "x-1": "1".repeat(1000) }), 501, 431],
  // Longer than four times the recorded body, which is always compared by value.
  comparedBytes: [100, (url) => post(url, `{"a":${" ".repeat(100)}1}`), 201, 501],
  "journal.entries": [1, async (url) => [await get(url), await get(url), await noted(url)].at(-1), 2, 1],
  "journal.bytes": [1, async (url) => [await get(url), await get(url), await noted(url)].at(-1), 2, 1],
  "overrides.entries": [1, async (url) => [await override(url, "a"), await override(url, "b")].at(-1), 200, 400],
  "overrides.bytes": [9, (url) => override(url, "a"), 200, 400],
  // Of two callers, while an answer is on its way.
  maxBuckets: [
    1,
    async (url) => [await get(url), await get(url, { authorization: "token 1" }), await counted(url)].at(-1),
    2,
    1,
  ],
  maxSecrets: [1, hidesFirst, true, false],
  maxBodyBytes: [9, get, 200, 502],
};
const noted = async (url: string): Promise<number> => (await controlOf(url).journal()).length;

test.each(Object.entries(rows))("--bound %s is heard", async (name, [most, shown, within, beyond]) => {
  const folder = await tempFolder();
  const from = await serveUpstream((_request, response) => response.end("0123456789"));
  await writeWhole(
    join(folder, "notes.har"),
    toHar({ name: "notes", origin, recordedAt: 1_767_225_600, exchanges: [posted] }),
  );
  await writeWhole(join(folder, "api.json"), '{"name":"mine","rateLimit":{"limits":{"anonymous":9,"token":9}}}');
  const words =
    name === "maxBodyBytes"
      ? ["record", "--from", from, "--out", join(folder, "recorded"), "--proxy", "0", "--json"]
      : ["replay", folder, "--port", "0"];
  const told: unknown[] = [];
  for (const bound of [[], ["--bound", `${name}=${most}`]]) {
    const running = await startTapedeck([...words, ...bound]);
    told.push(await shown(running.url));
    await running.stop();
  }
  expect(told).toEqual([within, beyond]);
});

test("--bound maxBodyBytes holds for what --misses record asks, too: the miss says so", async () => {
  const folder = await tempFolder();
  const from = await serveUpstream((_request, response) => response.end("0123456789"));
  const words = ["replay", folder, "--port", "0", "--misses", "record", "--from", from];
  const running = await startTapedeck([...words, "--bound", "maxBodyBytes=9"]);
  expect(await (await fetch(`${running.url}/zen`)).text()).toContain("allow more (maxBodyBytes)");
  await running.stop();
});

test.each([
  ["of no such name", ["replay", "--bound", "limits.headerField=9"], /did you mean "?limits\.headerFields"?\?/],
  ["without a number", ["replay", "--bound", "comparedBytes"], /a whole number of bytes from 1, such as compared/],
  ["of another unit", ["replay", "--bound", "limits.headerFields=2KiB"], /a whole number of header fields from 1/],
  ["of nothing", ["replay", "--bound", "overrides.entries=0"], /a whole number of overrides from 1/],
  ["of a recorder, without one", ["replay", "--bound", "maxBodyBytes=9"], /give --misses record, or leave it out/],
  [
    "of buckets, for a store",
    ["replay", "--quota", "file:quotas.ndjson", "--bound", "maxBuckets=9"],
    /a store, which has no such bound: leave out --bound maxBuckets/,
  ],
  [
    "of a head, for a native server",
    ["replay", "--native", "--bound", "limits.headerBytes=9"],
    /leave out --native, or --bound limits\.headerBytes/,
  ],
  ["of a player", ["record", "--from", origin, "--proxy", "0", "--bound", "journal.bytes=9"], /give it to .* replay/],
  [
    "of a server, for a plan",
    ["record", "--from", origin, "--plan", "x.json", "--bound", "limits.bodyBytes=9"],
    /--bound limits\.bodyBytes is of what clients send: give --proxy PORT or -- COMMAND, or leave it out/,
  ],
])("a bound %s is a wrong call", async (_what, words, message) => {
  const { code, stderr } = await tapedeck(words);
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
});

test("--help, the README and RELIABILITY.md name every bound", async () => {
  const help = (await tapedeck(["replay", "--help"])).stdout;
  const pages = ["../README.md", "../../conformance/RELIABILITY.md"].map((page) =>
    readFileSync(new URL(page, import.meta.url), "utf8"),
  );
  for (const text of [help, ...pages]) expect(Object.keys(bounds).filter((name) => !text.includes(name))).toEqual([]);
});
