import { fileURLToPath } from "node:url";
import { cityCounts, github, plain, service } from "@tapedeck/api";
import { check, reportText } from "@tapedeck/check";
import { createPlayer } from "@tapedeck/replay";
import { listen } from "@tapedeck/serve";
import { readTapes } from "@tapedeck/tape/files";
import { createWorld, createWorldPlayer } from "@tapedeck/world";
import { describe, expect, onTestFinished, test } from "vitest";
import { startCityOrigin } from "../../src/reference-server/city.ts";
import { repository } from "../../src/reference-server/documents/documents.ts";
import { smallWorld } from "../../src/reference-server/documents/world.ts";
import { sendRequest } from "../reference-server/send-request.ts";
import { standBetween } from "./between.ts";
import { checkService, named, never, noListedValues, noOverview, standIn, token, value } from "./check-service.ts";

describe("a check of what tapedeck serves", () => {
  async function served(player: Parameters<typeof listen>[0]): Promise<string> {
    const server = await listen(player, { port: 0 });
    onTestFinished(() => server.close());
    return server.url;
  }
  const tokens = { token: { token: value, account: "ada" } };

  test("finds no law broken by the committed recordings", async () => {
    const tapes = (await readTapes(fileURLToPath(new URL("../../../../recordings", import.meta.url)))).map(
      ({ tape }) => tape,
    );
    const report = await checkService({
      url: await served(createPlayer({ tapes, api: [service, cityCounts], tokens })),
      token,
    });
    expect(named(report, "broken")).toEqual({});
    expect(named(report, "not observable")).toEqual({
      ...never,
      ...noOverview,
      ...noListedValues,
      "what is private is not shown without a credential": "the replay has no recording of GET /repos/ada/loom-notes",
    });
  });

  test.each([
    ["service", ""],
    ["github", ""],
    ["github", "/api/v3"],
  ] as const)("finds no law broken by a world under the description %s, at %s/", async (name, path) => {
    const world = createWorld({ seed: 42, accounts: 100, repositories: 1000 });
    const player = createWorldPlayer(world, {
      api: name === "github" ? github : service,
      tokens: { token: value },
    });
    const report = await checkService({
      url: (await served(player)) + path,
      token,
      api: name === "github" ? github : service,
    });
    expect(named(report, "broken")).toEqual({});
    const held = report.findings.filter(({ verdict }) => verdict === "held").length;
    expect(held).toBeGreaterThanOrEqual(38);
  });
});

describe("a check of the reference server", () => {
  test("finds no law broken under either vendor, with a credential and without", async () => {
    for (const vendor of ["service", "github"]) {
      for (const who of [
        { token },
        { parameters: { username: "lighthouse" } },
        { parameters: { owner: "paper-boats", repo: "crane" } },
      ]) {
        const api = vendor === "github" ? github : service;
        const report = await check({ url: (await standIn({ vendor })).url, api, ...who });
        expect(named(report, "broken")).toEqual({});
        expect(report.api).toBe(vendor);
      }
    }
  });

  test("says what it could not see, and why", async () => {
    const report = await checkService({ url: (await standIn()).url });
    expect(named(report, "broken")).toEqual({});
    const why = named(report, "not observable");
    expect(why["the forms of one credential share a bucket"]).toMatch(/^no token was given; .* --token-env$/);
    const unknown = "no username is known; give one by --param username=VALUE";
    expect(why["a list shows what the single answer shows"]).toBe(unknown);
    expect(why["If-None-Match is compared weakly"]).toBe(unknown);
  });

  test("is content with a token that nobody knows, and says that it is none", async () => {
    const { url } = await standIn({ tokens: {} });
    const report = await checkService({ url, token, parameters: { username: "ada" } });
    expect(named(report, "broken")).toEqual({});
    expect(named(report, "not observable")["the forms of one credential share a bucket"]).toBe(
      "GET /user was answered 401",
    );
  });
});

test("an API without a rate limit, lists or credentials is held to what its description says, and to HTTP", async () => {
  const cities = await startCityOrigin();
  onTestFinished(() => cities.close());
  const report = await check({ url: cities.url, token, api: cityCounts });
  expect(report.findings.filter(({ verdict }) => verdict === "held").map(({ law }) => law)).toEqual([
    "a credential does not come back in an answer",
    "an old copy is answered with the new one",
    "HEAD is GET without the body",
    "a preflight is answered 204, with and without a credential",
    "every document fits its schema",
    "every error fits its schema",
    "a value that is not listed is answered with those that are",
    "every body is of the type that it says",
  ]);
  expect(named(report, "broken")).toEqual({});
  expect(cities.asked()).toBe(report.sent);
});

test("under plain too, a tenth of a limit that is told in any dialect stays unspent", async () => {
  const origin = await standIn({ limits: { anonymous: 10 } });
  const named_ = await standBetween(origin.url, {
    headers: ({ "x-ratelimit-remaining": left = "", "x-ratelimit-limit": limit = "", ...others }) => ({
      ...Object.fromEntries(Object.entries(others).filter(([name]) => !name.startsWith("x-ratelimit"))),
      "ratelimit-policy": `"hour";q=${limit};w=3600`,
      ratelimit: `"hour";r=${left};t=30`,
    }),
  });
  const report = await check({ url: named_.url, api: plain, path: "/users/ada" });
  expect(report.sent).toBe(9);
  expect(named(report, "not observable")["a range is answered 206 with its bytes"]).toMatch(
    /^1 of 10 requests are left/,
  );
});

test("under plain, a service is held to HTTP alone", async () => {
  const origin = await standIn();
  const report = await check({ url: origin.url, api: plain, path: "/users/ada" });
  expect(named(report, "broken")).toEqual({});
  const held = report.findings.filter(({ verdict }) => verdict === "held");
  expect(held.length).toBeGreaterThanOrEqual(11);
  expect(held.filter(({ source }) => !source.startsWith("RFC"))).toEqual([]);
  expect(named(report, "not observable")["remaining + used = limit"]).toBe("the description names no rate limit");
});

test("a list of more than a hundred is asked for a thousand at once", async () => {
  const small = smallWorld();
  const repositories = Array.from({ length: 130 }, (_, at) =>
    repository({ id: 1000 + at, name: `part-${at}`, owner: { login: "ada", id: 1 } }),
  );
  const origin = await standIn({ world: { ...small, repositories } });
  const watched = await standBetween(origin.url);
  const report = await checkService({ url: watched.url, parameters: { username: "ada" }, publicUrl: origin.url });
  expect(named(report, "broken")).toEqual({});
  expect(watched.passed.map(({ target }) => target)).toContain("/users/ada/repos?per_page=1000");
});

describe("what a check spends", () => {
  test("is never more than its budget, and all that it says", async () => {
    for (const budget of [1, 2, 7, 20, 40]) {
      const origin = await standIn();
      const report = await checkService({ url: origin.url, token, budget });
      expect(origin.asked()).toBeLessThanOrEqual(budget);
      expect(report.sent).toBe(origin.asked());
      expect(named(report, "broken")).toEqual({});
    }
    const why = named(await checkService({ url: (await standIn()).url, token, budget: 7 }), "not observable");
    expect(why["If-None-Match takes *"]).toBe("the budget of 7 requests did not reach so far; allow more by --budget");
  });

  test.each([
    [60, 0],
    [20, 0],
    [60, 50],
    [60, 54],
    [60, 57],
    [60, 60],
    [25, 3],
    [1, 0],
    [0, 0],
  ])("leaves a tenth of a limit of %i of which %i are used", async (anonymous, used) => {
    const origin = await standIn({ limits: { anonymous }, vendor: "github" });
    for (let nth = 0; nth < used; nth += 1) await sendRequest(`${origin.url}/zen`);
    const report = await check({ url: origin.url, api: github, parameters: { username: "lighthouse" } });
    const { headers } = await sendRequest(`${origin.url}/rate_limit`);
    const spared = Math.ceil(anonymous / 10);
    expect(Number(headers["x-ratelimit-remaining"])).toBeGreaterThanOrEqual(Math.min(spared, anonymous - used));
    expect(named(report, "broken")).toEqual({});
    if (anonymous - used === 0) {
      expect(report.findings.find(({ law }) => law.startsWith("a refusal"))?.verdict).toBe("held");
    } else if (anonymous - used - spared < 20) {
      const why = named(report, "not observable")["the overview of the limit costs nothing"];
      expect(why).toMatch(/^\d+ of \d+ requests are left for a caller without a credential, and a tenth \(\d+\) stays/);
    }
  });

  test("counts redirects, which it follows within the base alone", async () => {
    const origin = await standIn();
    const moved = await standBetween(origin.url, {
      redirect: (target) => (target.startsWith("/users/old") ? target.replace("/users/old", "/users/ada") : undefined),
    });
    const report = await checkService({ url: moved.url, parameters: { username: "old" }, publicUrl: origin.url });
    expect(report.sent).toBe(moved.passed.length);
    expect(named(report, "broken")).toEqual({});
    expect(named(report, "not observable")["HEAD is GET without the body"]).toBeUndefined();
    const away = await standBetween(origin.url, {
      redirect: (target) => (target.startsWith("/users/") ? `http://127.0.0.1:1${target}` : undefined),
    });
    const stopped = await checkService({ url: away.url, parameters: { username: "ada" } });
    expect(named(stopped, "broken")).toEqual({});
    expect(away.passed.map(({ target }) => target)).toContain("/users/ada");
  });
});

describe("what a check sends", () => {
  test("is GET, HEAD and OPTIONS alone, and the credential never without need", async () => {
    const origin = await standIn();
    const watched = await standBetween(origin.url);
    await checkService({ url: watched.url, token, publicUrl: origin.url });
    expect(new Set(watched.passed.map(({ method }) => method))).toEqual(new Set(["GET", "HEAD", "OPTIONS"]));
    const forms = new Set(watched.passed.map(({ authorization }) => authorization));
    const basic = `Basic ${btoa(`x-access-token:${value}`)}`;
    expect(forms).toEqual(new Set([undefined, "token", `token ${value}`, `Bearer ${value}`, basic]));
  });

  test("stays below the path of the base, wherever links lead", async () => {
    const origin = await standIn();
    const below = await standBetween(origin.url, { retarget: (target) => target.replace(/^\/api\/v9/, "") });
    const report = await checkService({ url: `${below.url}/api/v9/`, token, parameters: { username: "lighthouse" } });
    expect(below.passed.map(({ target }) => target).filter((target) => !target.startsWith("/api/v9/"))).toEqual([]);
    expect(named(report, "broken")).toEqual({});
    // The service behind it calls itself by its own address: consistently, so that this is no mistake of its own.
    expect(named(report, "not observable")["links lead back to where one asked"]).toBe(
      `all links lead to ${origin.url}; if that is the service's name, give it by --public-url`,
    );
    const named_ = await checkService({ url: `${below.url}/api/v9`, token, publicUrl: origin.url });
    expect(named_.findings.find(({ law }) => law.startsWith("links lead"))?.verdict).toBe("held");
  });

  test("shows no credential in anything that it says", async () => {
    for (const fault of ["credential-repeated", "basic-unknown", "one-bucket", "private-shown"] as const) {
      const report = await checkService({ url: (await standIn({ fault })).url, token });
      expect(Object.keys(named(report, "broken"))).not.toEqual([]);
      const said = JSON.stringify(report) + reportText(report);
      expect(said).not.toContain(value);
      expect(said).not.toContain(btoa(`x-access-token:${value}`));
    }
  });
});

test("what a service says is shown without the credential in it", async () => {
  const origin = await standIn();
  const loud = await standBetween(origin.url, {
    headers: (headers) => ({
      ...headers,
      "content-type": `text/${value}`,
      link: `<http://x.example/${value}>; rel="odd"`,
    }),
  });
  const report = await checkService({ url: loud.url, token });
  expect(Object.keys(named(report, "broken"))).toContain("every body is of the type that it says");
  expect(JSON.stringify(report)).not.toContain(value);
  expect(named(report, "broken")["every body is of the type that it says"]).toBe(
    "content-type of GET /user is text/__redacted-T__",
  );
});
