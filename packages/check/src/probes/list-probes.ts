import { linksIn } from "@tapedeck/tape/internal";
import { itemsOf, type Observation } from "../observation.ts";
import { header } from "../response.ts";
import { at, openList, ownItems, type ProbePlace, withToken } from "./place.ts";
import { asking, noToken, type Probe, type ProbeContext, wholeResponseOf } from "./probe.ts";
import { linksInDocument, targetOfLink } from "./targets.ts";

/** A list with the maximum page size. */
function longest(place: ProbePlace): ProbePlace {
  return (context) => {
    const { paging } = context.service.api;
    if (paging === null) return "the description says nothing of pages";
    const found = place(context);
    return typeof found === "string" ? found : { target: `${found.target}?${paging.size}=${paging.max}` };
  };
}

export const wholeList: Probe = at("a list", longest(openList));

/** The whole list with another page size. */
function sized(context: ProbeContext, whole: Observation, size: number): string {
  const { paging } = context.service.api;
  return whole.request.target.replace(`${paging?.size}=${paging?.max}`, `${paging?.size}=${size}`);
}

/** The first of three pages, or of fewer if the list is short. */
export const firstPage: Probe = {
  name: "page 1 of a list",
  ask: (context) => {
    const whole = wholeResponseOf(context, wholeList);
    const length = whole === undefined ? undefined : itemsOf(whole)?.length;
    if (whole === undefined || length === undefined) return "no list was seen";
    if (length < 2) return `the list ${whole.request.target} has ${length} items; name a longer one by --param`;
    return asking(sized(context, whole, Math.ceil(length / 3)));
  },
};
export const secondPage: Probe = after("page 2 of a list", firstPage);
export const thirdPage: Probe = after("page 3 of a list", secondPage);

function after(name: string, page: Probe): Probe {
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

function resized(
  name: string,
  size: (most: number) => number,
  pointless: (whole: Observation) => string | null,
): Probe {
  return {
    name,
    ask: (context) => {
      const whole = wholeResponseOf(context, wholeList);
      if (whole === undefined || itemsOf(whole) === undefined) return "no list was seen";
      if (itemsOf(whole)?.length === 0) return `the list ${whole.request.target} is empty`;
      return pointless(whole) ?? asking(sized(context, whole, size(context.service.api.paging?.max ?? 0)));
    },
  };
}

export const leastPage: Probe = resized(
  "a list with pages of 0",
  () => 0,
  () => null,
);
export const largestPage: Probe = resized(
  "a list with pages of more than there may be",
  (most) => most * 10,
  (whole) => (linksIn(header(whole.response, "link")).length === 0 ? "the list is too short: it has one page" : null),
);

/** Returns the first document in a list that has a link to itself and satisfies a condition. */
function linkedFrom(
  list: Probe,
  isWanted: (item: Readonly<Record<string, unknown>>, context: ProbeContext) => boolean,
): ProbePlace {
  return (context) => {
    const whole = wholeResponseOf(context, list);
    for (const item of (whole === undefined ? undefined : itemsOf(whole)) ?? []) {
      const [self] = isWanted(item, context)
        ? linksInDocument({ url: item["url"], self: item["self"], href: item["href"] })
        : [];
      const target = self === undefined ? null : targetOfLink(self.url, context.service);
      if (target !== null) return { target };
    }
    return whole === undefined ? `${list.name} was not seen` : `${list.name} has none, or no link to it`;
  };
}

export const listedDocument: Probe = at(
  "a document of a list",
  linkedFrom(wholeList, () => true),
);

export const ownList: Probe = withToken("a list of one's own", longest(ownItems));
export const privateDocument: Probe = {
  name: "a private document, without a credential",
  ask: (context) => {
    const { variable, api } = context.service;
    if (variable === null) return noToken;
    const { isPrivate } = api.behaviour;
    if (isPrivate === undefined) return "the description does not tell what is private";
    return at("", linkedFrom(ownList, isPrivate)).ask(context);
  },
};
