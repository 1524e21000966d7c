// Words that hold a secret of another request: a replay's client builds what was stored, from the secret or its placeholder.
import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import type { Exchange } from "../../src/exchange.ts";
import { createSecretMemory } from "../../src/redact/memory/secret-memory.ts";
import { findPlaceholders } from "../../src/redact/placeholder.ts";
import { opaque, told } from "./told.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const keyOf = (seed: string): string => `${opaque(seed).slice(0, 12)}/${opaque(`${seed}2`).slice(0, 13)}+A=`;

const words: Readonly<Record<string, (secret: string) => string>> = {
  "between two others": (secret) => `prefix-${secret}-suffix`,
  "behind a dot": (secret) => `s.${secret}`,
  "in front of a number": (secret) => `${secret}_2`,
  "behind a name": (secret) => `user:${secret}`,
  "in base64, behind a name": (secret) => base64(`user:${secret}`),
  "in base64 for URLs": (secret) => Buffer.from(`?a:${secret}`).toString("base64url"),
  "in JSON in base64": (secret) => base64(JSON.stringify({ a: 1, b: secret })),
};
const places: Readonly<Record<string, (word: string) => Exchange>> = {
  "a query": (word) => told({ target: `/p?foo=${encodeURIComponent(word)}&z=1` }),
  "a parameter with a secret's name": (word) => told({ target: `/p?token=${encodeURIComponent(word)}` }),
  "a form": (word) => told({ method: "POST", body: String(new URLSearchParams({ foo: word, z: "1" })) }),
  JSON: (word) => told({ method: "POST", body: JSON.stringify({ foo: word, z: 1 }) }),
  "JSON with a secret's name": (word) => told({ method: "POST", body: JSON.stringify({ token: word, z: 1 }) }),
  "a text": (word) => told({ method: "POST", body: word }),
};
const cases = Object.entries(words).flatMap(([word, make]) =>
  Object.entries(places).map(([place, put]) => [word, place, (secret: string) => put(make(secret))] as const),
);

for (const [shows, keys] of [
  ["a secret", [opaque(1), opaque(2)]],
  ["a secret in base64", [keyOf("1"), keyOf("2")]],
] as const) {
  const [key, later] = keys;
  test.each(cases)(
    `${shows} that was sent before is found %s in %s, by whatever request a replay begins with`,
    (_word, _place, asked) => {
      const memory = createSecretMemory();
      const first = memory.exchange(told({ headers: [["x-api-key", key]] }));
      const stored = memory.exchange(asked(key)).request;
      expect(JSON.stringify(stored)).not.toContain(key.slice(0, 12));
      const replay = createSecretMemory({ recorded: [first, { ...first, request: stored }] });
      expect(replay.request(asked(key).request)).toEqual(stored);
      expect(replay.request(asked(later).request)).not.toEqual(stored);
    },
  );

  test.each(cases)(
    `${shows} that an answer issued is its placeholder %s in %s, and makes no noise`,
    (_word, _place, asked) => {
      const recorded = (issued: string): readonly Exchange[] => {
        const memory = createSecretMemory();
        return [told({ method: "POST", answer: JSON.stringify({ access_token: issued }) }), asked(issued)].map(
          memory.exchange,
        );
      };
      const [login, stored] = recorded(key) as [Exchange, Exchange];
      const [given = ""] = findPlaceholders(login.response.body?.text ?? "");
      expect(createSecretMemory({ recorded: [login, stored] }).request(asked(given).request)).toEqual(stored.request);
      expect(recorded(later)).toEqual([login, stored]);
    },
  );
}

test("of a word longer than what is followed, each secret is hidden by itself", () => {
  const memory = createSecretMemory();
  const keys = Array.from({ length: 200 }, (_, nth) => opaque(nth));
  memory.request(told({ body: JSON.stringify(keys.map((token) => ({ token }))) }).request);
  const word = Array(20).fill(keys.join(".")).join("-");
  const said = memory.request(told({ body: word }).request).body?.text ?? "";
  expect(keys.filter((key) => said.includes(key))).toEqual([]);
  expect(findPlaceholders(said)).toHaveLength(4000);
});
