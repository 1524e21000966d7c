import { isSameView, isWhole, jsonOf, type Observation, probeName } from "../../observation.ts";
import type { Probe } from "../../probes/probe.ts";
import * as probes from "../../probes/probes.ts";
import { header } from "../../response.ts";
import { answers, evaluateEach, type Law, ofEach } from "../law.ts";

const source = "RFC 9110, 13.1.2";

/** Laws about conditional requests. */
export const conditionLaws: readonly Law[] = [
  spares("a copy that is still good is answered 304", [probes.copyExact, probes.copyAsToken, probes.copyAsTokenAgain]),
  spares("If-None-Match is compared weakly", [probes.copyOtherForm]),
  spares("If-None-Match takes a list", [probes.copyInList]),
  spares("If-None-Match takes *", [probes.copyAny]),
  ofEach({
    name: "an old copy is answered with the new one",
    source,
    probes: [probes.document, probes.documentStale],
    of: answers(probes.documentStale),
    flaw: (each) => (isSpared(each) ? `${probeName(each)} took a tag of ours for its own` : null),
  }),
  ofEach({
    name: "a 304 has no body and no headers of one",
    source,
    probes: [probes.document, probes.copyExact],
    of: isSpared,
    flaw: ({ response }) => {
      const [described] = response.headers.find(([name]) => ofBody.test(name)) ?? [];
      if (described !== undefined) return `a 304 has ${described}: ${header(response, described)}`;
      return response.body.length === 0 ? null : `a 304 has a body of ${response.body.length} bytes`;
    },
  }),
  {
    name: "a 304 keeps etag, cache-control and vary",
    source,
    probes: [probes.document, probes.copyExact],
    evaluate: (observed) =>
      evaluateEach(
        observed.filter(isSpared).flatMap((spared) => {
          const whole = observed.find((each) => isWhole(each) && isSameView(each, spared));
          return whole === undefined ? [] : [{ spared, whole }];
        }),
        ({ spared, whole }) => {
          const lost = kept.find(
            (name) => header(whole.response, name) !== undefined && !header(spared.response, name),
          );
          return lost === undefined
            ? null
            : `the answer has ${lost}: ${header(whole.response, lost)}; its 304 has none`;
        },
      ),
  },
  {
    name: "an etag names one document",
    source: "RFC 9110, 8.8.3",
    probes: [probes.document, probes.documentStale],
    evaluate: (observed) => {
      const good = observed.filter((each) => isWhole(each) && header(each.response, "etag") !== undefined);
      return evaluateEach(
        good.flatMap((after, at) => {
          const isSameTag = ({ response }: Observation): boolean =>
            header(response, "etag") === header(after.response, "etag");
          const before = good.slice(0, at).findLast((each) => isSameView(each, after) && isSameTag(each));
          return before === undefined ? [] : [{ before, after }];
        }),
        ({ before, after }) =>
          JSON.stringify(jsonOf(before)) === JSON.stringify(jsonOf(after))
            ? null
            : `two documents have the etag ${header(after.response, "etag")}`,
      );
    },
  },
];

const kept = ["etag", "cache-control", "vary"] as const;
const ofBody = /^content-(?:type|length|encoding|language|range|disposition)$/;

/** Makes the law of a condition that avoids a transfer: 304, unless the document has changed since. */
function spares(name: string, shownBy: readonly Probe[]): Law {
  const names = shownBy.map((probe) => probe.name);
  return ofEach({
    name,
    source,
    probes: [probes.document, ...shownBy],
    of: (each) => names.includes(each.probe) && !hasChanged(each),
    flaw: ({ request, response }) =>
      response.status === 304
        ? null
        : `If-None-Match: ${request.headers["if-none-match"]} was answered ${response.status}, with etag ${header(response, "etag") ?? "none"}`,
    unseen: "the document changed in between",
  });
}

function hasChanged({ request, response }: Observation): boolean {
  const tags = request.headers["if-none-match"] ?? "";
  const etag = header(response, "etag");
  return response.status === 200 && tags !== "*" && etag !== undefined && !tags.includes(etag.replace(/^W\//, ""));
}

function isSpared({ response }: Observation): boolean {
  return response.status === 304;
}
