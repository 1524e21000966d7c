import { createHash } from "node:crypto";
import type { RequestListener } from "node:http";
import { createPlayer } from "@tapedeck/replay";
import { readTapes } from "@tapedeck/tape/files";
import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { type Plan, type PlanOptions, type PlanReport, recordPlan, UpstreamError, type Waiting } from "../src/index.ts";
import { type Clock, clockAt } from "./clock.ts";
import { exchangesIn, exchangesOf, record } from "./recording.ts";

const start = 1_800_000_000;
const tokens = { full: "s3cr3t-t0ken", narrow: "an0ther-t0ken" };

interface Service {
  readonly from: string;
  readonly clock: Clock;
  /** By `Authorization` header: how often asked, and the least that was left. */
  readonly asked: Map<string, number>;
  readonly least: Map<string, number>;
}

// Counts by credential, in windows of an hour; `trouble` may answer instead, and is not charged.
async function limited(
  limit: number,
  trouble: (path: string, time: number) => RequestListener | undefined = () => undefined,
): Promise<Service> {
  const clock = clockAt(start);
  const asked = new Map<string, number>();
  const least = new Map<string, number>();
  const windows = new Map<string, { used: number; resetsAt: number }>();
  const times = new Map<string, number>();
  const from = await serveUpstream((request, response) => {
    const who = request.headers.authorization ?? "";
    const path = request.url ?? "";
    asked.set(who, (asked.get(who) ?? 0) + 1);
    times.set(path, (times.get(path) ?? 0) + 1);
    const troubled = trouble(path, times.get(path) ?? 0);
    if (troubled) return troubled(request, response);
    const old = windows.get(who);
    const window = old && clock.now() < old.resetsAt ? old : { used: 0, resetsAt: Math.floor(clock.now()) + 3600 };
    windows.set(who, window);
    const refused = window.used >= limit;
    if (!refused) window.used += 1;
    least.set(who, Math.min(least.get(who) ?? limit, limit - window.used));
    response.setHeader("date", new Date(clock.now() * 1000).toUTCString());
    response.setHeader("x-ratelimit-limit", limit).setHeader("x-ratelimit-remaining", limit - window.used);
    response.setHeader("x-ratelimit-used", window.used).setHeader("x-ratelimit-reset", window.resetsAt);
    return response.writeHead(refused ? 403 : 200).end(refused ? "API rate limit exceeded for you" : `${path} ok`);
  });
  return { asked, clock, from, least };
}

interface Played {
  readonly report: PlanReport;
  readonly events: readonly Waiting[];
  readonly kept: readonly string[];
  readonly summary: { readonly captured: number; readonly failed: readonly unknown[] };
}

async function play(service: Service, plan: Plan, options: PlanOptions = {}, reserve?: number): Promise<Played> {
  const out = await tempFolder();
  const events: Waiting[] = [];
  const { from, clock } = service;
  const pace = { ...clock, onWait: (event: Waiting) => events.push(event), ...(reserve !== undefined && { reserve }) };
  let report: PlanReport | null = null;
  const recorder = await record({ tokens, from, out, pace }, async (recorder) => {
    report = await recordPlan(recorder, plan, options);
  });
  const kept = (await exchangesIn(out)).map(({ request, response }) => `${response.status} ${request.target}`);
  if (report === null) throw new Error("the plan did not end");
  return { events, kept, report, summary: recorder.summary() };
}

const many = (path: string, count: number, as?: string): Plan["requests"][number] => ({
  path: `${path}/{n}`,
  for: { n: Array.from({ length: count }, (_, at) => at) },
  ...(as !== undefined && { as }),
});

test.each([1, 8])(
  "recordPlan() leaves a tenth of each credential's limit unspent, %i at a time",
  async (concurrency) => {
    const service = await limited(30);
    const plan: Plan = { requests: [many("/a", 40, "full"), many("/b", 20, "narrow"), many("/c", 35)] };
    const { report, events } = await play(service, plan, { concurrency });
    expect(report).toEqual({ asked: 95, failed: [], skipped: [] });
    expect(Object.fromEntries(service.asked)).toEqual({
      "": 35,
      "Bearer an0ther-t0ken": 20,
      "Bearer s3cr3t-t0ken": 40,
    });
    for (const left of service.least.values()) expect(left).toBeGreaterThanOrEqual(3);
    expect(events.map(({ reason }) => reason)).toContain("spread");
    expect(events.map(({ principal }) => principal)).not.toContain("narrow");
  },
);

const asJson = { "content-type": "application/json" };

test("recordPlan() keeps to the reserve that it is given, and exhausts a limit nonetheless", async () => {
  const service = await limited(10);
  const plan: Plan = { requests: [{ path: "/x", exhaust: true }, many("/a", 6)] };
  const { report, kept, events } = await play(service, plan, {}, 5);
  expect(report).toMatchObject({ failed: [], skipped: [] });
  expect(events.length).toBeGreaterThan(0);
  expect(kept.at(-1)).toBe("403 /x");
});

const answer =
  (status: number, headers: Record<string, string> = {}, text = "no"): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(text);

test.each<readonly [shows: string, first: RequestListener, waits: readonly number[], reason: string]>([
  ["an error", answer(502), [1, 2], "server error"],
  ["an error that says how long", answer(503, { "retry-after": "7" }), [7, 7], "server error"],
  ["a secondary limit", answer(403, {}, "You have exceeded a secondary rate limit."), [60, 120], "secondary limit"],
  [
    "a secondary limit that says how long",
    answer(429, { "retry-after": "5" }, "secondary rate limit"),
    [5, 5],
    "secondary limit",
  ],
  ["a reset", (request) => request.socket.destroy(), [1, 2], "no answer"],
])("recordPlan() asks again after %s, and keeps what it came to", async (_shows, first, waits, reason) => {
  const service = await limited(60, (path, time) => (path === "/a" && time < 3 ? first : undefined));
  const { report, kept, summary, events } = await play(service, { requests: [{ path: "/a" }, { path: "/b" }] });
  expect(service.clock.waits).toEqual(waits);
  expect(new Set(events.map((event) => event.reason))).toEqual(new Set([reason]));
  expect(report).toEqual({ asked: 4, failed: [], skipped: [] });
  expect(kept).toEqual(["200 /a", "200 /b"]);
  expect(summary).toMatchObject({ captured: 2, failed: [] });
});

test("recordPlan() gives a refusal up in the end, keeps nothing of it, and says how to ask again", async () => {
  const service = await limited(60, (path) => (path === "/b" ? answer(429, { "retry-after": "5" }) : undefined));
  const plan: Plan = { requests: [{ path: "/a" }, { path: "/b" }, { path: "/c" }] };
  const { report, kept, summary } = await play(service, plan, { retries: 2 });
  expect(service.asked.get("")).toBe(5);
  expect(report).toMatchObject({ again: [2], asked: 5, skipped: [] });
  expect(report.failed).toMatchObject([{ target: "/b", reason: expect.stringMatching(/it kept answering 429/) }]);
  expect(summary.failed).toHaveLength(1);
  expect(kept).toEqual(["200 /a", "200 /c"]);
});

test("recordPlan() counts what it asks again against its budget", async () => {
  const service = await limited(60, () => answer(500));
  const { report } = await play(service, { requests: [{ path: "/a" }, { path: "/b" }] }, { budget: 3 });
  expect(service.asked.get("")).toBe(3);
  expect(report).toMatchObject({ again: [2], asked: 3, skipped: [{ target: "/b", reason: "the budget is spent" }] });
});

test("an error that stays is recorded where nothing better is on file, and takes no better answer's place", async () => {
  let well = false;
  const from = await serveUpstream((request, response) =>
    response.writeHead(well ? 200 : 500).end(`${request.url} ${well}`),
  );
  const out = await tempFolder();
  const pace = clockAt(start);
  const run = () => record({ from, out, pace }, (recorder) => recordPlan(recorder, { requests: [{ path: "/a" }] }));
  const status = async () => (await exchangesIn(out)).map(({ response }) => response.status);
  await run();
  expect(await status()).toEqual([500]);
  well = true;
  await run();
  expect(await status()).toEqual([200]);
  well = false;
  expect((await run()).summary()).toMatchObject({ captured: 0, failed: [{ target: "/a" }] });
  expect(await status()).toEqual([200]);
});

test("a refusal that a client met is recorded where nothing better is on file, and takes no answer's place", async () => {
  let status = 429;
  const from = await serveUpstream((_request, response) => response.writeHead(status, { "retry-after": "0" }).end());
  const out = await tempFolder();
  const recorded: number[] = [];
  for (status of [429, 200, 429]) {
    await record(
      { from, out, pace: clockAt(start) },
      async ({ player }) => void (await player(new Request(`${from}/a`))),
    );
    recorded.push(...(await exchangesIn(out)).map(({ response }) => response.status));
  }
  expect(recorded).toEqual([429, 200, 200]);
});

test("where a limit is known, a refusal is recorded if it is all that a client's request was answered", async () => {
  let [asked, run] = [0, ""];
  const from = await serveUpstream(({ url }, response) => {
    asked += 1;
    const isRefused = url === "/never" || (url === "/later" && asked < 4);
    response.setHeader("x-ratelimit-limit", "60").setHeader("x-ratelimit-remaining", `${60 - asked}`);
    response.setHeader("x-ratelimit-reset", `${start + 3600}`);
    if (isRefused) response.setHeader("retry-after", "0");
    response.writeHead(isRefused ? 429 : 200).end(`${isRefused ? "slow down" : "ok"} ${run}`);
  });
  const out = await tempFolder();
  for (run of ["first", "again"]) {
    asked = 0;
    const recorder = await record({ from, out, pace: clockAt(start) }, async ({ player }) => {
      const said: number[] = [];
      for (const path of ["/a", "/never", "/later", "/later", "/never"])
        said.push((await player(new Request(`${from}${path}`))).status);
      expect(said).toEqual([200, 429, 429, 200, 429]);
    });
    expect(recorder.summary()).toMatchObject({ captured: 3, refused: 2 });
    const player = createPlayer({ tapes: (await readTapes(out)).map(({ tape }) => tape) });
    const replayed: string[] = [];
    for (const path of ["/a", "/never", "/later"]) {
      const response = await player(new Request(`${from}${path}`));
      replayed.push(`${response.status} ${await response.text()}`);
    }
    expect(replayed).toEqual([`200 ok ${run}`, `429 slow down ${run}`, `200 ok ${run}`]);
  }
});

const opaque = (seed: string): string => createHash("sha256").update(seed).digest("hex");
const balancer = `lb=${opaque("balancer")}`;

test.each<[differs: string, send: (nth: number, refused: number) => [path: string, init?: RequestInit]]>([
  ["an ignored parameter", (nth) => [`/c?ts=${nth}`]],
  ["an ignored member", (nth) => ["/c", { method: "POST", headers: asJson, body: `{"q":1,"ts":${nth}}` }]],
  ["the number of its attempt", (nth) => ["/c", { headers: { "x-retry-attempt": `${nth}` } }]],
  ["the cookie that it set", (nth, refused) => ["/c", { headers: nth <= refused ? {} : { cookie: balancer } }]],
  ["its signature", (nth) => ["/c", { headers: { "x-sign": opaque(`${nth}`), "x-timestamp": `176434200${nth}` } }]],
  ["that it is to be asked anew", (nth) => ["/c", { headers: nth === 1 ? {} : { "cache-control": "no-cache" } }]],
  ["its date", (nth) => ["/c", { headers: { "x-date": `Sat, 28 Nov 2026 12:00:0${nth} GMT` } }]],
])("a refusal is not recorded beside the answer to its retry that differs in %s", async (_differs, send) => {
  for (const refusedAt of [2, 3]) {
    let asked = 0;
    const from = await serveUpstream((_request, response) => {
      asked += 1;
      response.setHeader("x-ratelimit-limit", "60").setHeader("x-ratelimit-remaining", `${60 - asked}`);
      response.setHeader("x-ratelimit-reset", `${start + 3600}`).setHeader("retry-after", "0");
      if (asked === refusedAt) response.setHeader("set-cookie", `${balancer}; Path=/`);
      response.writeHead(asked === refusedAt ? 429 : 200).end();
    });
    const match = [{ path: "/c", ignore: ["query.ts", "body:/ts"] }];
    const exchanges = await exchangesOf({ from, match, pace: clockAt(start) }, async ({ player }) => {
      const said = [await player(new Request(`${from}/a`))];
      for (const nth of [1, 2]) {
        const [path, init] = send(nth, refusedAt - 1);
        said.push(await player(new Request(from + path, init)));
      }
      expect(said.map(({ status }, at) => status === (at + 1 === refusedAt ? 429 : 200))).toEqual([true, true, true]);
    });
    expect(exchanges.map(({ response }) => response.status)).toEqual([200, 200]);
  }
});

test.each<[who: string, name: string]>([
  ["session", "cookie"],
  ["tenant", "x-tenant"],
  ["range", "range"],
])("a refusal is recorded beside what another %s was answered", async (_who, name) => {
  let asked = 0;
  const from = await serveUpstream((_request, response) => {
    asked += 1;
    response.setHeader("x-ratelimit-limit", "60").setHeader("x-ratelimit-remaining", `${60 - asked}`);
    response.setHeader("x-ratelimit-reset", `${start + 3600}`).setHeader("retry-after", "0");
    response.writeHead(asked === 2 || asked === 3 ? 429 : 200).end(`${asked}`);
  });
  const values = ["sid=Xk9mQ2rT7vL4pW8zAbCdEf12", "sid=Zq8nR3sU6wM5oY7xCdEfGh34", "sid=Wm7pT2vR9xL6nQ4zHbJdKf56"];
  const ask = async (player: (request: Request) => Promise<Response>): Promise<readonly string[]> => {
    const said: string[] = [];
    for (const value of values) {
      const response = await player(new Request(`${from}/a`, { headers: { [name]: value } }));
      said.push(`${response.status} ${await response.text()}`);
    }
    return said;
  };
  const out = await tempFolder();
  let said: readonly string[] = [];
  await record({ from, out, pace: clockAt(start) }, async ({ player }) => {
    said = await ask(player);
  });
  expect(said).toEqual(["200 1", "429 2", "429 3"]);
  expect(await ask(createPlayer({ tapes: (await readTapes(out)).map(({ tape }) => tape) }))).toEqual(said);
});

test("a run tells which requests earlier runs sent more often, since their answers stay", async () => {
  const from = await serveUpstream((request, response) => response.end(`${request.url} ${Math.random()}`));
  const out = await tempFolder();
  const told: unknown[] = [];
  for (const times of [3, 1, 2, 3]) {
    const recorder = await record({ from, out, pace: clockAt(start) }, async ({ player }) => {
      for (let nth = 0; nth < times; nth += 1) await player(new Request(`${from}/a`));
      await player(new Request(`${from}/b`));
    });
    told.push(recorder.summary().outnumbered?.map(({ target, earlier }) => [target, earlier]));
  }
  expect(told).toEqual([undefined, [["/a", 2]], [["/a", 1]], undefined]);
  expect(await exchangesIn(out)).toHaveLength(4);
});

test("player answers 429 itself rather than go below the reserve, and records nothing of it", async () => {
  const service = await limited(10);
  const exchanges = await exchangesOf({ from: service.from, pace: service.clock }, async ({ player, summary }) => {
    const statuses: number[] = [];
    for (let at = 0; at < 11; at += 1) {
      const response = await player(new Request(`http://any.where/${at}`));
      statuses.push(response.status);
      if (response.status !== 429) continue;
      expect(response.headers.get("x-tapedeck")).toBe("reserve");
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(3000);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 200, 429, 429]);
    expect(summary()).toMatchObject({ heldBack: 2, heldByReserve: 2, failed: [], refused: 0 });
  });
  expect(service.least.get("")).toBe(1);
  expect(exchanges).toHaveLength(9);
});

test("recordPlan() stops when it is told to: what was sent is kept, the rest is named", async () => {
  const abort = new AbortController();
  const service = await limited(60, (path) => {
    if (path === "/b") abort.abort();
    return undefined;
  });
  const plan: Plan = { requests: [{ path: "/a" }, { path: "/b" }, { path: "/c" }, { path: "/d" }] };
  const { kept, report, summary } = await play(service, plan, { signal: abort.signal });
  expect(kept).toEqual(["200 /a", "200 /b"]);
  const reason = "the recording was stopped";
  expect(report).toMatchObject({ again: [3, 4], asked: 2, failed: [], skipped: [{ reason }, { reason }] });
  expect(summary.failed).toEqual([]);
});

test("recordPlan() that is told to stop counts an answer that does not come in time as not asked", async () => {
  const abort = new AbortController();
  const service = await limited(60);
  await record({ from: service.from, out: await tempFolder() }, async (recorder) => {
    const ask = async (): Promise<never> => {
      abort.abort();
      throw new UpstreamError("GET", `${service.from}/a`, "ETIMEDOUT", 30);
    };
    const plan: Plan = { requests: [{ path: "/a" }] };
    const report = await recordPlan({ ...recorder, ask }, plan, { signal: abort.signal });
    expect(report).toMatchObject({ again: [1], failed: [], skipped: [{ reason: "the recording was stopped" }] });
  });
});

test("recordPlan() gives up its wait when it is told to stop", async () => {
  const abort = new AbortController();
  const service = await limited(60, (path) => (path === "/a" ? answer(429, { "retry-after": "3000" }) : undefined));
  const wait = (_seconds: number, signal: AbortSignal | undefined): Promise<void> => {
    abort.abort(new Error("enough"));
    return Promise.reject(signal?.reason);
  };
  const stopped = { ...service, clock: { ...service.clock, wait } };
  const { report, summary } = await play(stopped, { requests: [{ path: "/a" }] }, { signal: abort.signal });
  expect(report).toMatchObject({ again: [1], failed: [], skipped: [{ target: "/a" }] });
  expect(summary.failed).toEqual([]);
});

test("recordPlan() asks the requests of the numbers that it is given", async () => {
  const service = await limited(60);
  const plan: Plan = { requests: [many("/a", 3), { path: "/b" }] };
  expect((await play(service, plan, { only: [2, 4] })).kept).toEqual(["200 /a/1", "200 /b"]);
  await expect(play(service, plan, { only: [5] })).rejects.toThrow(/Cannot record request 5 of the plan: it has 4/);
});
