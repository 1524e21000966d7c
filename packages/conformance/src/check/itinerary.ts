import { linksIn } from "@tapedeck/tape";
import { header } from "../question.ts";
import { itemsOf, membersOf } from "./sighting.ts";
import { targetOf } from "./site.ts";
import {
  accountFor,
  answered,
  asking,
  etagFrom,
  ifNoneMatch,
  type Known,
  type Manner,
  noToken,
  type Step,
  wholeOf,
} from "./step.ts";
import { standingOf } from "./window.ts";

const noAccount = "no account is known; name one by --account";
const preflightHeaders = { origin: "https://client.example", "access-control-request-method": "GET" };

/** A tag that no document has. */
const staleTag = '"tapedeck-stale"';

function step(name: string, ask: Step["ask"]): Step {
  return { name, about: "service", ask };
}

function withToken(name: string, ask: Step["ask"]): Step {
  return step(name, (known) => (known.site.variable === null ? noToken : ask(known)));
}

function ofAccount(name: string, manner: (known: Known) => Manner | string, path = ""): Step {
  return step(name, (known) => {
    const account = accountFor(known);
    const how = manner(known);
    if (account === null) return noAccount;
    return typeof how === "string" ? how : asking(`/users/${account}${path}`, how);
  });
}

export const preflightFirst: Step = step("a preflight", () =>
  asking("/zen", { method: "OPTIONS", headers: preflightHeaders }),
);
export const zen: Step = step("/zen", () => asking("/zen"));
export const zenAsToken: Step = withToken("/zen with the token", () => asking("/zen", { as: "token" }));
export const zenAgain: Step = step("/zen again", () => asking("/zen"));
export const zenThird: Step = step("/zen a third time", () => asking("/zen"));
const zenFourth: Step = step("/zen a fourth time", ({ site }) =>
  site.variable === null ? asking("/zen") : "asked often enough with the token",
);

export const ownUser: Step = withToken("/user", () => asking("/user", { as: "token" }));
export const ownUserBearer: Step = withToken("/user, as a bearer", () => asking("/user", { as: "bearer" }));
export const ownUserBasic: Step = withToken("/user, by Basic", () => asking("/user", { as: "basic" }));
export const ownUserUnknown: Step = step("/user without a credential", () => asking("/user"));

export const account: Step = ofAccount("an account", () => ({}));
export const accountHead: Step = ofAccount("the head of an account", () => ({ method: "HEAD" }));
export const accountStale: Step = ofAccount("an account, with an old copy", () => ({ headers: ifNoneMatch(staleTag) }));
export const malformed: Step = ofAccount("an account, with a malformed credential", () => ({ as: "malformed" }));
export const preflight: Step = ofAccount("a preflight for an account", () => ({
  method: "OPTIONS",
  headers: preflightHeaders,
}));
export const preflightAgain: Step = ofAccount("the same preflight again", () => ({
  method: "OPTIONS",
  headers: preflightHeaders,
}));
export const absent: Step = step("an account that nobody has", ({ site }) => asking(`/users/${site.absent}`));

function copy(name: string, of: Step, tags: (etag: string) => string, manner: Manner = {}): Step {
  return step(name, (known) => {
    const found = etagFrom(known, of);
    if (typeof found === "string") return known.site.variable === null && manner.as === "token" ? noToken : found;
    return asking(found.target, { ...manner, headers: ifNoneMatch(tags(found.etag)) });
  });
}

export const copyExact: Step = copy("a good copy", account, (etag) => etag);
export const copyOtherForm: Step = copy("a good copy, its tag in the other form", account, (etag) =>
  etag.startsWith("W/") ? etag.slice(2) : `W/${etag}`,
);
export const copyInList: Step = copy("a good copy in a list", account, (etag) => `"tapedeck-a", ${etag}, "tapedeck-b"`);
export const copyAny: Step = copy("any copy", account, () => "*");
const accountAsToken: Step = withToken("an account with the token", (known) => {
  const login = accountFor(known);
  return login === null ? noAccount : asking(`/users/${login}`, { as: "token" });
});
export const copyAsToken: Step = copy("a good copy with the token", accountAsToken, (etag) => etag, { as: "token" });
export const copyAsTokenAgain: Step = copy("the same with the token again", accountAsToken, (etag) => etag, {
  as: "token",
});

export const wholeList: Step = step("a list", (known) => {
  const login = accountFor(known);
  if (login === null) return noAccount;
  const found = wholeOf(known, account);
  const organization = found !== undefined && membersOf(found)["type"] === "Organization";
  return asking(`/${organization ? "orgs" : "users"}/${login}/repos?per_page=100`);
});

/** The first page of three, or fewer where the list is short. */
export const firstPage: Step = step("page 1 of a list", (known) => {
  const whole = wholeOf(known, wholeList);
  const length = whole === undefined ? undefined : itemsOf(whole)?.length;
  if (whole === undefined || length === undefined) return "no list was seen";
  if (length < 2) return `the list ${whole.asked.target} has ${length} items; name an account with more by --account`;
  return asking(whole.asked.target.replace("per_page=100", `per_page=${Math.ceil(length / 3)}`));
});
export const secondPage: Step = after("page 2 of a list", firstPage);
export const thirdPage: Step = after("page 3 of a list", secondPage);

function after(name: string, page: Step): Step {
  return step(name, (known) => {
    const sighting = wholeOf(known, page);
    if (sighting === undefined) return `${page.name} was not seen`;
    const next = linksIn(header(sighting.answer, "link")).find(({ rel }) => rel === "next");
    if (next === undefined) return `${page.name} is the last`;
    return fromLink(next.url, known) ?? `the next page is elsewhere: ${next.url}`;
  });
}

// Behind a proxy, links may lead to the service's own name for itself: the path is the same at the base.
function fromLink(url: string, { site }: Known): ReturnType<typeof asking> | null {
  const within = targetOf(url, site);
  if (within !== null) return asking(within);
  if (!URL.canParse(url)) return null;
  const { pathname, search } = new URL(url);
  return asking(pathname + search);
}

export const leastPage: Step = sized("a list with per_page=0", 0, () => null);
export const largestPage: Step = sized("a list with per_page=1000", 1000, (whole) =>
  linksIn(header(whole.answer, "link")).length === 0 ? "the list is too short: it has no more than 100 items" : null,
);

function sized(
  name: string,
  size: number,
  pointless: (whole: NonNullable<ReturnType<typeof wholeOf>>) => string | null,
): Step {
  return step(name, (known) => {
    const whole = wholeOf(known, wholeList);
    if (whole === undefined || itemsOf(whole) === undefined) return "no list was seen";
    if (itemsOf(whole)?.length === 0) return `the list ${whole.asked.target} is empty`;
    return pointless(whole) ?? asking(whole.asked.target.replace("per_page=100", `per_page=${size}`));
  });
}

export const repository: Step = step("a repository", (known) => {
  if (known.site.repository !== null) return asking(`/repos/${known.site.repository}`);
  const whole = wholeOf(known, wholeList);
  const fullName = (whole === undefined ? undefined : itemsOf(whole))?.find(hasFullName)?.["full_name"];
  return typeof fullName === "string"
    ? asking(`/repos/${fullName}`)
    : "no repository is known; name one by --repository OWNER/NAME";
});

const ownList: Step = withToken("the list of one's own", () => asking("/user/repos?per_page=100", { as: "token" }));
export const privateRepository: Step = withToken("a private repository, asked by nobody", (known) => {
  const own = wholeOf(known, ownList);
  const hidden = (own === undefined ? undefined : itemsOf(own))?.find(
    (item) => item["private"] === true && hasFullName(item),
  );
  return hidden === undefined ? "the token sees no private repository" : asking(`/repos/${hidden["full_name"]}`);
});

function hasFullName({ full_name: name }: Readonly<Record<string, unknown>>): boolean {
  return typeof name === "string" && /^[\w.-]+\/[\w.-]+$/.test(name);
}

export const rangeFirst: Step = ofAccount("the first byte of an account", () => ({ headers: { range: "bytes=0-0" } }));
export const rangeBeyond: Step = ofAccount("what is behind the end of an account", () => ({
  headers: { range: "bytes=9999999-" },
}));

export const rateLimit: Step = step("/rate_limit", () => asking("/rate_limit"));
export const rateLimitAgain: Step = step("/rate_limit again", (known) => {
  const first = answered(known, rateLimit);
  if (first === undefined) return "/rate_limit was not seen";
  return first.answer.status === 200 ? asking("/rate_limit") : `/rate_limit is answered ${first.answer.status} here`;
});

/** Where others used the limit up, one request shows how it is refused. */
export const refusal: Step = step("a request beyond the limit", ({ seen }) =>
  standingOf(seen, "anonymous")?.remaining === 0
    ? { ...asking("/zen"), toBeRefused: true }
    : "nothing was refused: a check leaves a tenth of the quota unspent",
);

export const city: Step = { name: "a city", about: "cities", ask: () => asking("/bicyclists/malaga") };
export const unknownCity: Step = {
  name: "a city that is none of the seven",
  about: "cities",
  ask: (known) =>
    wholeOf(known, city) === undefined ? "this base has no city counts" : asking("/bicyclists/atlantis"),
};

/**
 * What a check asks, in this order, so long as the budget lasts. It begins with what is free: the answer tells how
 * much of the quota there is to spend. What later steps are made from comes before them.
 */
export const itinerary: readonly Step[] = [
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
