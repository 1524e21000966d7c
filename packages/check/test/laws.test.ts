import { matchRoute, service } from "@tapedeck/api";
import { baseUrl } from "@tapedeck/tape/internal";
import { expect, test } from "vitest";
import { curlOf } from "../src/client/curl.ts";
import { laws } from "../src/laws/laws.ts";
import { readableCounters } from "../src/laws/rate-limit/counters.ts";
import type { Observation, ProbeRequest } from "../src/observation.ts";
import { responseOf } from "../src/response.ts";
import { type ServiceUnderTest, targetOn } from "../src/service-under-test.ts";

const underTest: ServiceUnderTest = {
  base: "http://api.example",
  publicUrl: null,
  api: service,
  variable: null,
  parameters: {},
  absent: "nobody-here",
  path: null,
};

interface Observed {
  readonly method?: ProbeRequest["method"];
  readonly tags?: string;
  readonly probe?: string;
  readonly target?: string;
  readonly status?: number;
  readonly used?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What a service with a limit of 60 might have answered, one after the other. */
function observations(...seen: readonly Observed[]): Observation[] {
  return seen.map((each, at) => {
    const { method = "GET", probe = "a probe", target = "/users/ada", tags, status = 200, used = 1 } = each;
    const { headers = {}, body = {} } = each;
    const condition: Record<string, string> = tags === undefined ? {} : { "if-none-match": tags };
    const request: ProbeRequest = { method, target, as: "anonymous", headers: condition };
    const fields = {
      date: "Thu, 01 Jan 2026 00:00:00 GMT",
      "x-ratelimit-limit": "60",
      "x-ratelimit-remaining": String(60 - used),
      "x-ratelimit-reset": "1767229200",
      "x-ratelimit-used": String(used),
      ...headers,
    };
    const bytes = new TextEncoder().encode(method === "HEAD" ? "" : JSON.stringify(body));
    const response = responseOf(status, Object.entries(fields), bytes);
    const { operation } = matchRoute(service, method, target);
    const quota = readableCounters(response, service.rateLimit);
    return { at: at + 1, probe, request, response, operation, quota, echoes: false };
  });
}

function verdictOf(law: string, seen: readonly Observation[]): string {
  return laws.find(({ name }) => name === law)?.evaluate(seen, underTest).kind ?? "no such law";
}

const repositories = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
const list = "/users/ada/repos?per_page=1000";

test.each<[string, string, Observation[], string]>([
  [
    "holds of 100 items",
    "pages are as large as the description allows",
    observations({ target: list, body: repositories(100) }),
    "held",
  ],
  [
    "is broken by 101",
    "pages are as large as the description allows",
    observations({ target: list, body: repositories(101) }),
    "broken",
  ],
  ["holds where others spend", "a good answer costs one", observations({ used: 1 }, { used: 9 }, { used: 10 }), "held"],
  [
    "is broken by one that was free",
    "a good answer costs one",
    observations({ used: 1 }, { used: 9 }, { used: 9 }),
    "broken",
  ],
  [
    "is not judged across windows",
    "remaining never rises inside a window",
    observations({ used: 50 }, { used: 1, headers: { "x-ratelimit-reset": "1767232800" } }),
    "inconclusive",
  ],
  [
    "is broken by a window that ends late",
    "the end of a window stays where it is",
    observations({}, { headers: { "x-ratelimit-reset": "1767229202" } }),
    "broken",
  ],
  [
    "lets the end be a second off",
    "the end of a window stays where it is",
    observations({}, { headers: { "x-ratelimit-reset": "1767229201" } }),
    "held",
  ],
  [
    "knows no end without a date",
    "the end of a window stays where it is",
    observations({}, { headers: { "x-ratelimit-reset": "1767229900", date: "" } }),
    "inconclusive",
  ],
  [
    "does not bind a window that nothing was taken from",
    "the end of a window stays where it is",
    observations({ used: 0 }, { used: 1, headers: { "x-ratelimit-reset": "1767229900" } }),
    "inconclusive",
  ],
  [
    "does not evaluate by one that was charged, where a stranger may have asked",
    "a 304 always costs the same",
    observations({ used: 1 }, { status: 304, used: 1 }, { status: 304, used: 2 }, { status: 304, used: 2 }),
    "inconclusive",
  ],
  [
    "does not blame HEAD for what changes from GET to GET",
    "HEAD is GET without the body",
    observations(
      { headers: { "x-node": "a" } },
      { method: "HEAD", headers: { "x-node": "b" } },
      { headers: { "x-node": "c" } },
    ),
    "held",
  ],
  [
    "lets a document change",
    "a copy that is still good is answered 304",
    observations({ probe: "a good copy", tags: 'W/"1"', headers: { etag: 'W/"2"' } }),
    "inconclusive",
  ],
  [
    "takes no word for a number",
    "every answer tells all four counters",
    observations({ headers: { "x-ratelimit-used": "one" } }),
    "broken",
  ],
])("a law %s: %s", (_shows, law, seen, verdict) => {
  expect(verdictOf(law, seen)).toBe(verdict);
});

test("every law says nothing of nothing", () => {
  expect(laws.map(({ evaluate }) => evaluate([], underTest).kind).filter((kind) => kind !== "inconclusive")).toEqual(
    [],
  );
});

test("laws have names of their own, and say where they stand written", () => {
  expect(new Set(laws.map(({ name }) => name)).size).toBe(laws.length);
  expect(laws.filter(({ source }) => !/^(?:description, |RFC \d+)/.test(source))).toEqual([]);
});

test("a quote within a request is no end of a word for the shell", () => {
  const request: ProbeRequest = { method: "GET", target: "/users/o'hara", as: "anonymous", headers: {} };
  expect(curlOf(request, underTest)).toBe(`curl -si 'http://api.example/users/o'\\''hara'`);
});

test.each([
  ["http://h/a/", "http://h/a"],
  ["https://H:443", "https://h"],
])("the base of %s is %s", (text, base) => {
  expect(baseUrl("check", text).base).toBe(base);
});

test.each([
  ["http://h/v3/users?page=2", "/users?page=2"],
  ["http://h/v3", "/"],
  ["http://h/v33/users", null],
  ["http://h:8080/v3/users", null],
  ["https://public/users", "/users"],
  ["/v3/users", "/users"],
  ["/users", "/users"],
  ["//elsewhere/users", null],
])("the link %s leads to %s at the base", (link, target) => {
  expect(targetOn(link, { base: "http://h/v3", publicUrl: "https://public" })).toBe(target);
});
