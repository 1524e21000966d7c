import { compileApi } from "@tapedeck/api";
import { expect, test } from "vitest";
import { serveUpstream } from "../../../.ci/test-resources.ts";
import { type CheckOptions, type CheckReport, check, reportText } from "../src/index.ts";

const pets = [
  { id: 1, name: "Rex", url: "/pets/1" },
  { id: 2, name: "Tom", url: "/pets/2" },
];

/** What a pet shop's OpenAPI document says. */
const document = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Api-Key" } } },
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        parameters: [
          { name: "p", in: "query" },
          { name: "n", in: "query" },
        ],
      },
    },
    "/pets/{petId}": { get: { operationId: "getPet", parameters: [{ name: "petId", in: "path", required: true }] } },
    "/me": { get: { operationId: "getMe", security: [{ key: [] }] } },
    "/status": { get: { operationId: "getStatus" } },
  },
};

const api = compileApi(
  {
    rateLimit: {
      limits: { anonymous: 90, token: 500 },
      windowSeconds: 60,
      headers: { limit: "x-quota-max", remaining: "x-quota-left", reset: "x-quota-end", used: "x-quota-spent" },
    },
    paging: { page: "p", size: "n", default: 10, max: 20 },
    errors: { notFound: { status: 410 } },
  },
  { document },
);

/** When the window of the pet shop ends that tells it in any form. */
const windowEnd = 4_000_000_020;

function writeReset(form: string, end: number, sent: number): string {
  const time = new Date(end * 1000);
  const written: Readonly<Record<string, string>> = {
    delta: String(end - sent),
    duration: `${end - sent}s`,
    "http-date": time.toUTCString(),
    rfc3339: time.toISOString(),
    "epoch-decimal": `${end}.000`,
  };
  return written[form] ?? String(end);
}

/** Starts the pet shop, which knows one key, and does one thing wrong where it is told to. */
async function shop({
  keepsCount = true,
  knowsHead = true,
  tells = "x-quota",
  rises = false,
  slides = false,
  level = "",
} = {}): Promise<string> {
  const spent = new Map<string, number>();
  return serveUpstream(({ method, url = "/", headers }, outgoing) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const key = headers["x-api-key"];
    const who = key === "pet-shop-key" ? "owner" : "visitor";
    spent.set(who, (spent.get(who) ?? 0) + 1);
    const [limit, used] = [who === "owner" ? 500 : 90, spent.get(who) ?? 0];
    if (tells === "bucket") {
      const left = level === "over" ? 41 : level === "refills" ? 20 + 10 * (used % 2) : 40 - Math.min(30, used);
      outgoing.setHeader("x-ratelimit-limit", 40);
      outgoing.setHeader("x-ratelimit-remaining", left);
    } else if (tells === "ratio") {
      outgoing.setHeader(
        "x-shopify-shop-api-call-limit",
        level === "over" ? "41/40" : `${level === "refills" ? 20 - 10 * (used % 2) : Math.min(30, used)}/40`,
      );
    } else if (tells === "x-quota") {
      outgoing.setHeader("x-quota-max", limit);
      outgoing.setHeader("x-quota-spent", used);
      outgoing.setHeader("x-quota-left", limit - used + (keepsCount ? 0 : 1));
      outgoing.setHeader("x-quota-end", 4_000_000_000);
    } else {
      outgoing.setHeader("x-rate-limit-limit", limit);
      outgoing.setHeader("x-rate-limit-remaining", limit - (rises ? 2 - (used % 2) : used));
      const end = windowEnd + (slides ? 10 * used : 0);
      const sent = Math.floor(Date.now() / 1000);
      outgoing.setHeader("date", new Date(sent * 1000).toUTCString());
      outgoing.setHeader("x-rate-limit-reset", writeReset(tells, end, sent));
    }
    outgoing.setHeader("content-type", "application/json");
    const pet = pets.find((each) => pathname === each.url);
    const size = Math.min(20, Math.max(1, Number(searchParams.get("n") ?? 10)));
    const at = Number(searchParams.get("p") ?? 1) - 1;
    if (pathname === "/pets" && at * size + size < pets.length) {
      const last = Math.ceil(pets.length / size);
      outgoing.setHeader("link", `</pets?n=${size}&p=${at + 2}>; rel="next", </pets?n=${size}&p=${last}>; rel="last"`);
    } else if (pathname === "/pets" && at > 0) {
      outgoing.setHeader("link", `</pets?n=${size}&p=${at}>; rel="prev", </pets?n=${size}&p=1>; rel="first"`);
    }
    const [status, body] =
      pathname === "/pets"
        ? [200, pets.slice(at * size, at * size + size)]
        : pet !== undefined || pathname === "/status"
          ? [200, pet ?? { favourite: { url: "/pets/2" } }]
          : pathname === "/me"
            ? [who === "owner" ? 200 : 401, { who }]
            : [410, { gone: pathname }];
    const text = JSON.stringify(body);
    if (method === "HEAD" && !knowsHead) outgoing.setHeader("content-type", "text/plain");
    outgoing.setHeader("etag", `"${text.length}-${pathname}"`);
    if (status === 200 && headers["if-none-match"]?.includes(`"${text.length}-${pathname}"`)) {
      outgoing.removeHeader("content-type");
      outgoing.writeHead(304).end();
    } else if (status === 200 && headers["if-none-match"] === "*") {
      outgoing.removeHeader("content-type");
      outgoing.writeHead(304).end();
    } else {
      outgoing.writeHead(status, { "content-length": text.length }).end(method === "HEAD" ? "" : text);
    }
  });
}

const options: Omit<CheckOptions, "url"> = {
  api,
  token: { variable: "KEY", value: "pet-shop-key" },
};

function lawsOf({ findings }: CheckReport, verdict: string): readonly string[] {
  return findings.filter((finding) => finding.verdict === verdict).map(({ law }) => law);
}

test("an API of anybody's is held to what its OpenAPI document and description say", async () => {
  const report = await check({ url: await shop(), ...options });
  expect(lawsOf(report, "broken")).toEqual([]);
  expect(lawsOf(report, "held")).toEqual(
    expect.arrayContaining([
      "remaining + used = limit",
      "a credential raises the limit",
      "buckets of different principals never touch",
      "what needs a credential is refused without one",
      "a copy that is still good is answered 304",
      "what is not there is answered as the description says",
      "following next visits every item once",
    ]),
  );
});

test.each([
  ["a count that does not add up", { keepsCount: false }, "remaining + used = limit"],
  ["a HEAD that is not GET", { knowsHead: false }, "HEAD is GET without the body"],
])("%s of such an API is found", async (_what, wrong, law) => {
  const report = await check({ url: await shop(wrong), ...options });
  expect(lawsOf(report, "broken")).toEqual([law]);
});

test("a limit that is told in a preset's dialect, without what is used, is held to the laws of its window", async () => {
  const algorithm = { kind: "fixed-window", limit: 90, seconds: 60 } as const;
  const policies = [{ name: "all", partition: ["account"], algorithm, limits: { anonymous: 90, token: 500 } }] as const;
  const rateLimits = { name: "own", policies, tell: "x", refusal: { status: 429 } };
  const own = compileApi({ rateLimits, errors: { notFound: { status: 410 } } }, { document });
  const held = await check({ url: await shop({ tells: "x" }), ...options, api: own });
  expect(lawsOf(held, "broken")).toEqual([]);
  expect(lawsOf(held, "held")).toEqual(
    expect.arrayContaining([
      "remaining never rises inside a window",
      "a good answer costs one",
      "a credential raises the limit",
    ]),
  );
  const broken = await check({ url: await shop({ tells: "x", rises: true }), ...options, api: own });
  expect(lawsOf(broken, "broken")).toContain("remaining never rises inside a window");
});

test.each(["delta", "duration", "http-date", "rfc3339", "epoch-decimal"] as const)(
  "a window whose end is told as %s is held to its laws",
  async (form) => {
    const algorithm = { kind: "fixed-window", limit: 90, seconds: 60 } as const;
    const policies = [
      { name: "all", partition: ["account"], algorithm, limits: { anonymous: 90, token: 500 } },
    ] as const;
    const tell = [
      { header: "x-rate-limit-limit", value: "limit", form: "integer" },
      { header: "x-rate-limit-remaining", value: "remaining", form: "integer" },
      { header: "x-rate-limit-reset", value: "reset", form },
    ] as const;
    const rateLimits = { name: "own", policies, tell, refusal: { status: 429 } } as const;
    const own = compileApi({ rateLimits, errors: { notFound: { status: 410 } } }, { document });
    const against = async (wrong: object) =>
      check({ url: await shop({ tells: form, ...wrong }), ...options, api: own });
    const held = await against({});
    expect(lawsOf(held, "broken")).toEqual([]);
    const end = "the end of a window stays where it is";
    expect(lawsOf(held, "held")).toEqual(expect.arrayContaining(["remaining never rises inside a window", end]));
    expect(lawsOf(await against({ rises: true }), "broken")).toContain("remaining never rises inside a window");
    expect(lawsOf(await against({ slides: true }), "broken")).toContain(end);
  },
);

test.each([
  ["bucket", "x-ratelimit"],
  ["ratio", "shopify-rest"],
])("a token bucket that is told as a %s is held to its laws", async (tells, tell) => {
  const algorithm = { kind: "token-bucket", capacity: 40, refillPerSecond: 0.1 } as const;
  const rateLimits = { name: "own", policies: [{ name: "all", algorithm }], tell, refusal: { status: 429 } } as const;
  const own = compileApi({ rateLimits, errors: { notFound: { status: 410 } } }, { document });
  const against = async (level: string) => check({ url: await shop({ tells, level }), ...options, api: own });
  const [capacity, refill] = [
    "what is told to be left is at most the limit",
    "what is left rises no faster than its algorithm allows",
  ];
  const held = await against("");
  expect(lawsOf(held, "broken")).toEqual([]);
  expect(lawsOf(held, "held")).toEqual(expect.arrayContaining([capacity, refill]));
  expect(lawsOf(await against("over"), "broken")).toEqual([capacity]);
  expect(lawsOf(await against("refills"), "broken")).toContain(refill);
});

test("its credential goes out in its own header, and stands as a variable in what is shown", async () => {
  const report = await check({ url: await shop({ keepsCount: false }), ...options });
  expect(JSON.stringify(report)).not.toContain("pet-shop-key");
  const later = { ...api, errors: { ...api.errors, unauthenticated: { status: 418 } } };
  const refused = await check({ url: await shop(), ...options, api: later });
  expect(lawsOf(refused, "broken")).toEqual(["what needs a credential is refused without one"]);
});

test("check() of a service that has nothing at its root asks for a path that it has", async () => {
  const url = await serveUpstream((request, response) => {
    response.statusCode = request.url === "/todos" ? 200 : 404;
    response.setHeader("content-type", "application/json").end("[]");
  });
  const whys = async (path?: string): Promise<readonly string[]> => {
    const report = await check({ url, ...(path !== undefined && { path }) });
    return report.findings.flatMap((each) => (each.verdict === "not observable" ? [each.why] : []));
  };
  expect(await whys()).toContain("GET / was answered 404; name a document that is there by --path");
  expect(await whys("/todos")).not.toContainEqual(expect.stringContaining("--path"));
  expect(reportText(await check({ url }))).toMatch(/\n {2}- \d+ of them for want of --path \/DOCUMENT$/);
});
