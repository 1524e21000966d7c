import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../../.ci/property.ts";
import { createSecretMemory } from "../../src/redact/memory/secret-memory.ts";
import { opaque, told } from "./told.ts";

test.each<[string, (nth: number) => string]>([
  ["that differ", opaque],
  ["that begin alike", (nth) => `hunter-hunter-hunter-${nth}a`],
])("what a session reads costs no more with ten thousand credentials %s than with ten", (_how, value) => {
  const memory = createSecretMemory();
  const candidates = (count: number): number => {
    for (let nth = 0; nth < count; nth++) memory.add([{ alias: "token", value: value(nth) }]);
    let best = Number.POSITIVE_INFINITY;
    const exchange = told({
      answer: JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, name: `a hunter-hunter ${id}` }))),
    });
    for (let round = 0; round < 30; round++) {
      const before = process.cpuUsage();
      memory.exchange(exchange);
      const { user, system } = process.cpuUsage(before);
      best = Math.min(best, (user + system) / 1000);
    }
    return best;
  };
  const few = candidates(10);
  expect(candidates(10_000)).toBeLessThan(few * 3 + 1);
  expect(memory.text(`it is ${btoa(`x${value(9999)}`)}`)).toContain("__redacted-token__");
});

test("no coding of what was hidden once is left in what follows", () => {
  const codings: readonly ((value: string) => string)[] = [
    (value) => value,
    btoa,
    (value) => btoa(btoa(value)),
    (value) => btoa(`x${value}y`),
    (value) => Buffer.from(value).toString("hex"),
    (value) => encodeURIComponent(encodeURIComponent(value)),
    (value) => Array.from(value, (character) => `%${character.charCodeAt(0).toString(16)}`).join(""),
    (value) => Array.from(value, (character) => `\\u00${character.charCodeAt(0).toString(16)}`).join(""),
    (value) => Array.from(value, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`).join(""),
    (value) => JSON.stringify(JSON.stringify(value)),
  ];
  const secrets = fc.stringMatching(/^zQ7[A-Za-z0-9+/]{13,24}x9K$/);
  fc.assert(
    fc.property(secrets, fc.constantFrom(...codings), fc.boolean(), (secret, coded, isIssued) => {
      const memory = createSecretMemory();
      const named = JSON.stringify({ client_secret: secret });
      memory.exchange(told(isIssued ? { method: "POST", answer: named } : { method: "POST", body: named }));
      const said = `see ${coded(secret)} there`;
      const { request, response } = memory.exchange(
        told({ target: `/x?note=${encodeURIComponent(said)}`, answer: said }),
      );
      expect(response.body?.text).not.toContain(coded(secret));
      expect(decodeURIComponent(request.target)).not.toContain(coded(secret));
      expect(memory.text(said)).not.toContain(coded(secret));
    }),
    law(100),
  );
});

test("a target that holds what was learnt is not clean, however it is coded there", () => {
  const [memory, learnt] = [createSecretMemory(), opaque("learnt")];
  memory.notice([["authorization", `Bearer ${learnt}`]]);
  const zipped = gzipSync(JSON.stringify({ note: learnt })).toString("base64url");
  const targets = [`/t/${learnt}`, `/t?q=${btoa(btoa(learnt))}`, `/t?q=${zipped}`, "/t?q=an-ordinary-word"];
  expect(targets.map((target) => memory.isClean(target))).toEqual([false, false, false, true]);
});

test("a session derives tags of eight guessable values of a message, and hides the others all the same", () => {
  const body = (count: number): string =>
    JSON.stringify(Array.from({ length: count }, (_, at) => ({ password: `pw${at}x` })));
  const hidden = createSecretMemory().request(told({ method: "POST", body: body(500) }).request).body?.text ?? "";
  expect(hidden).not.toMatch(/pw\d+x/);
  expect(hidden.match(/__redacted-password\.[\da-f]+__/g)).toHaveLength(8);
  expect(hidden.match(/__redacted-password__/g)).toHaveLength(492);
});

test("a message may have a hundred thousand secrets", () => {
  const secret = Array.from({ length: 130_000 }, (_, nth) => 100_000 + nth);
  const { response } = createSecretMemory().exchange(told({ answer: JSON.stringify({ secret }) }));
  const left = JSON.parse(response.body?.text ?? "") as { readonly secret: readonly number[] };
  // Of a thousand the placeholders differ, and the others have that of the first.
  expect(new Set(left.secret).size).toBe(999);
  expect(new Set(left.secret.slice(999))).toEqual(new Set([777_000_000]));
});

test.each([3, 20, 60])(
  "a text that shows another secret whenever one is hidden, %i times, is hidden once and for all",
  (times) => {
    const text = `Authorization: Bearer abketoken=n=${"token=n=".repeat(times)}s3cr3t-behind-it`;
    const sent = (body: string) =>
      createSecretMemory().request(told({ method: "POST", body }).request).body?.text ?? "";
    const clean = sent(text);
    expect(clean).toMatch(/^Authorization: Bearer __redacted-header(?:\.\w+)?__$/);
    expect(sent(clean)).toBe(clean);
  },
);
