import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Api } from "@tapedeck/api";
import { readApis } from "@tapedeck/api/files";
import {
  type Bucket,
  checkScheme,
  commit,
  createLimiter,
  createWriter,
  presetNamed,
  readRateLimit,
  type SchemeFile,
} from "@tapedeck/rate-limit";
import { createPlayer } from "@tapedeck/replay";
import { readTapes } from "@tapedeck/tape/files";
import { beforeEach, expect, test } from "vitest";
import { evaluate } from "../../../.ci/runtimes.ts";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { tapedeck } from "./in-process.ts";

let folder: string;
beforeEach(async () => {
  folder = await tempFolder();
});

const origin = "https://api.foreign.example";
const noon = 1_767_225_600;

/** A service that nobody described: it tells a limit, at a moment of its own. */
async function limited(file: SchemeFile): Promise<string> {
  const scheme = checkScheme(file, "stand-in");
  const limiter = createLimiter(scheme);
  const writer = createWriter(scheme);
  const buckets = new Map<string, Bucket>();
  return serveUpstream(({ url = "", method = "" }, response) => {
    const decision = limiter.take(buckets, { address: "client", method, path: url.replace(/\?.*/, "") }, noon);
    commit(buckets, decision.changes);
    const refusal = writer.refusal(decision, noon);
    response.statusCode = refusal?.status ?? 200;
    const told = [...writer.headers(decision, noon), ...(refusal?.headers ?? [])];
    for (const [name, value] of [["date", new Date(noon * 1000).toUTCString()] as const, ...told])
      response.setHeader(name, value);
    response.setHeader("content-type", "application/json").end(refusal?.body ?? JSON.stringify({ url }));
  });
}

/** Records so many things, and reads the description beside them. */
async function recorded(from: string, count: number, ...words: readonly string[]) {
  const out = join(folder, "recordings");
  const plan = join(folder, "plan.json");
  await writeFile(plan, JSON.stringify({ requests: [{ path: "/channels/7/messages", times: count }] }));
  const ended = await tapedeck(["record", "--from", from, "--out", out, "--origin", origin, "--plan", plan, ...words]);
  const [own = ""] = (await readdir(out)).filter((name) => !name.startsWith("."));
  const file = join(out, own, "api.json");
  return { ...ended, out, file, api: JSON.parse(await readFile(file, "utf8")) };
}

const window = (limit: number) => ({ kind: "fixed-window", limit, seconds: 60 }) as const;

test.each<[dialect: string, service: SchemeFile, seen: SchemeFile]>([
  [
    "gitlab",
    { preset: "gitlab", policies: [{ name: "throttle_unauthenticated_api", algorithm: window(40) }] },
    {
      preset: "gitlab",
      policies: [{ name: "throttle_unauthenticated_api", algorithm: { ...window(40), opens: "clock" } }],
    },
  ],
  [
    "openai",
    {
      preset: "openai",
      policies: [{ name: "requests", algorithm: { kind: "token-bucket", capacity: 60, refillPerSecond: 0.5 } }],
    },
    {
      preset: "openai",
      policies: [
        { name: "requests", algorithm: { kind: "token-bucket", capacity: 60, refillPerSecond: 0.5 } },
        { name: "tokens", algorithm: { kind: "token-bucket", capacity: 30_000, refillPerSecond: 500 } },
      ],
    },
  ],
  [
    "discord",
    { preset: "discord", policies: [{ name: "channel", algorithm: { ...window(30), seconds: 10 } }] },
    { preset: "discord", policies: [{ name: "channel", algorithm: { ...window(30), seconds: 10 } }] },
  ],
  [
    "strava",
    { preset: "strava", policies: [{ name: "limit-1", algorithm: { ...window(40), seconds: 900, opens: "clock" } }] },
    {
      ...{ name: "observed", tell: "strava", refusal: presetNamed("strava").refusal },
      policies: presetNamed("strava").policies.map((policy) => ({
        ...policy,
        ...(policy.name === "limit-1" && { algorithm: { ...window(40), seconds: 900, opens: "clock" } }),
      })),
    },
  ],
])(
  "a limit that is told as %s tells it is written into the first description, and replayed",
  async (dialect, ...row) => {
    const [service, seen] = row;
    const { code, api, out, file, stderr } = await recorded(await limited(service), 2);
    expect(code).toBe(0);
    expect(api).toEqual({
      $schema: "https://tapedeck.dev/schemas/api.json",
      extends: "plain",
      name: "api.foreign.example",
      origins: [origin],
      rateLimits: seen,
    });
    expect(stderr).toContain(`tapedeck: a rate limit as ${dialect} tells it (`);
    expect(stderr).toContain(`see "rateLimits" in ${file}`);
    expect((await tapedeck(["verify", out])).code).toBe(0);

    const player = createPlayer({
      tapes: (await readTapes(out)).map(({ tape }) => tape),
      api: (await readApis(out)) as readonly [Api],
    });
    const remaining = async () => {
      const response = await player(new Request(`${origin}/channels/7/messages`));
      const { policies } = readRateLimit({ status: response.status, headers: response.headers }, noon);
      return policies[0]?.remaining;
    };
    expect(((await remaining()) ?? 0) - ((await remaining()) ?? 0)).toBe(1);
  },
);

test("a description that says nothing of a limit keeps every byte, and one that does is left as it is", async () => {
  const from = await limited({
    preset: "gitlab",
    policies: [{ name: "throttle_unauthenticated_api", algorithm: window(40) }],
  });
  const { file, api } = await recorded(from, 1);
  const own = `{ "extends": "plain",\n    "origins": ["${origin}"], "slashes": "lenient"\n}\n`;
  await writeFile(file, own);
  await recorded(from, 1, "--fresh");
  expect(await readFile(file, "utf8")).toBe(
    `{ "extends": "plain",\n    "origins": ["${origin}"], "slashes": "lenient",\n  "rateLimits": ${JSON.stringify(api.rateLimits)}\n}\n`,
  );
  for (const said of ['"rateLimit": null', '"rateLimits": {"preset":"slack"}', '"extends": "github"']) {
    const text = `{ "origins": ["${origin}"], ${said} }`;
    await writeFile(file, text);
    const { stderr } = await recorded(from, 1, "--fresh");
    expect(await readFile(file, "utf8")).toBe(text);
    expect(stderr).not.toContain("rateLimits");
  }
});

test.each([
  ["kept where no limit is known", {}, [200, 200, 429], "a replay refuses where the recording does"],
  ["not kept where a replay refuses itself", { rateLimits: { preset: "slack" } }, [200, 200], "one answer refused for"],
])("a refusal that a client met is handed on, %s, and told", async (_shows, described, kept, told) => {
  // Slack tells nothing until it refuses, so that a recorder cannot know before.
  const tier2 = { name: "tier2", algorithm: { kind: "sliding-log", limit: 2, seconds: 60 } } as const;
  const from = await limited({ preset: "slack", policies: [tier2] });
  const out = join(folder, "recordings");
  const api = join(folder, "api.json");
  await writeFile(api, JSON.stringify({ name: "chat", origins: [origin], ...described }));
  const ask = `let last; for (let n = 0; n < 3; n++) last = await fetch(process.env.TAPEDECK_URL + "/api/users.list?n=" + (n % 2));
    process.exitCode = last.status === 429 && last.headers.get("retry-after") === "60" ? 0 : 9`;
  const words = ["--from", from, "--out", out, "--origin", origin, "--api", api, "--", ...evaluate, ask];
  const { code, stderr } = await tapedeck(["record", ...words]);
  expect([code, stderr]).toEqual([0, expect.stringContaining(told)]);
  const exchanges = (await readTapes(out)).flatMap(({ tape }) => tape.exchanges);
  expect(exchanges.map(({ response }) => response.status)).toEqual(kept);
});

test.each([
  ["its reserve", [], ", or leave less of the limit unspent (--reserve 0)"],
  ["nothing", ["--reserve", "0"], ""],
])("requests that the recorder did not send, to leave %s of the limit, are told at the end", async (...row) => {
  const [, words, advice] = row;
  const from = await limited({ preset: "reddit", policies: [{ name: "client", algorithm: window(5) }] });
  const ask = `for (let n = 0; n < 8; n++) await fetch(process.env.TAPEDECK_URL + "/things");`;
  const program = ["--", ...evaluate, ask];
  const out = join(folder, "recordings");
  const { code, stderr } = await tapedeck([
    "record",
    "--from",
    from,
    "--out",
    out,
    "--timeout",
    "1",
    ...words,
    ...program,
  ]);
  expect(code).toBe(0);
  const told = /tapedeck: \d requests were not sent, to spare the rate limit; .*\n {2}- (.*)\n/.exec(stderr)?.[1];
  expect(told).toBe(`let it wait for longer (--timeout 120)${advice}`);
});

test("a refusal that a plan asks for is kept", async () => {
  const policy = { name: "throttle_unauthenticated_api", algorithm: window(2) };
  const from = await limited({ preset: "gitlab", policies: [policy] });
  const out = join(folder, "recordings");
  const plan = join(folder, "plan.json");
  await writeFile(plan, JSON.stringify({ requests: [{ path: "/things", exhaust: true }] }));
  const { stderr } = await tapedeck(["record", "--from", from, "--out", out, "--origin", origin, "--plan", plan]);
  expect(stderr).toContain("captured  429 GET /things\n");
  expect(stderr).not.toContain("not kept");
});
