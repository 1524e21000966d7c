import { profiles } from "@tapedeck/replay";
import * as steps from "../itinerary.ts";
import { type CheckLaw, type Judgement, judgeEach, unseen } from "../law.ts";
import { asRecord, isRefusal, isWhole, jsonOf, nameOf, payerOf, quotaOf, type Sighting } from "../sighting.ts";
import type { Step } from "../step.ts";
import { inOneWindow, isImmediate, isShared, type Pair, riseOf, sharedReason } from "../window.ts";

const source = "beyond-the-spec, Rate limit: what costs 1 and what 0";

/** So many requests have to cost more than one each, and the same, before it is not somebody else who spends. */
const steadily = 5;

/** Laws of what a request takes from the quota. */
export const costs: readonly CheckLaw[] = [
  {
    name: "a good answer costs one",
    source,
    about: "service",
    asks: [steps.zen],
    judge: (seen) => {
      const pairs = pairsBefore(seen, isCounted);
      const rises = pairs.filter(isImmediate).map(riseOf);
      const [first = 1] = rises;
      if (first > 1 && rises.length >= steadily && rises.every((rise) => rise === first)) {
        return { kind: "broken", found: `each of ${rises.length} requests in a row cost ${first}` };
      }
      return judgeCharged(pairs);
    },
  },
  {
    name: "HEAD costs what GET costs",
    source,
    about: "service",
    asks: [steps.accountHead],
    judge: (seen) =>
      judgeCharged(pairsBefore(seen, ({ asked, answer }) => asked.method === "HEAD" && answer.status === 200)),
  },
  {
    name: "an error is charged like any answer",
    source,
    about: "service",
    asks: [steps.absent, steps.ownUserUnknown, steps.malformed],
    judge: (seen) =>
      judgeCharged(
        pairsBefore(seen, (after) => [401, 404, 409, 422].includes(after.answer.status) && !isRefusal(after)),
      ),
  },
  {
    name: "a 304 always costs the same",
    source: "beyond-the-spec, Rate limit: 0 or 1, by who asks",
    about: "service",
    asks: [steps.account, steps.copyExact, steps.copyAny],
    judge: (seen, { profile }) => {
      const pairs = immediate(pairsBefore(seen, ({ answer }) => answer.status === 304));
      if (pairs.length > 0 && isShared(inOneWindow(seen))) return unseen(sharedReason);
      const stated = profile === null ? null : profiles[profile].notModifiedCost;
      const spent = (["anonymous", "token"] as const).map((who) => {
        const rises = pairs.filter(({ after }) => payerOf(after) === who).map(riseOf);
        return { who, rises, odd: Math.min(...[0, 1].map((cost) => rises.filter((rise) => rise === cost).length)) };
      });
      return judgeEach(
        // A single one that cost something else may be the work of somebody who asked at that moment.
        spent.filter(({ rises, odd }) => rises.length >= 2 && odd !== 1),
        ({ who, rises, odd }) => {
          if (odd > 1) return `as ${who}, of ${rises.length} answers 304 some were charged and some were free`;
          return stated === null || rises[0] === stated[who]
            ? null
            : `as ${who}, a 304 costs ${rises[0]}, where the profile ${profile} has ${stated[who]}`;
        },
        "two of them to one caller are needed, and nobody else who spends",
      );
    },
  },
  free("a preflight costs nothing", [steps.preflight, steps.preflightAgain], ({ asked }) => asked.method === "OPTIONS"),
  free("/rate_limit costs nothing", [steps.rateLimit, steps.rateLimitAgain], isOverview),
  {
    name: "/rate_limit says what the headers say",
    source: "beyond-the-spec, Rate limit",
    about: "service",
    asks: [steps.rateLimit],
    judge: (seen) =>
      judgeEach(seen.filter(isOverview), (sighting) => {
        const core = asRecord(asRecord(asRecord(jsonOf(sighting))["resources"])["core"]);
        const headers = quotaOf(sighting);
        if (headers === null) return null;
        const differs = (["limit", "remaining", "used"] as const).find((name) => core[name] !== headers[name]);
        const jitter = Math.abs(Number(core["reset"]) - headers.reset);
        if (differs !== undefined) {
          return `the body says ${differs} ${JSON.stringify(core[differs])}, the headers say ${headers[differs]}`;
        }
        return jitter <= 1
          ? null
          : `the body says reset ${JSON.stringify(core["reset"])}, the headers say ${headers.reset}`;
      }),
  },
];

/** Something that costs nothing. One request that seems to cost may be somebody else's; two in a row are not. */
function free(name: string, asks: readonly Step[], is: (sighting: Sighting) => boolean): CheckLaw {
  return {
    name,
    source,
    about: "service",
    asks,
    judge: (seen): Judgement => {
      const pairs = immediate(pairsBefore(seen, is));
      if (pairs.length > 0 && isShared(inOneWindow(seen))) return unseen(sharedReason);
      const costly = pairs.filter((pair) => riseOf(pair) > 0);
      if (costly.length >= 2 && costly.length === pairs.length) {
        const [first] = costly;
        return { kind: "broken", found: `used rose by one at each ${first === undefined ? "" : nameOf(first.after)}` };
      }
      return judgeEach(
        pairs.filter((pair) => riseOf(pair) === 0),
        () => null,
        "no two answers in a row told the counters of one window without a stranger's request between them",
      );
    },
  };
}

function judgeCharged(pairs: readonly Pair[]): Judgement {
  return judgeEach(
    pairs,
    (pair) =>
      riseOf(pair) >= 1
        ? null
        : `${nameOf(pair.after)} was answered ${pair.after.answer.status}, and used went from ${pair.was.used} to ${pair.is.used}`,
    "no two answers told the counters of one window",
  );
}

function pairsBefore(seen: readonly Sighting[], is: (after: Sighting) => boolean): readonly Pair[] {
  return inOneWindow(seen).filter(({ after }) => is(after));
}

function immediate(pairs: readonly Pair[]): readonly Pair[] {
  return pairs.filter(isImmediate);
}

function isCounted(sighting: Sighting): boolean {
  return isWhole(sighting) && !isOverview(sighting);
}

function isOverview(sighting: Sighting): boolean {
  return isWhole(sighting) && /^\/rate_limit$/.test(sighting.asked.target);
}
