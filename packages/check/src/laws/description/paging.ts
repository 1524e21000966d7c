import { type Api, matchRoute } from "@tapedeck/api";
import { linksIn } from "@tapedeck/tape/internal";
import { isWhole, itemsOf, type Observation, probeName, queryParameter } from "../../observation.ts";
import * as probes from "../../probes/probes.ts";
import { linksOf } from "../../probes/targets.ts";
import { header } from "../../response.ts";
import { targetOn } from "../../service-under-test.ts";
import { type Evaluation, evaluateEach, inconclusive, type Law, ofEach } from "../law.ts";

const source = "description, paging; RFC 8288";
const walk: readonly string[] = [probes.firstPage, probes.secondPage, probes.thirdPage].map(({ name }) => name);

/** Laws about lists that come in pages. */
export const pages: readonly Law[] = [
  ofEach({
    name: "Link names the neighbours of a page, in order",
    source,
    needs: paged,
    probes: [probes.wholeList, probes.firstPage, probes.secondPage],
    of: (each) => isWhole(each) && relationsOf(each) !== "",
    flaw: (each, { api }) => {
      const found = relationsOf(each);
      const isFirst = Number(queryParameter(each, api.paging?.page ?? "") ?? 1) === 1;
      const wanted = isFirst ? ["next, last"] : ["prev, next, last, first", "prev, first"];
      return wanted.includes(found)
        ? null
        : `Link of ${each.request.target} has ${found}, and not ${wanted.join(" or ")}`;
    },
    unseen: "no list had more than one page",
  }),
  {
    name: "following next visits every item once",
    source,
    needs: paged,
    probes: [probes.wholeList, probes.firstPage, probes.secondPage],
    evaluate: evaluateWalk,
  },
  {
    name: "pages are as large as the description allows",
    source,
    needs: paged,
    probes: [probes.wholeList, probes.leastPage, probes.largestPage],
    evaluate: (observed, { api }) => {
      const { size = "", max = 0 } = api.paging ?? {};
      const sizeAsked = (each: Observation): number => Number(queryParameter(each, size) ?? max);
      const whole = observed.find(({ probe }) => probe === probes.wholeList.name);
      const isFilled = whole !== undefined && (itemsOf(whole)?.length ?? 0) > 0;
      return evaluateEach(
        observed.filter((each) => isWhole(each) && itemsOf(each) !== undefined && (sizeAsked(each) !== 0 || isFilled)),
        (each) => {
          const { length } = itemsOf(each) ?? [];
          if (sizeAsked(each) === 0 && length === 0) return `${size}=0 gives no items of a list that has some`;
          return length > max ? `${size}=${sizeAsked(each)} gives ${length} items` : null;
        },
      );
    },
  },
];

function evaluateWalk(observed: readonly Observation[]): Evaluation {
  const visited = observed.filter((each) => walk.includes(each.probe) && isWhole(each) && itemsOf(each) !== undefined);
  if (visited.length < 2) return inconclusive(null);
  const items = visited.flatMap((each) => (itemsOf(each) ?? []).map(identityOf));
  const again = items.find((item, at) => items.indexOf(item) !== at);
  if (again !== undefined) return { kind: "broken", found: `the item ${again} came twice` };
  const whole = observed.find(({ probe }) => probe === probes.wholeList.name);
  const complete = visited.map(({ probe }) => probe).join() === walk.slice(0, visited.length).join();
  const last = visited.at(-1);
  // Something is missing only if every page was observed, and the whole list was one page.
  if (complete && last && !relationsOf(last).split(", ").includes("next") && whole && relationsOf(whole) === "") {
    const missed = (itemsOf(whole) ?? []).map(identityOf).find((item) => !items.includes(item));
    if (missed !== undefined) return { kind: "broken", found: `the item ${missed} is on no page` };
  }
  return { kind: "held", times: visited.length };
}

// Documents change between pages; their names do not.
function identityOf(item: Readonly<Record<string, unknown>>): string {
  for (const name of ["id", "url", "href", "self", "name"]) {
    if (["string", "number"].includes(typeof item[name])) return `with ${name} ${String(item[name])}`;
  }
  return JSON.stringify(item);
}

function relationsOf({ response }: Observation): string {
  return linksIn(header(response, "link"))
    .map(({ rel }) => rel)
    .join(", ");
}

function paged({ paging }: Api): string | null {
  return paging === null ? "the description says nothing of pages" : null;
}

/** Laws about where links lead. */
export const links: readonly Law[] = [
  {
    name: "links lead back to where one asked",
    source: "description, operations",
    needs: ({ routes }) => (routes.all.length > 0 ? null : "the description lists no paths that a link could lead to"),
    probes: [probes.document, probes.wholeList],
    evaluate: (observed, service) => {
      const { api, publicUrl } = service;
      // Links to paths that the API does not list, such as web pages, may lead anywhere.
      const found = observed
        .filter(isWhole)
        .flatMap((each) => linksOf(each).map(({ url, place }) => ({ url, place: `${place} of ${probeName(each)}` })))
        .filter(({ url }) => matchRoute(api, "GET", targetOn(url, service) ?? url).operation !== null);
      const away = found.filter(({ url }) => targetOn(url, service) === null);
      const elsewhere = new Set(away.map(({ url }) => (URL.canParse(url) ? new URL(url).origin : url)));
      // Behind a proxy or a tunnel, a service may use another name for itself, but always the same one.
      if (publicUrl === null && away.length > 0 && away.length === found.length && elsewhere.size === 1) {
        return inconclusive(
          `all links lead to ${[...elsewhere]}; if that is the service's name, give it by --public-url`,
        );
      }
      return evaluateEach(found, ({ url, place }) =>
        targetOn(url, service) === null ? `${place} leads to ${url}` : null,
      );
    },
  },
];
