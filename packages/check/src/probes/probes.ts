import { isList, type Operation } from "@tapedeck/api";
import { linksIn } from "@tapedeck/tape";
import { formsOf, tokenCaller } from "../client/credentials.ts";
import { standingOf } from "../laws/rate-limit/window.ts";
import { itemsOf, type Observation } from "../observation.ts";
import { header } from "../response.ts";
import {
  answered,
  asking,
  etagFrom,
  ifNoneMatch,
  noToken,
  type Probe,
  type ProbeContext,
  type RequestOptions,
  wholeOf,
} from "./probe.ts";
import { getsOf, isSteady, linksInDocument, parametersIn, pathOf, targetOfLink, valuesOf } from "./targets.ts";

const preflightHeaders = { origin: "https://client.example", "access-control-request-method": "GET" };

/** A tag that no document has. */
const staleTag = '"tapedeck-stale"';

/** Where a request of some kind may go; a text says why there is no such place. */
type Place = (context: ProbeContext) => { readonly target: string } | string;

/** The first operation of a kind whose path is known. */
function first(what: string, is: (operation: Operation, context: ProbeContext) => boolean): Place {
  return (context) => {
    const places = getsOf(context.service.api)
      .filter((operation) => is(operation, context))
      .map((operation) => pathOf(operation, context));
    return places.find((place) => typeof place !== "string") ?? places[0] ?? `the description has no ${what}`;
  };
}

function isOpen({ credential }: Operation): boolean {
  return credential !== "required";
}

// Documents are what has a name in its path; where nothing has, what is asked without one.
const someDocument: Place = (context) => {
  const { path, api } = context.service;
  if (path !== null) return { target: path };
  if (getsOf(api).length === 0) return { target: "/" };
  const isDocument = (operation: Operation): boolean => isOpen(operation) && isSteady(operation, api);
  const named = first(
    "document to ask for",
    (operation) => isDocument(operation) && parametersIn(operation).length > 0,
  );
  const hasNames = getsOf(api).some((operation) => isDocument(operation) && parametersIn(operation).length > 0);
  return (hasNames ? named : first("document to ask for", isDocument))(context);
};

const simple: Place = (context) => {
  const found = first(
    "operation without parameters",
    (operation, { service: { api } }) =>
      isOpen(operation) &&
      parametersIn(operation).length === 0 &&
      !isList(operation, api.paging) &&
      operation.path !== api.rateLimit?.overview?.path,
  )(context);
  return typeof found === "string" ? someDocument(context) : found;
};

const own = first(
  "operation that needs a credential",
  (operation, { service }) =>
    !isOpen(operation) && isSteady(operation, service.api) && parametersIn(operation).length === 0,
);
const ownItems = first(
  "list that needs a credential",
  (operation, { service }) => !isOpen(operation) && isList(operation, service.api.paging),
);
const openList = first("list", (operation, { service }) => isOpen(operation) && isList(operation, service.api.paging));

function at(name: string, place: Place, options: RequestOptions = {}): Probe {
  return {
    name,
    ask: (context) => {
      const found = place(context);
      return typeof found === "string" ? found : asking(found.target, options);
    },
  };
}

function withToken(name: string, place: Place, form = 0): Probe {
  return {
    name,
    ask: (context) => {
      const { variable, api } = context.service;
      if (variable === null) return noToken;
      const as = form === 0 ? tokenCaller(api) : [...formsOf(api).keys()][form];
      if (as === undefined) return "the description names no other form of a credential";
      const found = place(context);
      return typeof found === "string" ? found : asking(found.target, { as });
    },
  };
}

function preflightOf(name: string, place: Place): Probe {
  return {
    name,
    ask: (context) =>
      context.service.api.preflight === null
        ? "the description does not say how a preflight is answered"
        : at(name, place, { method: "OPTIONS", headers: preflightHeaders }).ask(context),
  };
}

export const preflightFirst: Probe = preflightOf("a preflight", simple);
export const simpleGet: Probe = at("a simple request", simple);
export const simpleAsToken: Probe = withToken("a simple request with the token", simple);
export const simpleAgain: Probe = at("a simple request again", simple);
export const simpleThird: Probe = at("a simple request a third time", simple);
const simpleFourth: Probe = {
  name: "a simple request a fourth time",
  ask: (context) => (context.service.variable === null ? simpleGet.ask(context) : "asked often enough with the token"),
};

export const ownDocument: Probe = withToken("a document of one's own", own);
export const ownSecondForm: Probe = withToken("the same, with the token in its second form", own, 1);
export const ownThirdForm: Probe = withToken("the same, with the token in its third form", own, 2);
export const ownUnknown: Probe = at("a document of one's own, without a credential", own);

export const document: Probe = at("a document", someDocument);
export const documentHead: Probe = at("the head of a document", someDocument, { method: "HEAD" });
export const documentStale: Probe = at("a document, with an old copy", someDocument, {
  headers: ifNoneMatch(staleTag),
});
export const malformed: Probe = at("a document, with a malformed credential", someDocument, { as: "malformed" });
export const preflight: Probe = preflightOf("a preflight for a document", someDocument);
export const preflightAgain: Probe = { ...preflight, name: "the same preflight again" };

/** The path of an operation with a value in place of its last parameter that satisfies a condition. */
function replaced(what: string, isListed: boolean): Place {
  return (context) => {
    const { api, absent, parameters } = context.service;
    for (const operation of getsOf(api)) {
      const names = parametersIn(operation);
      const last = names.at(-1);
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

export const absent: Probe = at("what is not there", replaced("document with a name in its path", false));
export const unknownValue: Probe = at("a value that is not listed", replaced("path with a list of values", true));

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

export const copyExact: Probe = copy("a good copy", document, (etag) => etag);
export const copyOtherForm: Probe = copy("a good copy, its tag in the other form", document, (etag) =>
  etag.startsWith("W/") ? etag.slice(2) : `W/${etag}`,
);
export const copyInList: Probe = copy(
  "a good copy in a list",
  document,
  (etag) => `"tapedeck-a", ${etag}, "tapedeck-b"`,
);
export const copyAny: Probe = copy("any copy", document, () => "*");
const documentAsToken: Probe = withToken("a document with the token", someDocument);
export const copyAsToken: Probe = copy("a good copy with the token", documentAsToken, (etag) => etag, true);
export const copyAsTokenAgain: Probe = copy("the same with the token again", documentAsToken, (etag) => etag, true);

/** A list, as long as a page may be. */
function longest(place: Place): Place {
  return (context) => {
    const { paging } = context.service.api;
    if (paging === null) return "the description says nothing of pages";
    const found = place(context);
    return typeof found === "string" ? found : { target: `${found.target}?${paging.size}=${paging.max}` };
  };
}

export const wholeList: Probe = at("a list", longest(openList));

/** The whole list with another size of its pages. */
function sized(context: ProbeContext, whole: Observation, size: number): string {
  const { paging } = context.service.api;
  return whole.request.target.replace(`${paging?.size}=${paging?.max}`, `${paging?.size}=${size}`);
}

/** The first page of three, or fewer where the list is short. */
export const firstPage: Probe = {
  name: "page 1 of a list",
  ask: (context) => {
    const whole = wholeOf(context, wholeList);
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
      const observation = wholeOf(context, page);
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
      const whole = wholeOf(context, wholeList);
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

/** The first document in a list that has a link to itself, of those that a condition lets through. */
function linkedFrom(
  list: Probe,
  isWanted: (item: Readonly<Record<string, unknown>>, context: ProbeContext) => boolean,
): Place {
  return (context) => {
    const whole = wholeOf(context, list);
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

const ownList: Probe = withToken("a list of one's own", longest(ownItems));
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

export const rangeFirst: Probe = at("the first byte of a document", someDocument, { headers: { range: "bytes=0-0" } });
export const rangeBeyond: Probe = at("what is behind the end of a document", someDocument, {
  headers: { range: "bytes=9999999-" },
});

const overview: Place = ({ service: { api } }) =>
  api.rateLimit?.overview ? { target: api.rateLimit.overview.path } : "the description has no overview of the limit";
export const limitOverview: Probe = at("the overview of the limit", overview);
export const limitOverviewAgain: Probe = {
  name: "the overview of the limit again",
  ask: (context) => {
    const before = answered(context, limitOverview);
    if (before === undefined) return "the overview of the limit was not seen";
    const { status } = before.response;
    return status === 200 ? limitOverview.ask(context) : `${before.request.target} is answered ${status} here`;
  },
};

/** Where others used the limit up, one request shows how it is refused. */
export const refusal: Probe = {
  name: "a request beyond the limit",
  ask: (context) => {
    if (standingOf(context.observed, "anonymous")?.remaining !== 0)
      return "nothing was refused: a check leaves a tenth of the quota unspent";
    const request = simpleGet.ask(context);
    return typeof request === "string" ? request : { ...request, toBeRefused: true };
  },
};

/**
 * What a check asks, in this order, so long as the budget lasts. It begins with what is mostly free: the answer tells how
 * much of the quota there is to spend. What later probes are made from comes before them.
 */
export const probes: readonly Probe[] = [
  preflightFirst,
  simpleGet,
  ownDocument,
  document,
  documentHead,
  documentStale,
  copyExact,
  copyOtherForm,
  copyInList,
  copyAny,
  absent,
  ownUnknown,
  malformed,
  preflight,
  preflightAgain,
  wholeList,
  firstPage,
  secondPage,
  thirdPage,
  listedDocument,
  simpleAgain,
  simpleAsToken,
  simpleThird,
  ownSecondForm,
  ownThirdForm,
  documentAsToken,
  copyAsToken,
  copyAsTokenAgain,
  ownList,
  privateDocument,
  leastPage,
  largestPage,
  limitOverview,
  limitOverviewAgain,
  rangeFirst,
  rangeBeyond,
  simpleFourth,
  refusal,
  unknownValue,
];
