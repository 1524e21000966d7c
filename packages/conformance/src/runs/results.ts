import process from "node:process";
import { headerOf, type RecordedRequest, type Tape } from "@tapedeck/tape";
import type { Adapter } from "../adapter.ts";
import { adapters, functionAdapter } from "../adapters.ts";
import { titleOf } from "../contract/rows.ts";
import { contractTests } from "../contract-tests.ts";
import { contractFixtures, tokens } from "../fixtures/fixtures.ts";
import { recordings } from "../fixtures/recordings.ts";
import { type ContractLaw, explained, type Search } from "../law.ts";
import { contractLaws, searchFrom } from "../laws.ts";
import type { TestRequest } from "../message.ts";
import { withAdapter } from "../with-adapter.ts";
import { runtimeName } from "./runtime.ts";
import { type GoldenRun, transcript, transcriptHash } from "./transcript.ts";

/** The result of a contract test, a law, or a golden run. */
export interface RunResult {
  readonly runtime: string;
  readonly adapter: string;
  readonly name: string;
  /** Null if the adapter cannot pass it, or is absent here; then `reason` says why. */
  readonly kept: boolean | null;
  /** The number of cases of a law, and their seed. */
  readonly runs?: number;
  readonly seed?: number;
  readonly hash?: string;
  readonly reason?: string;
}

/** The adapter in the result of a law of the runtime. */
export const noAdapter = "no adapter";

/** Cases of a law at an adapter, unless `TAPEDECK_RUNS` is set. */
export const usualRuns = 5;

/** Returns a search with more cases, for fast adapters. One case is no search: it shows that a law holds here at all. */
function widely({ seed, runs }: Search): Search {
  return { seed, runs: runs === 1 ? 1 : runs * 10 };
}

/** The part to run: all, or only the golden runs. */
export type RunPart = "all" | "transcripts";

/** Returns the golden runs: through the fixtures, and through the recordings if there are any. */
async function goldenRuns(): Promise<readonly GoldenRun[]> {
  const tapes = await recordings();
  return tapes.length === 0 ? [fixtureRun] : [fixtureRun, goldenRunOf("recordings", tapes)];
}

/**
 * Runs all contract tests, laws and golden runs at every adapter, on this runtime.
 * @param runs Cases of a law at each adapter, unless `TAPEDECK_RUNS` is set; ten times as many without a server, where there are several.
 */
export async function* results(runs: number, part: RunPart = "all"): AsyncGenerator<RunResult> {
  const runtime = runtimeName();
  const search = searchFrom(process.env, runs);
  const hashes = new Map<string, string>();
  const [tests, laws] = part === "all" ? [contractTests, contractLaws] : [[], []];
  const adapterLaws = laws.filter(({ level }) => level === "server");
  // First: the recorder uses sockets, and mounting nock changes node:http for the rest of the process.
  for (const each of laws.filter(({ level }) => level === "unit"))
    yield { ...(await sought(each, functionAdapter, widely(search))), adapter: noAdapter };

  for (const adapter of adapters) {
    if (adapter.absent !== undefined) {
      for (const name of [...contractTests.map(({ id }) => titleOf(id)), ...adapterLaws.map((each) => each.name)])
        yield { runtime, adapter: adapter.name, name, kept: null, reason: adapter.absent };
      continue;
    }
    for (const { id, setting = {}, run } of tests) {
      const name = titleOf(id);
      const reason = adapter.cannotKeep[id];
      yield reason === undefined
        ? await result(adapter, name, () => withAdapter(adapter, setting, run))
        : { runtime, adapter: adapter.name, name, kept: null, reason };
    }
    for (const each of adapterLaws) yield sought(each, adapter, adapter === functionAdapter ? widely(search) : search);
    for (const goldenRun of await goldenRuns()) {
      const hash = transcriptHash(await transcript(adapter, goldenRun));
      const first = hashes.get(goldenRun.name) ?? hash;
      hashes.set(goldenRun.name, first);
      const name = `the transcript of the ${goldenRun.name} is that of every adapter`;
      yield { runtime, adapter: adapter.name, name, kept: hash === first, hash };
    }
  }

  async function sought(each: ContractLaw, adapter: Adapter, where: Search): Promise<RunResult> {
    const found = await each.check(adapter, where);
    const { broken, seed } = found;
    const line = { runtime, adapter: adapter.name, name: each.name, kept: broken === null, runs: found.runs, seed };
    return broken === null ? line : { ...line, reason: explained(each.id, adapter.name, found) };
  }

  async function result({ name: adapter }: Adapter, name: string, run: () => Promise<void>): Promise<RunResult> {
    try {
      await run();
      return { runtime, adapter, name, kept: true };
    } catch (error) {
      return { runtime, adapter, name, kept: false, reason: error instanceof Error ? error.message : String(error) };
    }
  }
}

const full = "specimen-token-full";

function get(target: string, headers: Readonly<Record<string, string>> = {}, method = "GET"): TestRequest {
  return { method, target, headers, body: null };
}

function as(token: string): Readonly<Record<string, string>> {
  return { authorization: `token ${token}` };
}

/** A run through the fixtures: every endpoint, every form of a credential, every answer but a plain 200. */
const fixtureRun: GoldenRun = {
  name: "fixtures",
  tapes: contractFixtures,
  tokens,
  anonymousLimit: 28,
  steps: [
    ...["/zen", "/zen", "/users/ada", "/repos/ada/engine", "/users/ada/repos?per_page=1"].map((target) => get(target)),
    ...["/users/ada/repos?page=2&per_page=1", "/orgs/lighthouse/repos", "/bicyclists/helsinki"].map((target) =>
      get(target),
    ),
    get("/user", as(full)),
    get("/user", { authorization: `Bearer ${full}` }),
    get("/user", { authorization: `Basic ${btoa(`ada:${full}`)}` }),
    get("/user/repos", as(full)),
    get("/user/repos", as("specimen-token-narrow")),
    get("/repos/ada/engine", as("specimen-token-other")),
    get("/user"),
    get("/user/repos", { authorization: "token unknown-to-everyone" }),
    get("/user", { authorization: "Digest abc" }),
    get("/users/ada", { "if-none-match": 'W/"ada-1"' }),
    get("/users/ada", { "if-none-match": '"stale"' }),
    get("/users/ada", { "if-modified-since": "Thu, 01 Jan 2026 00:00:00 GMT" }),
    get("/users/ada", {}, "HEAD"),
    get("/users/ada", {}, "OPTIONS"),
    get("/users/ada", {}, "DELETE"),
    get("/users/ada", { range: "bytes=2-9" }),
    get("/users/ada", { range: "bytes=99999-" }),
    get("/users/nobody"),
    get("/users/flaky"),
    get("/repos/ada/machine"),
    get("/users/ada/avatar"),
    get("/users/gone"),
    get("/users/headed", {}, "HEAD"),
    get("/orgs/lighthouse/repos", { "if-none-match": 'W/"lamps"' }),
    get("/users/adda"),
    get("/nowhere"),
    get("/bicyclists/paris"),
    { advanceSeconds: 600 },
    ...["/users/grace", "/users/grace", "/users/grace", "/users/grace", "/zen", "/zen"].map((target) => get(target)),
    get("/users/ada"),
    get("/users/ada"),
    get("/users/ada", {}, "OPTIONS"),
    get("/users/ada", {}, "HEAD"),
    get("/users/ada", as(full)),
    { advanceSeconds: 2999 },
    get("/users/ada"),
    { advanceSeconds: 1 },
    get("/users/ada"),
    get("/zen"),
  ],
};

/**
 * Makes a run through any tapes: all recorded requests in order, then variants of them, then until the limit is used up
 * and beyond its reset.
 */
function goldenRunOf(name: string, tapes: readonly Tape[]): GoldenRun {
  const exchanges = tapes.flatMap((tape) => tape.exchanges);
  const aliases = new Set(exchanges.map(({ request }) => request.principal).filter((alias) => alias !== "anonymous"));
  const asked = exchanges.map(({ request }) => questionOf(request));
  const otherwise = exchanges.flatMap(({ request, response }): TestRequest[] => {
    const etag = headerOf(response.headers, "etag");
    const question = questionOf(request);
    return [
      { ...question, method: "HEAD" },
      { ...question, headers: { ...question.headers, range: "bytes=0-9" } },
      ...(etag === null ? [] : [{ ...question, headers: { ...question.headers, "if-none-match": etag } }]),
    ];
  });
  const metered = exchanges
    .filter(
      ({ request, response }) => request.principal === "anonymous" && headerOf(response.headers, "x-ratelimit-limit"),
    )
    .map(({ request }) => request.target);
  const spent = [...asked, ...otherwise].filter(
    ({ target, headers }) => headers["authorization"] === undefined && metered.includes(target),
  );
  const again = asked.filter(({ target }) => metered.includes(target)).slice(0, 9);
  return {
    name,
    tapes,
    tokens: Object.fromEntries([...aliases].sort().map((alias) => [alias, tokenOf(alias)])),
    anonymousLimit: spent.length,
    steps: [...asked, ...otherwise, get("/users/nobody-recorded-this"), ...again, { advanceSeconds: 3600 }, ...again],
  };
}

function questionOf({ method, target, principal, headers }: RecordedRequest): TestRequest {
  return {
    method,
    target: target.startsWith("/") ? target : new URL(target).pathname,
    headers: { ...Object.fromEntries(headers), ...(principal === "anonymous" ? {} : as(tokenOf(principal))) },
    body: null,
  };
}

function tokenOf(alias: string): string {
  return `goldenRun-token-${alias}`;
}
