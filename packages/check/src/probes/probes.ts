import { isList } from "@tapedeck/api";
import { linksIn } from "@tapedeck/tape/internal";
import { tokenCaller } from "../client/credentials.ts";
import { lastCounters } from "../laws/rate-limit/window.ts";
import { itemsOf, type Observation } from "../observation.ts";
import { header } from "../response.ts";
import { at, isOpen, openList, own, ownItems, type ProbePlace, simple, someDocument, withToken } from "./place.ts";
import {
  answered,
  asking,
  etagFrom,
  ifNoneMatch,
  noToken,
  type Probe,
  type ProbeContext,
  wholeResponseOf,
} from "./probe.ts";
import { getsOf, linksToItself, pathParameters, targetOfLink, valuesOf } from "./targets.ts";

const inOrder: Probe[] = [];

/**
 * The probes of a check, as they are sent, as far as the budget allows: in the order in which they stand below. The
 * first are mostly free: their answers tell the quota. A probe comes before those that are made from its answer.
 */
export const probes: readonly Probe[] = inOrder;

function next(probe: Probe): Probe {
  inOrder.push(probe);
  return probe;
}

function preflightOf(name: string, place: ProbePlace): Probe {
  const headers = { origin: "https://client.example", "access-control-request-method": "GET" };
  return {
    name,
    ask: (context) =>
      context.service.api.preflight === null
        ? "the description does not say how a preflight is answered"
        : at(name, place, { method: "OPTIONS", headers }).ask(context),
  };
}

function copy(name: string, of: Probe, tags: (etag: string) => string, asToken = false): Probe {
  return {
    name,
    ask: (context) => {
      const { variable, api } = context.service;
      if (asToken && variable === null) return noToken;
      const found = etagFrom(context, of);
      if (typeof found === "string") return found;
      const as = asToken ? tokenCaller(api) : "anonymous";
      return asking(found.target, { as, headers: ifNoneMatch(tags(found.etag)) });
    },
  };
}

/** Returns the path of an operation with another value for its last parameter, whose values are listed, or are not. */
function replaced(what: string, isListed: boolean): ProbePlace {
  return (context) => {
    const { api, absent, parameters } = context.service;
    for (const operation of getsOf(api)) {
      const last = pathParameters(operation).at(-1);
      if (last === undefined || !isOpen(operation) || isList(operation, api.paging)) continue;
      if ((valuesOf(operation, last) !== null) !== isListed) continue;
      const target = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
        encodeURIComponent(name === last ? absent : (parameters[name] ?? valuesOf(operation, name)?.[0] ?? absent)),
      );
      return { target };
    }
    return `the description has no ${what}`;
  };
}

export const preflightFirst: Probe = next(preflightOf("a preflight", simple));
export const simpleGet: Probe = next(at("a simple request", simple));
export const ownDocument: Probe = next(withToken("the caller's own document", own));

export const document: Probe = next(at("a document", someDocument));
export const documentHead: Probe = next(at("the head of a document", someDocument, { method: "HEAD" }));
export const documentStale: Probe = next(
  at("a document, with an old copy", someDocument, { headers: ifNoneMatch('"tapedeck-stale"') }),
);
export const copyExact: Probe = next(copy("a good copy", document, (etag) => etag));
export const copyOtherForm: Probe = next(
  copy("a good copy, its tag in the other form", document, (etag) =>
    etag.startsWith("W/") ? etag.slice(2) : `W/${etag}`,
  ),
);
export const copyInList: Probe = next(
  copy("a good copy in a list", document, (etag) => `"tapedeck-a", ${etag}, "tapedeck-b"`),
);
export const copyAny: Probe = next(copy("any copy", document, () => "*"));

export const absent: Probe = next(at("what is not there", replaced("document with a name in its path", false)));
export const ownUnknown: Probe = next(at("the caller's own document, without a credential", own));
export const malformed: Probe = next(at("a document, with a malformed credential", someDocument, { as: "malformed" }));
export const preflight: Probe = next(preflightOf("a preflight for a document", someDocument));
export const preflightAgain: Probe = next({ ...preflight, name: "the same preflight again" });

export const wholeList: Probe = next(at("a list", longest(openList)));
/** The first of three pages, or of fewer if the list is short. */
export const firstPage: Probe = next(
  resized("page 1 of a list", wholeList, ({ request }, length) =>
    length < 2 ? `the list ${request.target} has ${length} items; name a longer one by --param` : Math.ceil(length / 3),
  ),
);
export const secondPage: Probe = next(after("page 2 of a list", firstPage));
export const thirdPage: Probe = next(after("page 3 of a list", secondPage));
export const listedDocument: Probe = next(at("a document of a list", linkedFrom(wholeList)));

export const simpleAgain: Probe = next(at("a simple request again", simple));
export const simpleAsToken: Probe = next(withToken("a simple request with the token", simple));
export const simpleThird: Probe = next(at("a simple request a third time", simple));
export const ownSecondForm: Probe = next(withToken("the same, with the token in its second form", own, 1));
export const ownThirdForm: Probe = next(withToken("the same, with the token in its third form", own, 2));

const documentAsToken: Probe = next(withToken("a document with the token", someDocument));
export const copyAsToken: Probe = next(copy("a good copy with the token", documentAsToken, (etag) => etag, true));
export const copyAsTokenAgain: Probe = next(
  copy("the same with the token again", documentAsToken, (etag) => etag, true),
);

const ownList: Probe = next(withToken("the caller's own list", longest(ownItems)));
export const privateDocument: Probe = next({
  name: "a private document, without a credential",
  ask: (context) => {
    const { variable, api } = context.service;
    if (variable === null) return noToken;
    const { isPrivate } = api.behaviour;
    if (isPrivate === undefined) return "the description does not tell what is private";
    return at("", linkedFrom(ownList, isPrivate)).ask(context);
  },
});

export const leastPage: Probe = next(
  resized("a list with pages of 0", wholeList, ({ request }, length) =>
    length === 0 ? `the list ${request.target} is empty` : 0,
  ),
);
export const largestPage: Probe = next(
  resized("a list with pages of more than there may be", wholeList, ({ request, response }, length, most) => {
    if (length === 0) return `the list ${request.target} is empty`;
    return linksIn(header(response, "link")).length === 0 ? "the list is too short: it has one page" : most * 10;
  }),
);

export const limitOverview: Probe = next(
  at("the overview of the limit", ({ service: { api } }) =>
    api.rateLimit?.overview ? { target: api.rateLimit.overview.path } : "the description has no overview of the limit",
  ),
);
export const limitOverviewAgain: Probe = next({
  name: "the overview of the limit again",
  ask: (context) => {
    const before = answered(context, limitOverview);
    if (before === undefined) return "the overview of the limit was not seen";
    const { status } = before.response;
    return status === 200 ? limitOverview.ask(context) : `${before.request.target} is answered ${status} here`;
  },
});

export const rangeFirst: Probe = next(
  at("the first byte of a document", someDocument, { headers: { range: "bytes=0-0" } }),
);
export const rangeBeyond: Probe = next(
  at("what is behind the end of a document", someDocument, { headers: { range: "bytes=9999999-" } }),
);

next({
  name: "a simple request a fourth time",
  ask: (context) => (context.service.variable === null ? simpleGet.ask(context) : "asked often enough with the token"),
});
/** If others used up the limit, one request shows the refusal. */
export const refusal: Probe = next({
  name: "a request beyond the limit",
  ask: (context) => {
    if (lastCounters(context.observed, "anonymous")?.remaining !== 0)
      return "nothing was refused: a check leaves a tenth of the quota unspent";
    const request = simpleGet.ask(context);
    return typeof request === "string" ? request : { ...request, toBeRefused: true };
  },
});
export const unknownValue: Probe = next(at("a value that is not listed", replaced("path with a list of values", true)));

/** Returns a list with the maximum page size. */
function longest(place: ProbePlace): ProbePlace {
  return (context) => {
    const { paging } = context.service.api;
    if (paging === null) return "the description says nothing of pages";
    const found = place(context);
    return typeof found === "string" ? found : { target: `${found.target}?${paging.size}=${paging.max}` };
  };
}

/** Asks for the same list with another page size; `sizeFor` returns the size, or why the request would show nothing. */
function resized(
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

/** Returns the first document in a list that has a link to itself and satisfies a condition. */
function linkedFrom(
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
