const window = { kind: "fixed-window", limit: 5, seconds: 60 };

/** A scheme that can be. */
export const whole: { readonly policies: readonly object[]; readonly [member: string]: unknown } = {
  name: "mine",
  policies: [{ name: "core", partition: ["account"], algorithm: window }],
  tell: "x-ratelimit",
  refusal: { status: 429 },
};

/** The same with a change in its policy. */
export const withPolicy = (change: object): unknown => ({ ...whole, policies: [{ ...whole.policies[0], ...change }] });

type Row = readonly [shows: string, value: unknown, place: string, message: RegExp];

const others: readonly Row[] = [
  ["a list", [], "", /must be an object, not \[\]/],
  ["no object", null, "", /must be an object, not null/],
  ["a preset that does not exist", { preset: "gitbub" }, "/preset", /No preset "gitbub": there is github, /],
  ["an inherited member", Object.create(whole), "", /has no/],
];

/** Changes of a scheme. */
const schemes: readonly Row[] = [
  ["no name", { name: undefined }, "", /has no "name"/],
  ["an unknown member", { polices: [] }, "/polices", /unknown; there is/],
  ["a dialect that does not exist", { tell: "klingon" }, "/tell", /no dialect "klingon"/],
  ["two of one name", { policies: [...whole.policies, ...whole.policies] }, "/policies/1/name", /stands twice/],
  ["a form that does not fit", { tell: [{ header: "a", value: "limit", form: "epoch" }] }, "/tell/0/form", /"integer"/],
  [
    "neither header nor pointer",
    { tell: [{ value: "limit", form: "integer" }] },
    "/tell/0",
    /either "header" or "pointer"/,
  ],
  [
    "a header in upper case",
    { tell: [{ header: "X-A", value: "limit", form: "integer" }] },
    "/tell/0/header",
    /lower case/,
  ],
  [
    "the policy of nobody",
    { tell: [{ header: "a", value: "limit", form: "integer", policy: "x" }] },
    "/tell/0/policy",
    /no policy "x"/,
  ],
  [
    "a template of a word that tells nothing",
    { tell: [{ header: "a", value: "template", form: "template", template: "{{left}}" }] },
    "/tell/0/template",
    /not "\{\{left\}\}"/,
  ],
  [
    "a template of a policy that is not there",
    { tell: [{ header: "a", value: "template", form: "template", template: "{{x.used}}/{{x.limit}}" }] },
    "/tell/0/template",
    /no policy "x"/,
  ],
  [
    "a partition in a header that is no list of items",
    { tell: [{ header: "a", value: "used", form: "integer", partitionKey: true }] },
    "/tell/0/partitionKey",
    /only items of the form "structured"/,
  ],
  [
    "a value of a template without one",
    { tell: [{ header: "a", value: "template", form: "template" }] },
    "/tell/0",
    /must have a "template"/,
  ],
  ["a status of nothing", { refusal: { status: 99 } }, "/refusal/status", /from 200 to 599/],
  [
    "a header that breaks the line",
    { refusal: { status: 429, headers: { a: "b\r\nc: d" } } },
    "/refusal/headers/a",
    /value of a header/,
  ],
  ["an overview of nothing", { overview: { path: "/r", rate: "x" } }, "/overview/rate", /no policy "x"/],
  [
    "policies by the thousand",
    { policies: Array.from({ length: 1000 }, () => whole.policies[0]) },
    "/policies",
    /64 is the most/,
  ],
];

/** Changes of its one policy. */
const policies: readonly Row[] = [
  ["a partition by nothing", { partition: ["param:"] }, "/partition/0", /param:NAME.* not "param:"/],
  ["a partition that is none", { partition: ["user"] }, "/partition/0", /not "user"/],
  [
    "a parameter of no path",
    { partition: ["param:id"], when: { paths: ["/a/{name}"] } },
    "/partition/0",
    /no path of "when" has a parameter "id"/,
  ],
  [
    "limits of accounts by address",
    { partition: ["address"], limits: { token: 1 } },
    "/limits",
    /only where "partition"/,
  ],
  ["a limit of an account below 0", { limits: { ada: -1 } }, "/limits/ada", /from 0, not -1/],
  ["no limit for an account that is named", { limits: { ada: undefined } }, "/limits/ada", /from 0, not undefined/],
  ["a status that is none", { cost: { byStatus: { "6xx": 0 } } }, "/cost/byStatus/6xx", /a status like/],
  ["a cost below 0", { cost: { default: -1 } }, "/cost/default", /from 0/],
  ["a pointer that is none", { cost: { response: "usage" } }, "/cost/response", /JSON pointer/],
  ["a name with a blank", { name: "a b" }, "/name", /a name of letters/],
];

/** Algorithms of that policy. */
const algorithms: readonly Row[] = [
  ["a limit below 0", { ...window, limit: -1 }, "/limit", /whole number from 0, not -1/],
  ["half a request", { ...window, limit: 0.5 }, "/limit", /not 0.5/],
  ["a window of 0", { ...window, seconds: 0 }, "/seconds", /above 0, not 0/],
  ["an endless window", { ...window, seconds: Number.POSITIVE_INFINITY }, "/seconds", /Infinity/],
  ["a rate of 0", { kind: "token-bucket", capacity: 5, refillPerSecond: 0 }, "/refillPerSecond", /above 0/],
  ["a kind that is none", { kind: "window" }, "/kind", /"fixed-window" or/],
  ["the members of another kind", { kind: "concurrency", limit: 1, seconds: 3 }, "/seconds", /unknown/],
  ["a log too long", { ...window, kind: "sliding-log", limit: 1e6 }, "/limit", /"sliding-counter"/],
  [
    "an unknown zone",
    { kind: "fixed-window", limit: 1, opens: "calendar", period: "day", zone: "Mars/Olympus" },
    "/zone",
    /no time zone "Mars\/Olympus"/,
  ],
  ["no period", { kind: "fixed-window", limit: 1, opens: "calendar" }, "", /has no "period"/],
];

function within(place: string, rows: readonly Row[], schemeWith: (value: object) => unknown): readonly Row[] {
  return rows.map(([shows, value, at, message]) => [shows, schemeWith(value as object), place + at, message]);
}

/** Schemes that cannot be: what is shown, the scheme, the place of its fault, and what is said of it. */
export const impossible: readonly Row[] = [
  ...within("file", others, (scheme) => scheme),
  ...within("file", schemes, (change) => ({ ...whole, ...change })),
  ...within("file/policies/0", policies, withPolicy),
  ...within("file/policies/0/algorithm", algorithms, (algorithm) => withPolicy({ algorithm })),
];
