import { resourceOf, validate } from "@tapedeck/schema";
import { evaluateEach, type Law } from "../law.ts";
import { isWhole, itemsOf, jsonOf, membersOf, nameOf, type Observation, principalOf } from "../observation.ts";
import { vendorOf } from "../probe.ts";
import { header, text } from "../response.ts";
import * as probes from "./probes.ts";

/** Laws of what answers look like. */
export const shapes: readonly Law[] = [
  {
    name: "every resource fits its schema",
    source: "service-api 2; schemas/",
    about: "service",
    probes: [probes.account, probes.repository, probes.wholeList],
    evaluate: (observed) =>
      evaluateEach(
        observed.filter((each) => isWhole(each) && !isZen(each) && resourceOf(each.request.target, 200) !== null),
        (each) => misfit(each, resourceOf(each.request.target, 200)),
      ),
  },
  {
    name: "an error has a message and a documentation_url",
    source: "beyond-the-spec, Errors",
    about: "service",
    probes: [probes.absent, probes.ownUserUnknown],
    evaluate: (observed) =>
      evaluateEach(
        observed.filter(
          ({ request, response: { status } }) => request.method === "GET" && status >= 400 && status < 500,
        ),
        (each) => misfit(each, "error"),
      ),
  },
  {
    name: "an account that nobody has is answered 404",
    source: "beyond-the-spec, Errors",
    about: "service",
    probes: [probes.absent],
    evaluate: (observed) =>
      evaluateEach(
        observed.filter(({ probe, response }) => probe === probes.absent.name && response.status !== 200),
        (each) => (each.response.status === 404 ? null : `${nameOf(each)} was answered ${each.response.status}`),
        "somebody has that account; name one that nobody has by --absent",
      ),
  },
  {
    name: "every body says what it is",
    source: "service-api 4.1: JSON in UTF-8; /zen is plain text",
    about: "service",
    probes: [probes.zen, probes.account],
    evaluate: (observed) =>
      evaluateEach(
        observed.filter(
          ({ request, response }) => request.method === "GET" && response.body.length > 0 && response.status < 500,
        ),
        (each) => {
          const type = header(each.response, "content-type") ?? "missing";
          const wanted = isZen(each) && isWhole(each) ? plain : json;
          return wanted.test(type) ? null : `content-type of ${nameOf(each)} is ${type}`;
        },
      ),
  },
  {
    name: "a JSON answer has the headers of the contract",
    source: "service-api 4.1",
    about: "service",
    probes: [probes.account],
    evaluate: (observed) =>
      evaluateEach(
        observed.filter((each) => isWhole(each) && !isZen(each) && !/^\/rate_limit/.test(each.request.target)),
        (each) => {
          const problem = validate("response-headers", Object.fromEntries(each.response.headers)).find(
            // Those have laws of their own.
            ({ path }) => !/^\/(?:content-type|x-ratelimit-.*|x-.*-media-type)$/.test(path),
          );
          return problem === undefined
            ? null
            : `${problem.path.slice(1) || "the headers"} of ${nameOf(each)}: expected ${problem.expected}, found ${problem.found}`;
        },
      ),
  },
  {
    name: "an answer names its version",
    source: "service-api 9: the media type begins with the vendor's word and v3",
    about: "service",
    probes: [probes.account],
    evaluate: (observed) => {
      const vendor = vendorOf(observed);
      return evaluateEach(
        vendor === null ? [] : observed.filter((each) => isWhole(each) && !isZen(each)),
        (each) => {
          const type = header(each.response, `x-${vendor}-media-type`) ?? "missing";
          return type.startsWith(`${vendor}.v3; `) ? null : `x-${vendor}-media-type of ${nameOf(each)} is ${type}`;
        },
        "no header x-…-media-type was seen",
      );
    },
  },
  {
    name: "/zen is a line of plain text",
    source: "service-api 4, endpoint 1",
    about: "service",
    probes: [probes.zen],
    evaluate: (observed) =>
      evaluateEach(
        observed.filter((each) => isZen(each) && isWhole(each)),
        (each) => misfit(each, "zen"),
      ),
  },
  {
    name: "/zen says something else on other calls",
    source: "service-api 4, rule 4",
    about: "service",
    probes: [probes.zenThird, probes.zenAsToken],
    evaluate: (observed) => {
      const lines = observed.filter((each) => isZen(each) && isWhole(each)).map(({ response }) => text(response));
      // A line chosen at random may come three times.
      return evaluateEach(
        lines.length < 4 ? [] : [lines],
        (all) => (new Set(all).size > 1 ? null : `${all.length} calls all said ${JSON.stringify(all[0])}`),
        "four calls are needed",
      );
    },
  },
  {
    name: "a list shows what the single answer shows",
    source: "service-api 4, endpoints 4, 6 and 7; design, laws",
    about: "service",
    probes: [probes.wholeList, probes.repository],
    evaluate: (observed) =>
      evaluateEach(twice(observed), ({ item, single, where }) => {
        const name = Object.keys(item).find(
          (key) => key in single && !moving.test(key) && JSON.stringify(item[key]) !== JSON.stringify(single[key]),
        );
        return name === undefined
          ? null
          : `${name} of ${String(single["full_name"])} is ${short(item[name])} in ${where}, and ${short(single[name])} by itself`;
      }),
  },
];

const json = /^application\/(?:[\w.+-]+\+)?json; ?charset=utf-8$/i;
const plain = /^text\/plain; ?charset=utf-8$/i;
// What others change while we ask, and what depends on who probes.
const moving = /_count$|^(?:forks|watchers|open_issues|size|score|permissions|temp_clone_token)$/;

type Document = Readonly<Record<string, unknown>>;

function isZen({ request }: Observation): boolean {
  return request.target === "/zen";
}

function misfit(observation: Observation, resource: Parameters<typeof validate>[0] | null): string | null {
  if (resource === null) return null;
  const value = resource === "zen" ? text(observation.response) : jsonOf(observation);
  if (value === undefined) return `the body of ${nameOf(observation)} is no JSON`;
  const [problem] = validate(resource, value);
  return problem === undefined
    ? null
    : `${problem.path || "the body"} of ${nameOf(observation)}: expected ${problem.expected}, found ${problem.found}`;
}

/** Repositories observed in a list and by themselves, by the same caller, and not changed in between. */
function twice(observed: readonly Observation[]): ReadonlyArray<{ item: Document; single: Document; where: string }> {
  const singles = observed.filter((each) => isWhole(each) && resourceOf(each.request.target, 200) === "repository");
  return observed.filter(isWhole).flatMap((list) =>
    (itemsOf(list) ?? []).flatMap((item) =>
      singles
        .filter(({ request }) => principalOf(request.as) === principalOf(list.request.as))
        .map(membersOf)
        .filter((single) => single["id"] === item["id"] && single["updated_at"] === item["updated_at"])
        .map((single) => ({ item, single, where: list.request.target })),
    ),
  );
}

function short(value: unknown): string {
  const whole = JSON.stringify(value) ?? "nothing";
  return whole.length > 60 ? `${whole.slice(0, 59)}…` : whole;
}
