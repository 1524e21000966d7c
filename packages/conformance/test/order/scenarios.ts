/** A request of a scenario. */
export interface Sent {
  readonly method?: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Requests that follow each other, and what a live server answers to each. */
export interface Scenario {
  readonly requests: readonly Sent[];
  readonly answers: string;
  /** Whether the rule leaves the body out. */
  readonly ignoresBody?: boolean;
}

const json = { "content-type": "application/json" };

/** What sorting the answers of a file would put into another order than that in which they were recorded. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  "one tenant, another, the first again": {
    requests: ["z", "a", "z"].map((tenant) => ({ target: "/name", headers: { "x-tenant": tenant } })),
    answers: "zeta-1 alpha-2 zeta-3",
  },
  "a repeated parameter": {
    requests: ["z", "a", "m"].map((tag) => ({ target: `/search?tag=${tag}&tag=b` })),
    answers: "zb-1 ab-2 mb-3",
  },
  "a body that is left out of the rule": {
    requests: [2, 1].map((n) => ({ method: "POST", target: "/orders", headers: json, body: JSON.stringify({ n }) })),
    answers: "order-2-1 order-1-2",
    ignoresBody: true,
  },
  "a session: in, out, in again": {
    requests: ["sid=9", "", "sid=9"].map((cookie) => ({ target: "/me", headers: cookie === "" ? {} : { cookie } })),
    answers: "in-1 out-2 in-3",
  },
};
