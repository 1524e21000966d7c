import { linksIn } from "@tapedeck/tape";
import * as probes from "../home-apis/probes.ts";
import { type Evaluation, evaluateEach, inconclusive, type Law } from "../law.ts";
import { isWhole, itemsOf, type Observation } from "../observation.ts";
import { header } from "../response.ts";

const source = "beyond-the-spec, Pagination; RFC 8288";
const orders = {
  first: "next, last",
  middle: "prev, next, last, first",
  last: "prev, first",
} as const;
const walk: readonly string[] = [probes.firstPage, probes.secondPage, probes.thirdPage].map(({ name }) => name);

/** Laws of lists that come in pages. */
export const pages: readonly Law[] = [
  {
    name: "Link names the neighbours of a page, in order",
    source,
    about: "service",
    probes: [probes.wholeList, probes.firstPage, probes.secondPage],
    evaluate: (observed) =>
      evaluateEach(
        observed.filter((each) => isWhole(each) && relationsOf(each) !== ""),
        (each) => {
          const found = relationsOf(each);
          const wanted = pageOf(each) === 1 ? [orders.first] : [orders.middle, orders.last];
          return (wanted as readonly string[]).includes(found)
            ? null
            : `Link of ${each.request.target} has ${found}, and not ${wanted.join(" or ")}`;
        },
        "no list had more than one page",
      ),
  },
  {
    name: "following next visits every item once",
    source,
    about: "service",
    probes: [probes.wholeList, probes.firstPage, probes.secondPage],
    evaluate: evaluateWalk,
  },
  {
    name: "per_page stays between 1 and 100",
    source,
    about: "service",
    probes: [probes.wholeList, probes.leastPage, probes.largestPage],
    evaluate: (observed) => {
      const whole = observed.find(({ probe }) => probe === probes.wholeList.name);
      const isFilled = whole !== undefined && (itemsOf(whole)?.length ?? 0) > 0;
      const sized = observed.filter((each) => isWhole(each) && itemsOf(each) !== undefined && sizeAsked(each) !== null);
      return evaluateEach(
        sized.filter((each) => sizeAsked(each) !== 0 || isFilled),
        (each) => {
          const { length } = itemsOf(each) ?? [];
          if (sizeAsked(each) === 0 && length === 0) return "per_page=0 gives no items of a list that has some";
          return length > 100 ? `per_page=${sizeAsked(each)} gives ${length} items` : null;
        },
      );
    },
  },
];

function evaluateWalk(observed: readonly Observation[]): Evaluation {
  const visited = observed.filter((each) => walk.includes(each.probe) && isWhole(each) && itemsOf(each) !== undefined);
  if (visited.length < 2) return inconclusive(null);
  const ids = visited.flatMap((each) => (itemsOf(each) ?? []).map(({ id }) => id));
  const again = ids.find((id, at) => ids.indexOf(id) !== at);
  if (again !== undefined) return { kind: "broken", found: `the item with id ${String(again)} came twice` };
  const whole = observed.find(({ probe }) => probe === probes.wholeList.name);
  const complete = visited.map(({ probe }) => probe).join() === walk.slice(0, visited.length).join();
  const last = visited.at(-1);
  // Something is missing only if every page was observed, to the end, and the whole list was one page.
  if (complete && last && !hasNext(last) && whole && relationsOf(whole) === "") {
    const missed = (itemsOf(whole) ?? []).find(({ id }) => !ids.includes(id));
    if (missed !== undefined)
      return { kind: "broken", found: `the item with id ${String(missed["id"])} is on no page` };
  }
  return { kind: "held", times: visited.length };
}

function relationsOf({ response }: Observation): string {
  return linksIn(header(response, "link"))
    .map(({ rel }) => rel)
    .join(", ");
}

function hasNext(observation: Observation): boolean {
  return relationsOf(observation).split(", ").includes("next");
}

function parameterOf({ request }: Observation, name: string): string | undefined {
  return new URLSearchParams(request.target.split("?")[1]).getAll(name).at(-1);
}

function pageOf(observation: Observation): number {
  return Number(parameterOf(observation, "page") ?? 1);
}

function sizeAsked(observation: Observation): number | null {
  const size = parameterOf(observation, "per_page");
  return size === undefined ? null : Number(size);
}
