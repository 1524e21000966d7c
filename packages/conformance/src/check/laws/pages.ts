import { linksIn } from "@tapedeck/tape";
import { header } from "../../question.ts";
import * as steps from "../itinerary.ts";
import { type CheckLaw, type Judgement, judgeEach, unseen } from "../law.ts";
import { isWhole, itemsOf, type Sighting } from "../sighting.ts";

const source = "beyond-the-spec, Pagination; RFC 8288";
const orders = {
  first: "next, last",
  middle: "prev, next, last, first",
  last: "prev, first",
} as const;
const walk: readonly string[] = [steps.firstPage, steps.secondPage, steps.thirdPage].map(({ name }) => name);

/** Laws of lists that come in pages. */
export const pages: readonly CheckLaw[] = [
  {
    name: "Link names the neighbours of a page, in order",
    source,
    about: "service",
    asks: [steps.wholeList, steps.firstPage, steps.secondPage],
    judge: (seen) =>
      judgeEach(
        seen.filter((each) => isWhole(each) && relationsOf(each) !== ""),
        (each) => {
          const found = relationsOf(each);
          const wanted = pageOf(each) === 1 ? [orders.first] : [orders.middle, orders.last];
          return (wanted as readonly string[]).includes(found)
            ? null
            : `Link of ${each.asked.target} has ${found}, and not ${wanted.join(" or ")}`;
        },
        "no list had more than one page",
      ),
  },
  {
    name: "following next visits every item once",
    source,
    about: "service",
    asks: [steps.wholeList, steps.firstPage, steps.secondPage],
    judge: judgeWalk,
  },
  {
    name: "per_page stays between 1 and 100",
    source,
    about: "service",
    asks: [steps.wholeList, steps.leastPage, steps.largestPage],
    judge: (seen) => {
      const whole = seen.find(({ step }) => step === steps.wholeList.name);
      const isFilled = whole !== undefined && (itemsOf(whole)?.length ?? 0) > 0;
      const sized = seen.filter((each) => isWhole(each) && itemsOf(each) !== undefined && sizeAsked(each) !== null);
      return judgeEach(
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

function judgeWalk(seen: readonly Sighting[]): Judgement {
  const visited = seen.filter((each) => walk.includes(each.step) && isWhole(each) && itemsOf(each) !== undefined);
  if (visited.length < 2) return unseen(null);
  const ids = visited.flatMap((each) => (itemsOf(each) ?? []).map(({ id }) => id));
  const again = ids.find((id, at) => ids.indexOf(id) !== at);
  if (again !== undefined) return { kind: "broken", found: `the item with id ${String(again)} came twice` };
  const whole = seen.find(({ step }) => step === steps.wholeList.name);
  const complete = visited.map(({ step }) => step).join() === walk.slice(0, visited.length).join();
  const last = visited.at(-1);
  // Something is missing only if every page was seen, to the end, and the whole list was one page.
  if (complete && last && !hasNext(last) && whole && relationsOf(whole) === "") {
    const missed = (itemsOf(whole) ?? []).find(({ id }) => !ids.includes(id));
    if (missed !== undefined)
      return { kind: "broken", found: `the item with id ${String(missed["id"])} is on no page` };
  }
  return { kind: "held", times: visited.length };
}

function relationsOf({ answer }: Sighting): string {
  return linksIn(header(answer, "link"))
    .map(({ rel }) => rel)
    .join(", ");
}

function hasNext(sighting: Sighting): boolean {
  return relationsOf(sighting).split(", ").includes("next");
}

function parameterOf({ asked }: Sighting, name: string): string | undefined {
  return new URLSearchParams(asked.target.split("?")[1]).getAll(name).at(-1);
}

function pageOf(sighting: Sighting): number {
  return Number(parameterOf(sighting, "page") ?? 1);
}

function sizeAsked(sighting: Sighting): number | null {
  const size = parameterOf(sighting, "per_page");
  return size === undefined ? null : Number(size);
}
