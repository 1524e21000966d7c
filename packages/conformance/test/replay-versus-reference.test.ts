import { Agent } from "node:http";
import process from "node:process";
import { createPlayer, stoppedClock } from "@tapedeck/replay";
import { bodyOf, canonical, type Exchange, pinnedMoment, type Tape } from "@tapedeck/tape";
import { pinNoise } from "@tapedeck/tape/internal";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testLimit } from "../../../.ci/test-limit.ts";
import { askOverHttp } from "../src/adapters/raw-http.ts";
import { functionAdapter } from "../src/adapters.ts";
import { countersIn } from "../src/counters.ts";
import { homeApis } from "../src/home-apis.ts";
import { searchFrom } from "../src/laws.ts";
import { askedOrigin, type ObservedResponse, type TestRequest, text } from "../src/message.ts";
import { zen } from "../src/reference-server/documents/world.ts";
import { type Origin, type OriginOptions, startOrigin } from "../src/reference-server/origin.ts";

// Two programs that share no line: what one learned from the other's answers must be what the other goes on to say.
const tokens = { full: "standin-token-full", narrow: "standin-token-narrow", other: "standin-token-other" } as const;
const accounts = { full: "ada", narrow: "ada", other: "grace-lin" } as const;
const aliases = ["full", "narrow", "other"] as const;
const who = ["anonymous", ...aliases] as const;
const windowSeconds = 60;

const targets = [
  "/users/ada",
  "/users/lighthouse",
  "/users/stranger",
  "/user",
  "/repos/ada/difference-engine",
  "/repos/ada/loom-notes",
  "/repos/paper-boats/crane",
  "/user/repos",
  "/users/ada/repos?per_page=1",
  "/users/ada/repos?per_page=1&page=2",
  "/orgs/lighthouse/repos",
  "/orgs/lighthouse/repos?page=2",
  "/orgs/ada/repos",
  "/user/1/repos",
  "/repositories/101",
] as const;

const common: OriginOptions = {
  publicUrl: askedOrigin,
  windowSeconds,
  tokens: {
    [tokens.full]: { account: accounts.full, scopes: ["repo"] },
    [tokens.narrow]: { account: accounts.narrow, scopes: [] },
    [tokens.other]: { account: accounts.other, scopes: ["repo"] },
  },
};

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const tapes = new Map<string, Tape>();

beforeAll(async () => {
  for (const vendor of ["service", "github"]) tapes.set(vendor, await record(vendor));
});

afterAll(() => agent.destroy());

async function record(vendor: string): Promise<Tape> {
  const now = (): number => pinnedMoment;
  const origin = await startOrigin({ ...common, vendor, now, limits: { anonymous: 1000, token: 1000 } });
  const exchanges: Exchange[] = [];
  for (const each of who) for (const target of targets) exchanges.push(await recorded(origin, target, each));
  for (const _line of zen) exchanges.push(await recorded(origin, "/zen", "anonymous"));
  await origin.close();
  return { name: "standin", origin: askedOrigin, recordedAt: pinnedMoment, exchanges };
}

async function recorded(origin: Origin, target: string, principal: (typeof who)[number]): Promise<Exchange> {
  const { status, headers, body } = await askOrigin(origin, question({ who: principal, target, method: "GET" }, []));
  return canonical(
    pinNoise(
      {
        request: { method: "GET", target, principal, headers: [], body: null },
        response: { status, headers, body: bodyOf(body) },
      },
      pinnedMoment,
    ),
  );
}

function askOrigin({ port }: Origin, { method, target, headers, body }: TestRequest): Promise<ObservedResponse> {
  return askOverHttp({ host: "127.0.0.1", port, agent, method, path: target, headers: { ...headers } }, body);
}

interface RequestStep {
  readonly who: (typeof who)[number] | "bad" | "malformed";
  readonly method: string;
  readonly target: string;
  /** Of what was recorded for this request: its validators, if it had any. */
  readonly copy?: "none" | "etag" | "stale" | "date" | "etag and old date";
  readonly range?: string | null;
}

function question(
  { who: principal, method, target, copy = "none", range = null }: RequestStep,
  held: readonly Exchange[],
): TestRequest {
  const known = aliases.find((alias) => alias === principal);
  const authorization =
    known === undefined
      ? { bad: "token nobody-knows-this", malformed: "Digest x" }[principal as string]
      : `token ${tokens[known]}`;
  const response = held.find(
    ({ request }) => request.target === target && request.principal === (known ?? "anonymous"),
  )?.response;
  const recordedOf = (name: string): string => response?.headers.find(([each]) => each === name)?.[1] ?? '"none"';
  const conditions: Readonly<Record<string, Record<string, string>>> = {
    none: {},
    etag: { "if-none-match": `"x", ${recordedOf("etag").replace("W/", "")}` },
    stale: { "if-none-match": '"stale"' },
    date: { "if-modified-since": recordedOf("last-modified") },
    "etag and old date": { "if-none-match": recordedOf("etag"), "if-modified-since": "Thu, 01 Jan 1970 00:00:00 GMT" },
  };
  return {
    method,
    target,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...conditions[copy],
      // The reference server gives parts of its overview, the player the whole: a server may ignore a range.
      ...(range === null || target === "/rate_limit" ? {} : { range }),
    },
    body: null,
  };
}

function requestSteps(): fc.Arbitrary<RequestStep> {
  return fc.record({
    who: fc.constantFrom(...who, ...who, "bad" as const, "malformed" as const),
    method: fc.constantFrom("GET", "GET", "GET", "GET", "HEAD", "OPTIONS", "POST", "DELETE"),
    target: fc.constantFrom(...targets, "/zen", "/zen", "/rate_limit"),
    copy: fc.constantFrom("none", "none", "etag", "stale", "date", "etag and old date"),
    range: fc.constantFrom(null, null, null, "bytes=0-9", "bytes=-7", "bytes=999999-", "bytes=5-", "bytes=1-2,4-5"),
  });
}

// Where both are right in their own words, or one says more than the other. Each is a decision, not an accident.
const ownWords: Readonly<Record<string, (answer: ObservedResponse, question: TestRequest) => boolean>> = {
  // Each names itself.
  server: () => true,
  // Random there; counted here, so that two replays give the same bytes.
  "x-service-request-id": () => true,
  "x-github-request-id": () => true,
  // Either list answers a preflight; which methods there are is told with it here, with 405 alone there.
  "access-control-allow-headers": ({ status }) => status === 204,
  allow: ({ status }) => status === 204,
  // No header of content on a 304, and this one is taken for one here; the overview is no document to take parts of.
  "accept-ranges": ({ status }, { target }) => status === 304 || target === "/rate_limit",
  // A credential that has no recording of its own gets the anonymous one as it stands; the overview says nothing here.
  "cache-control": (_answer, { target }) => target === "/zen" || target === "/rate_limit",
  // The messages of errors are of different length: see below.
  "content-length": ({ status }) => status >= 400,
};

function compared(answer: ObservedResponse, asked: TestRequest): object {
  const { status, headers } = answer;
  const kept = headers.filter(([name]) => ownWords[name]?.(answer, asked) !== true);
  if (status < 400 || answer.body.length === 0) return { status, headers: kept, body: text(answer) };
  // Errors differ in where they say to read on, and in how a refusal names an account.
  const { message, documentation_url, ...further } = JSON.parse(text(answer));
  return {
    status,
    headers: kept,
    message: message.replace(/(exceeded for ).*/, "$1…"),
    url: typeof documentation_url,
    further,
  };
}

const { seed, runs } = searchFrom(process.env, 25);

test("a player of the reference server's answers answers as the reference server does", {
  timeout: testLimit + runs * 500,
}, async () => {
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.record({ anonymous: fc.integer({ min: 0, max: 12 }), token: fc.integer({ min: 0, max: 12 }) }),
      fc.constantFrom("service" as const, "github" as const),
      fc.array(
        fc.oneof({ weight: 7, arbitrary: requestSteps() }, { weight: 1, arbitrary: fc.integer({ min: -20, max: 70 }) }),
        {
          maxLength: 40,
          size: "max",
        },
      ),
      async (limits, vendor, steps) => {
        const tape = tapes.get(vendor);
        if (tape === undefined) throw new TypeError(`no tape of ${vendor}`);
        const clock = stoppedClock(pinnedMoment);
        const origin = await startOrigin({ ...common, vendor, now: clock, limits });
        const player = createPlayer({
          tapes: [tape],
          clock,
          api: homeApis({ limits, windowSeconds }, vendor),
          misses: "not-found",
          tokens: Object.fromEntries(
            aliases.map((alias) => [alias, { token: tokens[alias], account: accounts[alias] }]),
          ),
        });
        const adapter = await functionAdapter.open(player);
        try {
          for (const step of steps) {
            if (typeof step === "number") {
              clock.advance(step);
              continue;
            }
            const asked = question(step, tape.exchanges);
            const [there, here] = [await askOrigin(origin, asked), await adapter.ask(asked)];
            expect(countersIn(here)).toEqual(countersIn(there));
            expect(compared(here, asked)).toEqual(compared(there, asked));
            seen.set(here.status, (seen.get(here.status) ?? 0) + 1);
          }
        } finally {
          await origin.close();
        }
      },
    ),
    { seed, numRuns: runs },
  );
  // A comparison of refusals alone would prove little.
  expect([...seen.keys()].sort()).toEqual([200, 204, 206, 304, 401, 403, 404, 405, 416]);
});
