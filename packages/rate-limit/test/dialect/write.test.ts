import { expect, test } from "vitest";
import { createLimiter, createWriter, type Refusal, readRateLimit, type Told } from "../../src/index.ts";
import { noon, schemeOf } from "../one-policy.ts";

/** What the third answer tells, of two that are allowed a minute. */
function third(tell: readonly Told[], refusal: Refusal = { status: 429 }, limit = 2) {
  const algorithm = { kind: "fixed-window", limit, seconds: 90.5 } as const;
  const scheme = { ...schemeOf([{ name: "only", algorithm }]), tell, refusal };
  const limiter = createLimiter(scheme);
  const writer = createWriter(scheme);
  const buckets = new Map();
  let told = { status: 0, headers: [] as ReadonlyArray<readonly [string, string]>, body: "" };
  for (let nth = 1; nth <= 3; nth++) {
    const decision = limiter.take(buckets, { address: "::1", method: "GET", path: "/" }, noon);
    for (const { bucket, to } of decision.changes) buckets.set(bucket, to);
    const refused = writer.refusal(decision, noon);
    const headers = [...writer.headers(decision, noon), ...(refused?.headers ?? [])];
    told = { status: refused?.status ?? 200, headers, body: refused?.body ?? writer.body("{}", decision, noon) };
  }
  return told;
}

const remaining = (when: Told["when"]): Told => ({
  header: "left",
  value: "remaining",
  form: "integer",
  when: when ?? "always",
});

test.each<[when: Told["when"], allowed: string | undefined, refused: string | undefined]>([
  ["always", "1", "0"],
  ["success", "1", undefined],
  ["refused", undefined, "0"],
  ["below:0.3", "1", "0"],
  ["below:0.2", undefined, "0"],
])("a header is told %s", (when, allowed, refused) => {
  const left = (limit: number) => Object.fromEntries(third([remaining(when)], { status: 429 }, limit).headers)["left"];
  expect([left(4), left(2)]).toEqual([allowed, refused]);
});

test.each<[form: Told["form"], written: string]>([
  ["epoch", `${noon + 91}`],
  ["epoch-decimal", `${noon + 90}.500`],
  ["epoch-ms", `${noon + 90}500`],
  ["delta", "91"],
  ["delta-decimal", "90.500"],
  ["http-date", "Thu, 01 Jan 2026 00:01:31 GMT"],
  ["rfc3339", "2026-01-01T00:01:31Z"],
  ["iso-minute", "2026-01-01T00:02Z"],
  ["duration", "1m30.5s"],
])("a reset is written as %s, and no earlier than it is; and read back", (form, written) => {
  const { headers } = third([{ header: "x-ratelimit-reset", value: "reset", form }], undefined, 9);
  expect(headers).toEqual([["x-ratelimit-reset", written]]);
  const at = readRateLimit({ status: 200, headers }, noon).policies[0]?.resetsAt ?? 0;
  expect(at).toBeGreaterThanOrEqual(noon + 90.5);
  expect(at).toBeLessThanOrEqual(noon + 120);
});

test.each([200, 403, 423, 429, 430, 503])("a refusal of status %d is understood, and when to come again", (status) => {
  const body = '{"errors":[{"message":"Too many requests","extensions":{"code":"THROTTLED"}}]}';
  for (const retryAfter of ["delta", "http-date"] as const) {
    const told = third([remaining("always")], { status, retryAfter, body });
    expect(told.status).toBe(status);
    const { refusal, retryAt } = readRateLimit(told, noon);
    expect([refusal === null, retryAt]).toEqual([false, noon + 91]);
  }
});

test("a member of the body is told in place of a header", () => {
  const tell: readonly Told[] = [{ pointer: "/meta/quota/left", value: "remaining", form: "integer" }];
  expect(third(tell, undefined, 9).body).toBe('{"meta":{"quota":{"left":6}}}');
});

test("items name the partition: one key for a caller in every policy, and others for others", () => {
  const algorithm = { kind: "fixed-window", limit: 2, seconds: 60 } as const;
  const tell = [{ header: "ratelimit", value: "standings", form: "structured", partitionKey: true }] as const;
  const policies = ["a", "b"].map((name) => ({ name, algorithm, partition: ["account"] as const }));
  const scheme = { ...schemeOf(policies), tell };
  const keysOf = (account: string) => {
    const decision = createLimiter(scheme).take(new Map(), { address: "::1", method: "GET", account }, noon);
    const { policies: read } = readRateLimit(
      { status: 200, headers: createWriter(scheme).headers(decision, noon) },
      noon,
    );
    return read.map(({ partitionKey }) => partitionKey);
  };
  const [ada, bob] = [keysOf("ada"), keysOf("bob")];
  expect(ada).toEqual([expect.stringMatching(/^[\w+/]{16}$/), ada[0]]);
  expect(keysOf("ada")).toEqual(ada);
  expect(bob).not.toEqual(ada);
});
