import assert from "node:assert/strict";
import { bodyOf, createSanitizer, type Exchange, type HeaderList, pinnedMoment } from "@tapedeck/tape";
import { toHar } from "@tapedeck/tape/har";
import fc from "fast-check";
import { type Law, law } from "../law.ts";
import { type ObservedResponse, text } from "../message.ts";
import { withAdapter } from "../with-adapter.ts";

/** Nothing else reads like it. */
const secrets = fc.stringMatching(/^zQ7[A-Za-z0-9+=~]{9,24}$/).filter((each) => !each.endsWith("="));

/** Laws of what must stay hidden. */
export const hiding: readonly Law[] = [
  law({
    name: "a secret that was sent is in no answer, no journal and no miss",
    cases: fc.record({
      secret: secrets,
      place: fc.constantFrom("parameter", "path", "token", "Basic", "cookie", "body", "known"),
      target: fc.constantFrom("/users/ada", "/users/adda", "/user", "/nowhere", "/bicyclists/paris"),
    }),
    holds: ({ secret, place, target }, adapter) => {
      // In a path it is a secret only to those who know it for one.
      const credentials = place === "path" || place === "known" ? [{ alias: "mine", token: secret }] : [];
      return withAdapter(adapter, { credentials }, async ({ ask, player }) => {
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
  law({
    name: "a secret that went over the wire in either direction is not on disk",
    at: "runtime",
    cases: fc.record({
      secret: secrets,
      place: fc.constantFrom("parameter", "token", "Basic", "cookie", "body", "answered", "set-cookie", "known"),
      binary: fc.boolean(),
    }),
    holds: ({ secret, place, binary }) => {
      const known = place === "known" ? [{ alias: "mine", value: secret }] : [];
      const json = JSON.stringify({ deep: [{ client_secret: secret, text: JSON.stringify({ password: secret }) }] });
      const bytes = new TextEncoder().encode(place === "known" ? `what ${secret} is` : json);
      const body = bodyOf(binary ? Uint8Array.of(0xff, 0xfe, 0, ...bytes) : bytes);
      const request = {
        method: "POST",
        target: place === "parameter" ? `/users/ada?client_secret=${encodeURIComponent(secret)}` : "/users/ada",
        principal: "token",
        headers: Object.entries(sentIn(place, secret)),
        body: place === "body" || place === "known" ? body : null,
      };
      const headers: HeaderList = place === "set-cookie" ? [["set-cookie", `session=${secret}; Path=/`]] : [];
      const answered = place === "answered" || place === "known" ? body : null;
      const raw: Exchange = { request, response: { status: 200, headers, body: answered } };
      const exchange = createSanitizer({ secrets: known, recordedAt: pinnedMoment }).exchange(raw);
      const name = "secret";
      const har = toHar({ name, origin: "http://localhost", recordedAt: pinnedMoment, exchanges: [exchange] });
      assertHidden(har, secret);
      for (const [, encoded = ""] of har.matchAll(/"text": "([A-Za-z0-9+/]{16,}={0,2})"/g))
        assertHidden(atob(encoded), secret);
    },
  }),
];

function sentIn(place: string, secret: string): Readonly<Record<string, string>> {
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

/** In plain, percent-encoded or base64 form, at any of its three beginnings. */
function assertHidden(said: string, secret: string): void {
  const inBase64 = ["", "x", "xy"].map((before) => btoa(before + secret).slice(before.length === 0 ? 0 : 4, -4));
  for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...inBase64])
    assert.ok(!said.includes(form), `a secret was said: ${form}`);
}
