import { header } from "../../question.ts";
import * as steps from "../itinerary.ts";
import { type CheckLaw, judgeEach } from "../law.ts";
import { isWhole, jsonOf, nameOf, principalOf, type Sighting } from "../sighting.ts";
import type { Step } from "../step.ts";

const source = "beyond-the-spec, Conditional and partial requests; RFC 9110, 13.1.2";

/** Laws of who holds a copy already. */
export const conditions: readonly CheckLaw[] = [
  spares("a copy that is still good is answered 304", [steps.copyExact, steps.copyAsToken, steps.copyAsTokenAgain]),
  spares("If-None-Match is compared weakly", [steps.copyOtherForm]),
  spares("If-None-Match takes a list", [steps.copyInList]),
  spares("If-None-Match takes *", [steps.copyAny]),
  {
    name: "an old copy is answered with the new one",
    source,
    about: "service",
    asks: [steps.account, steps.accountStale],
    judge: (seen) =>
      judgeEach(
        seen.filter(({ step }) => step === steps.accountStale.name),
        (sighting) => (sighting.answer.status === 304 ? `${nameOf(sighting)} took a tag of ours for its own` : null),
      ),
  },
  {
    name: "a 304 has no body and no headers of one",
    source,
    about: "service",
    asks: [steps.account, steps.copyExact],
    judge: (seen) =>
      judgeEach(seen.filter(isSpared), ({ answer }) => {
        const [described] = answer.headers.find(([name]) => ofBody.test(name)) ?? [];
        if (described !== undefined) return `a 304 has ${described}: ${header(answer, described)}`;
        return answer.body.length === 0 ? null : `a 304 has a body of ${answer.body.length} bytes`;
      }),
  },
  {
    name: "a 304 keeps etag, cache-control and vary",
    source,
    about: "service",
    asks: [steps.account, steps.copyExact],
    judge: (seen) =>
      judgeEach(
        seen.filter(isSpared).flatMap((spared) => {
          const whole = seen.find((each) => isWhole(each) && isSameView(each, spared));
          return whole === undefined ? [] : [{ spared, whole }];
        }),
        ({ spared, whole }) => {
          const lost = kept.find((name) => header(whole.answer, name) !== undefined && !header(spared.answer, name));
          return lost === undefined ? null : `the answer has ${lost}: ${header(whole.answer, lost)}; its 304 has none`;
        },
      ),
  },
  {
    name: "an etag names one document",
    source: "RFC 9110, 8.8.3",
    about: "service",
    asks: [steps.account, steps.accountStale],
    judge: (seen) => {
      const good = seen.filter((each) => isWhole(each) && header(each.answer, "etag") !== undefined);
      return judgeEach(
        good.flatMap((after, at) => {
          const before = good.slice(0, at).findLast((each) => isSameView(each, after) && isSameTag(each, after));
          return before === undefined ? [] : [{ before, after }];
        }),
        ({ before, after }) =>
          JSON.stringify(jsonOf(before)) === JSON.stringify(jsonOf(after))
            ? null
            : `two documents have the etag ${header(after.answer, "etag")}`,
      );
    },
  },
];

const kept = ["etag", "cache-control", "vary"] as const;
const ofBody = /^content-(?:type|length|encoding|language|range|disposition)$/;

/** A condition that spares the answer: 304, unless the document has changed since. */
function spares(name: string, asks: readonly Step[]): CheckLaw {
  const names = asks.map((step) => step.name);
  return {
    name,
    source,
    about: "service",
    asks: [steps.account, ...asks],
    judge: (seen) =>
      judgeEach(
        seen.filter((each) => names.includes(each.step) && !hasChanged(each)),
        ({ asked, answer }) =>
          answer.status === 304
            ? null
            : `If-None-Match: ${asked.headers["if-none-match"]} was answered ${answer.status}, with etag ${header(answer, "etag") ?? "none"}`,
        "the document changed in between",
      ),
  };
}

function hasChanged({ asked, answer }: Sighting): boolean {
  const tags = asked.headers["if-none-match"] ?? "";
  const etag = header(answer, "etag");
  return answer.status === 200 && tags !== "*" && etag !== undefined && !tags.includes(opaque(etag));
}

function isSpared({ answer }: Sighting): boolean {
  return answer.status === 304;
}

function isSameView(a: Sighting, b: Sighting): boolean {
  return a.asked.target === b.asked.target && principalOf(a.asked.as) === principalOf(b.asked.as);
}

function isSameTag(a: Sighting, b: Sighting): boolean {
  return header(a.answer, "etag") === header(b.answer, "etag");
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, "");
}
