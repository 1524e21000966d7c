import assert from "node:assert/strict";
import fc from "fast-check";
import { type ContractLaw, law } from "../law.ts";
import { type ObservedResponse, text } from "../message.ts";
import { withAdapter } from "../with-adapter.ts";

/** Secrets that differ from all other text. */
export const secrets: fc.Arbitrary<string> = fc
  .stringMatching(/^zQ7[A-Za-z0-9+=~]{9,24}$/)
  .filter((each) => !each.endsWith("="));

/** Laws of secrets. */
export const hiding: readonly ContractLaw[] = [
  law({
    id: "secrets-1",
    cases: fc.record({
      secret: secrets,
      place: fc.constantFrom("parameter", "path", "token", "Basic", "cookie", "body", "known"),
      target: fc.constantFrom("/users/ada", "/users/adda", "/user", "/nowhere", "/bicyclists/paris"),
    }),
    holds: ({ secret, place, target }, adapter) => {
      // In a path, only a known secret is recognized.
      const tokens = place === "path" || place === "known" ? { mine: secret } : {};
      return withAdapter(adapter, { tokens }, async ({ ask, player }) => {
        const answers: ObservedResponse[] = [];
        for (const method of ["GET", "HEAD", "POST", "OPTIONS"]) {
          const body = place === "body" && method === "POST" ? JSON.stringify({ deep: [{ password: secret }] }) : null;
          const query = place === "parameter" ? `?access_token=${encodeURIComponent(secret)}` : "";
          const path = place === "path" ? `/${encodeURIComponent(secret)}` : "";
          const manner = { method, headers: sentIn(place, secret), ...(body === null ? {} : { body }) };
          answers.push(await ask(target + path + query, manner));
        }
        const said = answers.map((answer) => JSON.stringify(answer.headers) + text(answer)).join("\n");
        assertHidden(said + JSON.stringify([player.journal(), player.misses(), player.quotas()]), secret);
      });
    },
  }),
];

/** Returns headers with a secret in a place. */
export function sentIn(place: string, secret: string): Readonly<Record<string, string>> {
  switch (place) {
    case "token":
    case "known":
      return { authorization: `token ${secret}` };
    case "Basic":
      return { authorization: `Basic ${btoa(`ada:${secret}`)}` };
    case "cookie":
      return { cookie: `session=${secret}` };
    default:
      return {};
  }
}

/**
 * Asserts that a text does not contain a secret: plain, percent-encoded, or in base64 at any of its three offsets.
 * @throws AssertionError if it does.
 */
export function assertHidden(said: string, secret: string): void {
  const inBase64 = ["", "x", "xy"].map((before) => btoa(before + secret).slice(before.length === 0 ? 0 : 4, -4));
  for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...inBase64])
    assert.ok(!said.includes(form), `a secret was said: ${form}`);
}
