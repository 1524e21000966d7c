import { headerOf, type RecordedRequest, type Tape } from "@tapedeck/tape";
import { contractFixtures, tokens } from "../fixtures/fixtures.ts";
import type { TestRequest } from "../message.ts";
import type { GoldenRun } from "./transcript.ts";

const full = "specimen-token-full";

function get(target: string, headers: Readonly<Record<string, string>> = {}, method = "GET"): TestRequest {
  return { method, target, headers, body: null };
}

function as(token: string): Readonly<Record<string, string>> {
  return { authorization: `token ${token}` };
}

/** A run through the fixtures: every endpoint, every form of a credential, every answer but a plain 200. */
export const fixtureRun: GoldenRun = {
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
 * @example
 * goldenRunOf("recordings", (await readTapes("recordings")).map(({ tape }) => tape));
 */
export function goldenRunOf(name: string, tapes: readonly Tape[]): GoldenRun {
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
