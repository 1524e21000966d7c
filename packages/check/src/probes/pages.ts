import { linksIn } from "@tapedeck/tape/internal";
import { itemsOf, type Observation } from "../observation.ts";
import { header } from "../response.ts";
import type { ProbePlace } from "./place.ts";
import { asking, type Probe, type ProbeContext, wholeResponseOf } from "./probe.ts";
import { linksToItself, targetOfLink } from "./targets.ts";

/** Returns a list with the maximum page size. */
export function longest(place: ProbePlace): ProbePlace {
  return (context) => {
    const { paging } = context.service.api;
    if (paging === null) return "the description says nothing of pages";
    const found = place(context);
    return typeof found === "string" ? found : { target: `${found.target}?${paging.size}=${paging.max}` };
  };
}

/** Asks for the same list with another page size; `sizeFor` returns the size, or why the request would show nothing. */
export function resized(
  name: string,
  list: Probe,
  sizeFor: (whole: Observation, length: number, most: number) => number | string,
): Probe {
  return {
    name,
    ask: (context) => {
      const whole = wholeResponseOf(context, list);
      const length = whole && itemsOf(whole)?.length;
      if (whole === undefined || length === undefined) return "no list was seen";
      const { paging } = context.service.api;
      const size = sizeFor(whole, length, paging?.max ?? 0);
      if (typeof size === "string") return size;
      return asking(whole.request.target.replace(`${paging?.size}=${paging?.max}`, `${paging?.size}=${size}`));
    },
  };
}

/** Asks for the page after another. */
export function after(name: string, page: Probe): Probe {
  return {
    name,
    ask: (context) => {
      const observation = wholeResponseOf(context, page);
      if (observation === undefined) return `${page.name} was not seen`;
      const next = linksIn(header(observation.response, "link")).find(({ rel }) => rel === "next");
      if (next === undefined) return `${page.name} is the last`;
      const target = targetOfLink(next.url, context.service);
      return target === null ? `the next page is elsewhere: ${next.url}` : asking(target);
    },
  };
}

/** Returns the first document in a list that has a link to itself and satisfies a condition. */
export function linkedFrom(
  list: Probe,
  isWanted: (item: Readonly<Record<string, unknown>>, context: ProbeContext) => boolean = () => true,
): ProbePlace {
  return (context) => {
    const whole = wholeResponseOf(context, list);
    if (whole === undefined) return `${list.name} was not seen`;
    for (const item of itemsOf(whole) ?? []) {
      const [self] = isWanted(item, context) ? linksToItself(item) : [];
      const target = self === undefined ? null : targetOfLink(self.url, context.service);
      if (target !== null) return { target };
    }
    return `${list.name} has none, or no link to it`;
  };
}
