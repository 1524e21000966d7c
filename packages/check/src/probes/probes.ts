import { isList } from "@tapedeck/api";
import { tokenCaller } from "../client/credentials.ts";
import { lastCounters } from "../laws/rate-limit/window.ts";
import {
  firstPage,
  largestPage,
  leastPage,
  listedDocument,
  ownList,
  privateDocument,
  secondPage,
  thirdPage,
  wholeList,
} from "./list-probes.ts";
import { at, isOpen, own, type ProbePlace, simple, someDocument, withToken } from "./place.ts";
import { answered, asking, etagFrom, ifNoneMatch, noToken, type Probe } from "./probe.ts";
import { getsOf, pathParameters, valuesOf } from "./targets.ts";

export { firstPage, largestPage, leastPage, listedDocument, privateDocument, secondPage, thirdPage, wholeList };

const preflightHeaders = { origin: "https://client.example", "access-control-request-method": "GET" };

/** A tag that no document has. */
const staleTag = '"tapedeck-stale"';

function preflightOf(name: string, place: ProbePlace): Probe {
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

/** Returns the path of an operation with another value for its last parameter, which satisfies a condition. */
function replaced(what: string, isListed: boolean): ProbePlace {
  return (context) => {
    const { api, absent, parameters } = context.service;
    for (const operation of getsOf(api)) {
      const names = pathParameters(operation);
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

export const rangeFirst: Probe = at("the first byte of a document", someDocument, { headers: { range: "bytes=0-0" } });
export const rangeBeyond: Probe = at("what is behind the end of a document", someDocument, {
  headers: { range: "bytes=9999999-" },
});

const overview: ProbePlace = ({ service: { api } }) =>
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

/** If others used up the limit, one request shows the refusal. */
export const refusal: Probe = {
  name: "a request beyond the limit",
  ask: (context) => {
    if (lastCounters(context.observed, "anonymous")?.remaining !== 0)
      return "nothing was refused: a check leaves a tenth of the quota unspent";
    const request = simpleGet.ask(context);
    return typeof request === "string" ? request : { ...request, toBeRefused: true };
  },
};

/**
 * The probes of a check, in order, as far as the budget allows. The first are mostly free: their answers tell the
 * quota. A probe comes before those that are made from its answer.
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
