// What these presets must express: a test for each cell of the table in the issue that asked for them.
import { expect, test } from "vitest";
import { noon } from "../one-policy.ts";
import { type Asked, service, status } from "../service.ts";

test("github: resources, named by x-ratelimit-resource", () => {
  const { ask } = service("github");
  for (const [path, resource, limit] of [
    ["/user", "core", "5000"],
    ["/search/issues", "search", "30"],
    ["/search/code", "code_search", "10"],
    ["/graphql", "graphql", "5000"],
  ] as const)
    expect(ask(path).headers).toMatchObject({ "x-ratelimit-resource": resource, "x-ratelimit-limit": limit });
});

test("github: GraphQL counts points, as the answer says", () =>
  expect(
    service("github").ask("/graphql", status(200, { data: { rateLimit: { cost: 51 } } })).headers["x-ratelimit-used"],
  ).toBe("51"));

test("github: a 304 is free with a credential", () => {
  const used = (asked: Asked) => service("github").ask("/user", asked).headers["x-ratelimit-used"];
  expect([used(status(304)), used({ ...status(304), anonymous: true })]).toEqual(["0", "1"]);
});

test("github: the reset that is told is off by a second, and the window stays", () => {
  const { ask } = service("github");
  const told = [0, 1, 2].map(() => Number(ask("/user").headers["x-ratelimit-reset"]) - noon - 3600);
  expect(told.map(Math.abs)).toEqual([0, 1, 0]);
});

test("github: a hundred requests at once", () => {
  const { ask, times } = service("github");
  times(100, "/user", { stays: true });
  expect(ask("/user")).toMatchObject({ status: 403, by: "concurrent", read: { refusal: "secondary" } });
});

test("github: 900 points a minute of an endpoint, of which a write takes five", () => {
  const { ask, times } = service("github");
  times(16, "/a", { method: "PUT" });
  times(820, "/b");
  expect(ask("/b").allowed).toBe(true);
  const reads = service("github");
  reads.times(900, "/b");
  expect(reads.ask("/b")).toMatchObject({
    status: 403,
    by: "points-per-minute",
    read: { refusal: "secondary", retryAt: noon + 60 },
  });
  expect(ask("/c").allowed).toBe(true);
});

test("github: content may be created eighty times a minute, and 500 an hour", () => {
  const { ask, times } = service("github");
  times(80, "/issues", { method: "POST" });
  expect(ask("/issues", { method: "POST" }).by).toBe("content-per-minute");
  for (let minute = 1; minute <= 6; minute++) times(70, "/issues", { method: "POST", now: noon + 60 * minute });
  expect(ask("/issues", { method: "POST", now: noon + 600 }).by).toBe("content-per-hour");
  expect(ask("/issues").allowed).toBe(true);
});

test("github: GraphQL refuses with 200", () => {
  const { ask, left } = service("github");
  left("graphql account ada", 0);
  const refused = ask("/graphql", { method: "POST" });
  expect(refused).toMatchObject({ status: 200, allowed: false, read: { refusal: "quota" } });
  expect([refused.headers["x-ratelimit-remaining"], JSON.parse(refused.body).errors[0].type]).toEqual([
    "0",
    "RATE_LIMITED",
  ]);
});
