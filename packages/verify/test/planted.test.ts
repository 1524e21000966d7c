import { bodyOf, createSanitizer, type Exchange, headerList, pinnedMoment, type Tape } from "@tapedeck/tape";
import { fromHar, toHar } from "@tapedeck/tape/har";
import fc from "fast-check";
import { expect, test } from "vitest";
import { writingsOf } from "../../conformance/test/attack/secrets/codings.ts";
import { places } from "../../conformance/test/attack/secrets/places.ts";
import { bytesOf, marker, type Plant, plantOf, type Step } from "../../conformance/test/attack/secrets/plant.ts";
import { canonicalText } from "../src/canonical-text.ts";
import type { Finding } from "../src/finding.ts";
import { verifyRecording } from "../src/verify-recording.ts";

const file = "api.acme.example/recording.har";

function exchangeOf({ method, target, headers, body, answer }: Step): Exchange {
  return {
    request: {
      method,
      target,
      principal: "anonymous",
      // The recorder gives a request's Authorization no place in a recording.
      headers: headerList(Object.entries(headers).filter(([name]) => name !== "authorization")),
      body: body === null ? null : bodyOf(bytesOf(body)),
    },
    response: {
      status: answer.status,
      headers: headerList(Object.entries(answer.headers)),
      body: bodyOf(bytesOf(answer.body)),
    },
  };
}

function tapeOf(exchanges: readonly Exchange[]): Tape {
  return { name: "", origin: "https://api.acme.example", recordedAt: pinnedMoment, exchanges };
}

function secretsSaid(text: string): readonly string[] {
  return writingsOf(marker).filter((writing) => text.includes(writing));
}

// A third of the places: which, and in what coding, the seed of the suite picks, each night another.
// All places and codings: `npm run attack -- secrets`.
const { seed = 0 } = fc.readConfigureGlobal();
const plants: readonly Plant[] = places
  .map((place, id) => plantOf(id, seed, place))
  .filter(({ id }) => (id + seed) % 3 === 0);

test("what a recorder writes, verify passes; what verify finds, --fix mends; and nothing prints it", () => {
  for (const { place, steps } of plants) {
    const exchanges = steps.map(exchangeOf);
    const sanitizer = createSanitizer({ recordedAt: pinnedMoment });
    const written = canonicalText(tapeOf(exchanges.map((each) => sanitizer.exchange(each))));
    const findings = new Map<string, readonly Finding[]>();
    const secretsIn = (text: string): readonly Finding[] => {
      const found = findings.get(text) ?? verifyRecording(file, text).filter(({ kind }) => kind === "secret");
      findings.set(text, found);
      return found;
    };
    expect([place, secretsIn(written)]).toEqual([place, []]);
    expect([place, secretsSaid(written)]).toEqual([place, []]);

    const raw = toHar(tapeOf(exchanges));
    const found = verifyRecording(file, raw);
    expect([place, secretsSaid(JSON.stringify(found))]).toEqual([place, []]);
    if (place.includes("request header: ") && secretsSaid(JSON.stringify(exchanges[0])).length === 0) continue;
    expect([place, found.some(({ kind }) => kind === "secret")]).toEqual([place, true]);
    const mended = canonicalText(fromHar(raw, file));
    expect([place, secretsIn(mended)]).toEqual([place, []]);
    expect([place, secretsSaid(mended)]).toEqual([place, []]);
  }
});
