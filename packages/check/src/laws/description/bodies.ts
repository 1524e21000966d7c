import type { BodyCheck } from "@tapedeck/api";
import { clip } from "@tapedeck/tape/internal";
import {
  asRecord,
  bodyMembers,
  checkObservedBody,
  isOfOneCaller,
  isWhole,
  itemsOf,
  jsonOf,
  type Observation,
  otherStatus,
  probeName,
} from "../../observation.ts";
import * as probes from "../../probes/probes.ts";
import { linksToItself, targetOfLink } from "../../probes/targets.ts";
import { header, text } from "../../response.ts";
import type { ServiceUnderTest } from "../../service-under-test.ts";
import { answers, evaluateEach, type Law, ofEach } from "../law.ts";

const noSchemas = "the description gives no schemas of bodies";

/** Laws about the form of answers. */
export const bodies: readonly Law[] = [
  ofEach({
    name: "every document fits its schema",
    source: "description, responses",
    needs: ({ behaviour }) => (behaviour.checkBody ? null : noSchemas),
    probes: [probes.document, probes.listedDocument, probes.wholeList],
    of: (each, { api }) => isWhole(each) && checkObservedBody(each, api) !== null,
    flaw: misfit,
  }),
  ofEach({
    name: "every error fits its schema",
    source: "description, responses",
    needs: ({ behaviour }) => (behaviour.checkBody ? null : noSchemas),
    probes: [probes.absent, probes.ownUnknown],
    of: ({ request, response: { status } }) => request.method === "GET" && status >= 400 && status < 500,
    flaw: misfit,
  }),
  ofEach({
    name: "what is not there is answered as the description says",
    source: "description, errors.notFound",
    needs: ({ errors }) =>
      errors.notFound ? null : "the description does not say how it answers for what is not there",
    probes: [probes.absent],
    of: (each) => answers(probes.absent)(each) && each.response.status !== 200,
    flaw: (each, { api }) => otherStatus(each, api.errors.notFound?.status),
    unseen: "there is such a document; name a value that none has by --absent",
  }),
  ofEach({
    name: "a value that is not listed is answered with those that are",
    source: "description, errors.unknownValue",
    needs: ({ errors }) =>
      errors.unknownValue ? null : "the description does not say how it answers to a value that is not listed",
    probes: [probes.unknownValue],
    of: answers(probes.unknownValue),
    flaw: (each, { api }) => {
      const { status, body } = api.errors.unknownValue ?? { status: 404 };
      if (each.response.status !== status) return `${probeName(each)} was answered ${each.response.status}`;
      const missing = listedValues(each, api).find((value) => !text(each.response).includes(value));
      if (missing !== undefined) return `the answer to ${probeName(each)} does not name ${missing}`;
      const names = Object.keys(asRecord(body));
      return names.every((name) => typeof bodyMembers(each)[name] === "string")
        ? null
        : `the answer to ${probeName(each)} has not the members ${names.join(", ")}`;
    },
  }),
  ofEach({
    name: "every body is of the type that it says",
    source: "RFC 9110, 8.3; RFC 8259, 11",
    probes: [probes.simpleGet, probes.document],
    of: ({ request, response: { body, status } }) =>
      request.method === "GET" && body.length > 0 && status !== 206 && status < 500,
    flaw: (each) => {
      const type = header(each.response, "content-type") ?? "missing";
      const isJson = typeof jsonOf(each) === "object" && jsonOf(each) !== null;
      const saysJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(type);
      if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+/.test(type) || (isJson && !saysJson))
        return `content-type of ${probeName(each)} is ${type}`;
      return saysJson && jsonOf(each) === undefined ? `the body of ${probeName(each)} is no JSON` : null;
    },
  }),
  ofEach({
    name: "every document has the headers of its API",
    source: "description, headers",
    needs: ({ behaviour }) => (behaviour.checkHeaders ? null : "the description gives no schema of headers"),
    probes: [probes.document],
    of: (each, service) => isWhole(each) && headerCheckOf(each, service) !== null,
    flaw: (each, service) => problemIn(headerCheckOf(each, service), (path) => path.slice(1) || "the headers", each),
  }),
  {
    name: "what is answered in turns says something else on other calls",
    source: "description, operations.sequence",
    needs: ({ routes }) =>
      routes.all.some(({ operations }) => operations.get("GET")?.sequence === "cycle")
        ? null
        : "the description has no operation that is answered in turns",
    probes: [probes.simpleThird, probes.simpleAsToken],
    evaluate: (observed) => {
      const lines = observed
        .filter((each) => each.operation?.sequence === "cycle" && isWhole(each))
        .map(({ response }) => text(response));
      // A line that is chosen at random may appear three times.
      return evaluateEach(
        lines.length < 4 ? [] : [lines],
        (all) => (new Set(all).size > 1 ? null : `${all.length} calls all said ${JSON.stringify(all[0])}`),
        "four calls are needed",
      );
    },
  },
  {
    name: "a list shows what the single answer shows",
    source: "description, paging",
    needs: ({ paging }) => (paging === null ? "the description says nothing of lists" : null),
    probes: [probes.wholeList, probes.listedDocument],
    evaluate: (observed, service) =>
      evaluateEach(shownTwice(observed, service), ({ item, single, list, name }) => {
        const differing = Object.keys(item).find((key) => isFixed(item[key], single[key]) && item[key] !== single[key]);
        return differing === undefined
          ? null
          : `${differing} is ${shown(item[differing])} in ${list}, and ${shown(single[differing])} in ${name}`;
      }),
  },
];

type Document = Readonly<Record<string, unknown>>;

function headerCheckOf({ operation, response }: Observation, { api }: ServiceUnderTest): BodyCheck | null {
  return api.behaviour.checkHeaders?.(operation, 200, response.headers) ?? null;
}

function misfit(observation: Observation, { api }: ServiceUnderTest): string | null {
  return problemIn(checkObservedBody(observation, api), (path) => path || "the body", observation);
}

function problemIn(check: BodyCheck | null, where: (path: string) => string, observation: Observation): string | null {
  const [problem] = check?.problems ?? [];
  if (problem === undefined) return null;
  const { path, expected, found } = problem;
  return `${where(path)} of ${probeName(observation)}: expected ${expected}, found ${found}`;
}

function listedValues({ request }: Observation, api: ServiceUnderTest["api"]): readonly string[] {
  const { route } = api.routes.find(request.target.split("?")[0] ?? "") ?? {};
  return (
    route?.operations.get("GET")?.parameters.find(({ in: place, values }) => place === "path" && values)?.values ?? []
  );
}

/**
 * Returns documents that were seen both in a list and by themselves, by the same caller, without a change in between.
 */
function shownTwice(
  observed: readonly Observation[],
  service: ServiceUnderTest,
): ReadonlyArray<{ readonly item: Document; readonly single: Document; readonly list: string; readonly name: string }> {
  const singles = observed.filter((each) => isWhole(each) && itemsOf(each) === undefined);
  return observed.filter(isWhole).flatMap((list) =>
    (itemsOf(list) ?? []).flatMap((item) => {
      const targets = linksToItself(item).map(({ url }) => targetOfLink(url, service));
      return singles
        .filter((single) => targets.includes(single.request.target) && isOfOneCaller(single, list))
        .map((single) => ({ item, single: bodyMembers(single), list: probeName(list), name: probeName(single) }))
        .filter(({ single }) => Object.keys(item).every((key) => !isTimestamp(item[key]) || item[key] === single[key]));
    }),
  );
}

function isTimestamp(value: unknown): boolean {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);
}

// Numbers may count the actions of others, and objects may list the caller's rights.
function isFixed(a: unknown, b: unknown): boolean {
  return [a, b].every((value) => typeof value === "string" || typeof value === "boolean" || value === null);
}

function shown(value: unknown): string {
  return clip(JSON.stringify(value) ?? "nothing", 60);
}
