import { linksIn } from "@tapedeck/tape";
import { itemsOf, membersOf } from "../observation.ts";
import {
  accountFor,
  answered,
  asking,
  etagFrom,
  ifNoneMatch,
  noToken,
  type Probe,
  type ProbeContext,
  type RequestOptions,
  wholeOf,
} from "../probe.ts";
import { header } from "../response.ts";
import { targetOf } from "../service-under-test.ts";
import { standingOf } from "../window.ts";

const noAccount = "no account is known; name one by --account";
const preflightHeaders = { origin: "https://client.example", "access-control-request-method": "GET" };

/** A tag that no document has. */
const staleTag = '"tapedeck-stale"';

function probe(name: string, ask: Probe["ask"]): Probe {
  return { name, about: "service", ask };
}

function withToken(name: string, ask: Probe["ask"]): Probe {
  return probe(name, (context) => (context.service.variable === null ? noToken : ask(context)));
}

function ofAccount(name: string, options: (context: ProbeContext) => RequestOptions | string, path = ""): Probe {
  return probe(name, (context) => {
    const account = accountFor(context);
    const how = options(context);
    if (account === null) return noAccount;
    return typeof how === "string" ? how : asking(`/users/${account}${path}`, how);
  });
}

export const preflightFirst: Probe = probe("a preflight", () =>
  asking("/zen", { method: "OPTIONS", headers: preflightHeaders }),
);
export const zen: Probe = probe("/zen", () => asking("/zen"));
export const zenAsToken: Probe = withToken("/zen with the token", () => asking("/zen", { as: "token" }));
export const zenAgain: Probe = probe("/zen again", () => asking("/zen"));
export const zenThird: Probe = probe("/zen a third time", () => asking("/zen"));
const zenFourth: Probe = probe("/zen a fourth time", ({ service }) =>
  service.variable === null ? asking("/zen") : "asked often enough with the token",
);

export const ownUser: Probe = withToken("/user", () => asking("/user", { as: "token" }));
export const ownUserBearer: Probe = withToken("/user, as a bearer", () => asking("/user", { as: "bearer" }));
export const ownUserBasic: Probe = withToken("/user, by Basic", () => asking("/user", { as: "basic" }));
export const ownUserUnknown: Probe = probe("/user without a credential", () => asking("/user"));

export const account: Probe = ofAccount("an account", () => ({}));
export const accountHead: Probe = ofAccount("the head of an account", () => ({ method: "HEAD" }));
export const accountStale: Probe = ofAccount("an account, with an old copy", () => ({
  headers: ifNoneMatch(staleTag),
}));
export const malformed: Probe = ofAccount("an account, with a malformed credential", () => ({ as: "malformed" }));
export const preflight: Probe = ofAccount("a preflight for an account", () => ({
  method: "OPTIONS",
  headers: preflightHeaders,
}));
export const preflightAgain: Probe = ofAccount("the same preflight again", () => ({
  method: "OPTIONS",
  headers: preflightHeaders,
}));
export const absent: Probe = probe("an account that nobody has", ({ service }) => asking(`/users/${service.absent}`));

function copy(name: string, of: Probe, tags: (etag: string) => string, options: RequestOptions = {}): Probe {
  return probe(name, (context) => {
    const found = etagFrom(context, of);
    if (typeof found === "string") return context.service.variable === null && options.as === "token" ? noToken : found;
    return asking(found.target, { ...options, headers: ifNoneMatch(tags(found.etag)) });
  });
}

export const copyExact: Probe = copy("a good copy", account, (etag) => etag);
export const copyOtherForm: Probe = copy("a good copy, its tag in the other form", account, (etag) =>
  etag.startsWith("W/") ? etag.slice(2) : `W/${etag}`,
);
export const copyInList: Probe = copy(
  "a good copy in a list",
  account,
  (etag) => `"tapedeck-a", ${etag}, "tapedeck-b"`,
);
export const copyAny: Probe = copy("any copy", account, () => "*");
const accountAsToken: Probe = withToken("an account with the token", (context) => {
  const login = accountFor(context);
  return login === null ? noAccount : asking(`/users/${login}`, { as: "token" });
});
export const copyAsToken: Probe = copy("a good copy with the token", accountAsToken, (etag) => etag, { as: "token" });
export const copyAsTokenAgain: Probe = copy("the same with the token again", accountAsToken, (etag) => etag, {
  as: "token",
});

export const wholeList: Probe = probe("a list", (context) => {
  const login = accountFor(context);
  if (login === null) return noAccount;
  const found = wholeOf(context, account);
  const organization = found !== undefined && membersOf(found)["type"] === "Organization";
  return asking(`/${organization ? "orgs" : "users"}/${login}/repos?per_page=100`);
});

/** The first page of three, or fewer where the list is short. */
export const firstPage: Probe = probe("page 1 of a list", (context) => {
  const whole = wholeOf(context, wholeList);
  const length = whole === undefined ? undefined : itemsOf(whole)?.length;
  if (whole === undefined || length === undefined) return "no list was seen";
  if (length < 2) return `the list ${whole.request.target} has ${length} items; name an account with more by --account`;
  return asking(whole.request.target.replace("per_page=100", `per_page=${Math.ceil(length / 3)}`));
});
export const secondPage: Probe = after("page 2 of a list", firstPage);
export const thirdPage: Probe = after("page 3 of a list", secondPage);

function after(name: string, page: Probe): Probe {
  return probe(name, (context) => {
    const observation = wholeOf(context, page);
    if (observation === undefined) return `${page.name} was not seen`;
    const next = linksIn(header(observation.response, "link")).find(({ rel }) => rel === "next");
    if (next === undefined) return `${page.name} is the last`;
    return fromLink(next.url, context) ?? `the next page is elsewhere: ${next.url}`;
  });
}

// Behind a proxy, links may lead to the service's own name for itself: the path is the same at the base.
function fromLink(url: string, { service }: ProbeContext): ReturnType<typeof asking> | null {
  const within = targetOf(url, service);
  if (within !== null) return asking(within);
  if (!URL.canParse(url)) return null;
  const { pathname, search } = new URL(url);
  return asking(pathname + search);
}

export const leastPage: Probe = sized("a list with per_page=0", 0, () => null);
export const largestPage: Probe = sized("a list with per_page=1000", 1000, (whole) =>
  linksIn(header(whole.response, "link")).length === 0 ? "the list is too short: it has no more than 100 items" : null,
);

function sized(
  name: string,
  size: number,
  pointless: (whole: NonNullable<ReturnType<typeof wholeOf>>) => string | null,
): Probe {
  return probe(name, (context) => {
    const whole = wholeOf(context, wholeList);
    if (whole === undefined || itemsOf(whole) === undefined) return "no list was seen";
    if (itemsOf(whole)?.length === 0) return `the list ${whole.request.target} is empty`;
    return pointless(whole) ?? asking(whole.request.target.replace("per_page=100", `per_page=${size}`));
  });
}

export const repository: Probe = probe("a repository", (context) => {
  if (context.service.repository !== null) return asking(`/repos/${context.service.repository}`);
  const whole = wholeOf(context, wholeList);
  const fullName = (whole === undefined ? undefined : itemsOf(whole))?.find(hasFullName)?.["full_name"];
  return typeof fullName === "string"
    ? asking(`/repos/${fullName}`)
    : "no repository is known; name one by --repository OWNER/NAME";
});

const ownList: Probe = withToken("the list of one's own", () => asking("/user/repos?per_page=100", { as: "token" }));
export const privateRepository: Probe = withToken("a private repository, asked by nobody", (context) => {
  const own = wholeOf(context, ownList);
  const hidden = (own === undefined ? undefined : itemsOf(own))?.find(
    (item) => item["private"] === true && hasFullName(item),
  );
  return hidden === undefined ? "the token sees no private repository" : asking(`/repos/${hidden["full_name"]}`);
});

function hasFullName({ full_name: name }: Readonly<Record<string, unknown>>): boolean {
  return typeof name === "string" && /^[\w.-]+\/[\w.-]+$/.test(name);
}

export const rangeFirst: Probe = ofAccount("the first byte of an account", () => ({ headers: { range: "bytes=0-0" } }));
export const rangeBeyond: Probe = ofAccount("what is behind the end of an account", () => ({
  headers: { range: "bytes=9999999-" },
}));

export const rateLimit: Probe = probe("/rate_limit", () => asking("/rate_limit"));
export const rateLimitAgain: Probe = probe("/rate_limit again", (context) => {
  const first = answered(context, rateLimit);
  if (first === undefined) return "/rate_limit was not seen";
  return first.response.status === 200
    ? asking("/rate_limit")
    : `/rate_limit is answered ${first.response.status} here`;
});

/** Where others used the limit up, one request shows how it is refused. */
export const refusal: Probe = probe("a request beyond the limit", ({ observed }) =>
  standingOf(observed, "anonymous")?.remaining === 0
    ? { ...asking("/zen"), toBeRefused: true }
    : "nothing was refused: a check leaves a tenth of the quota unspent",
);

export const city: Probe = { name: "a city", about: "cities", ask: () => asking("/bicyclists/malaga") };
export const unknownCity: Probe = {
  name: "a city that is none of the seven",
  about: "cities",
  ask: (context) =>
    wholeOf(context, city) === undefined ? "this base has no city counts" : asking("/bicyclists/atlantis"),
};

/**
 * What a check probes, in this order, so long as the budget lasts. It begins with what is free: the response tells how
 * much of the quota there is to spend. What later probes are made from comes before them.
 */
export const probes: readonly Probe[] = [
  preflightFirst,
  zen,
  ownUser,
  account,
  accountHead,
  accountStale,
  copyExact,
  copyOtherForm,
  copyInList,
  copyAny,
  absent,
  ownUserUnknown,
  malformed,
  preflight,
  preflightAgain,
  wholeList,
  firstPage,
  secondPage,
  thirdPage,
  repository,
  zenAgain,
  zenAsToken,
  zenThird,
  ownUserBearer,
  ownUserBasic,
  accountAsToken,
  copyAsToken,
  copyAsTokenAgain,
  ownList,
  privateRepository,
  leastPage,
  largestPage,
  rateLimit,
  rateLimitAgain,
  rangeFirst,
  rangeBeyond,
  zenFourth,
  refusal,
  city,
  unknownCity,
];
