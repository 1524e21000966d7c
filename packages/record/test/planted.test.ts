import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { looksLikeIdentifier, looksLikeWord } from "@tapedeck/tape/internal";
import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { createRecorder } from "../src/index.ts";
import { everythingBelow } from "./recording.ts";

/** Ways to write a secret down. */
const spellings: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  percent: encodeURIComponent,
  "percent, twice": (secret) => encodeURIComponent(encodeURIComponent(secret)),
  "percent, each character": (secret) =>
    Array.from(Buffer.from(secret), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  json: (secret) => JSON.stringify(JSON.stringify(secret)),
  base64: (secret) => Buffer.from(secret).toString("base64"),
  "base64, in the middle": (secret) => Buffer.from(`ada:${secret}:x`).toString("base64"),
  base64url: (secret) => Buffer.from(`a${secret}`).toString("base64url"),
};

/** Places where a service repeats what it was told. */
type Place = "body" | "text" | "header" | "redirect" | "error" | "binary";

interface Planted {
  readonly secret: string;
  /** As the alias's own token, as an unknown one, or by its name alone. */
  readonly sent: "token" | "basic" | "stranger" | "query" | "cookie";
  readonly spelling: string;
  readonly places: readonly Place[];
  readonly gzip: boolean;
  readonly broken: boolean;
}

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"];
const characters = [...letters, ..."-._~+/=!*'()@$"];
const places: readonly Place[] = ["body", "text", "header", "redirect", "error", "binary"];

function plantedAs(sent: Planted["sent"], secret: fc.Arbitrary<string>): fc.Arbitrary<Planted> {
  return fc.record({
    // Varied enough not to be found by chance.
    secret: secret.filter((text) => new Set(text).size > 9),
    sent: fc.constant(sent),
    spelling: fc.constantFrom(...Object.keys(spellings)),
    places: fc.subarray([...places], { minLength: 1 }),
    gzip: fc.boolean(),
    broken: fc.boolean(),
  });
}

// A given token may look like anything. What was not given is hidden elsewhere if it cannot be a word, and a cookie's
// value if it cannot be a name either (tape/test/redact/secret-entropy.test.ts says how seldom a random one can).
const anything = fc.string({ unit: fc.constantFrom(...characters), minLength: 14, maxLength: 48 });
const session = fc.string({ unit: fc.constantFrom(...letters, "-", "_", "."), minLength: 22, maxLength: 64 });
const planted: fc.Arbitrary<Planted> = fc.oneof(
  plantedAs("token", anything),
  plantedAs("basic", anything),
  plantedAs(
    "stranger",
    anything.filter((text) => !looksLikeWord(text)),
  ),
  plantedAs(
    "query",
    anything.filter((text) => !looksLikeWord(text)),
  ),
  plantedAs(
    "cookie",
    session.filter((text) => !looksLikeIdentifier(text)),
  ),
);

/** What must not be found: the secret, and what stands for it in any of the encodings. */
function tracesOf(secret: string): string[] {
  const base64 = ["", "x", "xx"].flatMap((before) => {
    const bits = [before.length * 8, (before.length + secret.length) * 8] as const;
    const text = Buffer.from(before + secret).toString("base64");
    const core = text.slice(Math.ceil(bits[0] / 6), Math.floor(bits[1] / 6));
    return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
  const percent = spellings["percent, each character"]?.(secret) ?? secret;
  return [
    secret,
    encodeURIComponent(secret),
    percent,
    percent.toUpperCase(),
    JSON.stringify(secret).slice(1, -1),
    ...base64,
  ];
}

function answer({ secret, spelling, places, gzip }: Planted, request: IncomingMessage, response: ServerResponse): void {
  const spelled = spellings[spelling]?.(secret) ?? secret;
  const text = places.includes("text") ? `you said ${spelled}; and ${encodeURIComponent(secret)}.` : "nothing";
  const body = places.includes("binary")
    ? Buffer.concat([Buffer.of(0, 255, 254), Buffer.from(spelled), Buffer.of(200)])
    : places.includes("body")
      ? JSON.stringify({
          a: [{ b: { said: spelled, within: JSON.stringify({ c: spelled }) } }],
          text,
          url: request.url,
        })
      : text;
  const json = places.includes("body") && !places.includes("binary");
  response.writeHead(places.includes("redirect") ? 302 : places.includes("error") ? 401 : 200, {
    "content-type": json ? "application/json" : "text/plain",
    ...(gzip && { "content-encoding": "gzip" }),
    ...(places.includes("header") && { "x-said": spelled }),
    ...(places.includes("redirect") && { location: `/next?back=${encodeURIComponent(spelled)}#${spelled}` }),
  });
  response.end(gzip ? gzipSync(body) : body);
}

function requestOf({ secret, sent }: Planted): Request {
  const headers: Record<string, string> = {
    token: { authorization: `token ${secret}` },
    basic: { authorization: `Basic ${Buffer.from(`ada:${secret}`).toString("base64")}` },
    stranger: { authorization: `Bearer ${secret}` },
    query: {},
    cookie: { cookie: `lang=en; session=${secret}` },
  }[sent];
  const query = sent === "query" ? `?page=2&access_token=${encodeURIComponent(secret)}` : "";
  return new Request(`http://any.where/things${query}`, { headers });
}

test("no planted secret is on disk or in what the recorder says", { timeout: 600_000 }, async () => {
  let current: Planted | null = null;
  const from = await serveUpstream((request, response) => {
    if (request.url?.startsWith("/broken")) request.socket.destroy();
    else if (current) answer(current, request, response);
  });
  await fc.assert(
    fc.asyncProperty(planted, async (plant) => {
      current = plant;
      const out = await tempFolder();
      const said: unknown[] = [];
      const known = plant.sent === "token" || plant.sent === "basic";
      const tokens = known ? { full: plant.secret } : {};
      const recorder = await createRecorder({
        from,
        origin: "http://localhost",
        out,
        tokens,
        onExchange: (event) => said.push(event),
      });
      await recorder.player(requestOf(plant));
      if (plant.broken && known) {
        const target = `/broken/${encodeURIComponent(plant.secret)}?x=${encodeURIComponent(plant.secret)}`;
        const error = await recorder.ask({ target, as: "full" }).catch((thrown: unknown) => thrown);
        said.push(String(error), (error as Error).stack, { ...(error as Error) });
      }
      await recorder.close();
      const seen = `${await everythingBelow(out)}\n${JSON.stringify(said)}\n${JSON.stringify(recorder.summary())}`;
      expect(seen).toContain("/things");
      for (const trace of tracesOf(plant.secret)) expect(seen).not.toContain(trace);
    }),
    law(30),
  );
});
