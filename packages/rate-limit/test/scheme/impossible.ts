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
const withAlgorithm = (algorithm: object): unknown => withPolicy({ algorithm });

/** Schemes that cannot be: what is shown, the scheme, the place of its fault, and what is said of it. */
export const impossible: ReadonlyArray<readonly [shows: string, value: unknown, place: string, message: RegExp]> = [
  ["a list", [], "file", /must be an object, not \[\]/],
  ["no object", null, "file", /must be an object, not null/],
  ["no name", { ...whole, name: undefined }, "file", /has no "name"/],
  ["an unknown member", { ...whole, polices: [] }, "file/polices", /unknown; there is/],
  ["a preset that does not exist", { preset: "gitbub" }, "file/preset", /No preset "gitbub": there is github, /],
  ["a dialect that does not exist", { ...whole, tell: "klingon" }, "file/tell", /no dialect "klingon"/],
  [
    "a limit below 0",
    withAlgorithm({ ...window, limit: -1 }),
    "file/policies/0/algorithm/limit",
    /whole number from 0, not -1/,
  ],
  ["half a request", withAlgorithm({ ...window, limit: 0.5 }), "file/policies/0/algorithm/limit", /not 0.5/],
  ["a window of 0", withAlgorithm({ ...window, seconds: 0 }), "file/policies/0/algorithm/seconds", /above 0, not 0/],
  [
    "an endless window",
    withAlgorithm({ ...window, seconds: Number.POSITIVE_INFINITY }),
    "file/policies/0/algorithm/seconds",
    /Infinity/,
  ],
  [
    "a rate of 0",
    withAlgorithm({ kind: "token-bucket", capacity: 5, refillPerSecond: 0 }),
    "file/policies/0/algorithm/refillPerSecond",
    /above 0/,
  ],
  ["a kind that is none", withAlgorithm({ kind: "window" }), "file/policies/0/algorithm/kind", /"fixed-window" or/],
  [
    "the members of another kind",
    withAlgorithm({ kind: "concurrency", limit: 1, seconds: 3 }),
    "file/policies/0/algorithm/seconds",
    /unknown/,
  ],
  [
    "a log too long",
    withAlgorithm({ ...window, kind: "sliding-log", limit: 1e6 }),
    "file/policies/0/algorithm/limit",
    /"sliding-counter"/,
  ],
  [
    "an unknown zone",
    withAlgorithm({ kind: "fixed-window", limit: 1, opens: "calendar", period: "day", zone: "Mars/Olympus" }),
    "file/policies/0/algorithm/zone",
    /no time zone "Mars\/Olympus"/,
  ],
  [
    "no period",
    withAlgorithm({ kind: "fixed-window", limit: 1, opens: "calendar" }),
    "file/policies/0/algorithm",
    /has no "period"/,
  ],
  [
    "a partition by nothing",
    withPolicy({ partition: ["param:"] }),
    "file/policies/0/partition/0",
    /param:NAME.* not "param:"/,
  ],
  ["a partition that is none", withPolicy({ partition: ["user"] }), "file/policies/0/partition/0", /not "user"/],
  [
    "a parameter of no path",
    withPolicy({ partition: ["param:id"], when: { paths: ["/a/{name}"] } }),
    "file/policies/0/partition/0",
    /no path of "when" has a parameter "id"/,
  ],
  [
    "limits of accounts by address",
    withPolicy({ partition: ["address"], limits: { token: 1 } }),
    "file/policies/0/limits",
    /only where "partition"/,
  ],
  [
    "a limit of an account below 0",
    withPolicy({ limits: { ada: -1 } }),
    "file/policies/0/limits/ada",
    /from 0, not -1/,
  ],
  [
    "no limit for an account that is named",
    withPolicy({ limits: { ada: undefined } }),
    "file/policies/0/limits/ada",
    /from 0, not undefined/,
  ],
  [
    "a status that is none",
    withPolicy({ cost: { byStatus: { "6xx": 0 } } }),
    "file/policies/0/cost/byStatus/6xx",
    /a status like/,
  ],
  ["a cost below 0", withPolicy({ cost: { default: -1 } }), "file/policies/0/cost/default", /from 0/],
  [
    "a pointer that is none",
    withPolicy({ cost: { response: "usage" } }),
    "file/policies/0/cost/response",
    /JSON pointer/,
  ],
  ["a name with a blank", withPolicy({ name: "a b" }), "file/policies/0/name", /a name of letters/],
  [
    "two of one name",
    { ...whole, policies: [...whole.policies, ...whole.policies] },
    "file/policies/1/name",
    /stands twice/,
  ],
  [
    "a form that does not fit",
    { ...whole, tell: [{ header: "a", value: "limit", form: "epoch" }] },
    "file/tell/0/form",
    /"integer"/,
  ],
  [
    "neither header nor pointer",
    { ...whole, tell: [{ value: "limit", form: "integer" }] },
    "file/tell/0",
    /either "header" or "pointer"/,
  ],
  [
    "a header in upper case",
    { ...whole, tell: [{ header: "X-A", value: "limit", form: "integer" }] },
    "file/tell/0/header",
    /lower case/,
  ],
  [
    "the policy of nobody",
    { ...whole, tell: [{ header: "a", value: "limit", form: "integer", policy: "x" }] },
    "file/tell/0/policy",
    /no policy "x"/,
  ],
  [
    "a template of a word that tells nothing",
    { ...whole, tell: [{ header: "a", value: "template", form: "template", template: "{{left}}" }] },
    "file/tell/0/template",
    /not "\{\{left\}\}"/,
  ],
  [
    "a template of a policy that is not there",
    { ...whole, tell: [{ header: "a", value: "template", form: "template", template: "{{x.used}}/{{x.limit}}" }] },
    "file/tell/0/template",
    /no policy "x"/,
  ],
  [
    "a partition in a header that is no list of items",
    { ...whole, tell: [{ header: "a", value: "used", form: "integer", partitionKey: true }] },
    "file/tell/0/partitionKey",
    /only items of the form "structured"/,
  ],
  [
    "a value of a template without one",
    { ...whole, tell: [{ header: "a", value: "template", form: "template" }] },
    "file/tell/0",
    /must have a "template"/,
  ],
  ["a status of nothing", { ...whole, refusal: { status: 99 } }, "file/refusal/status", /from 200 to 599/],
  [
    "a header that breaks the line",
    { ...whole, refusal: { status: 429, headers: { a: "b\r\nc: d" } } },
    "file/refusal/headers/a",
    /value of a header/,
  ],
  ["an overview of nothing", { ...whole, overview: { path: "/r", rate: "x" } }, "file/overview/rate", /no policy "x"/],
  [
    "policies by the thousand",
    { ...whole, policies: Array.from({ length: 1000 }, () => whole.policies[0]) },
    "file/policies",
    /64 is the most/,
  ],
  ["an inherited member", Object.create(whole), "file", /has no/],
];
