import type { Told } from "../generated/scheme.ts";
import { type Preset, read, refusing, tellAs } from "./preset.ts";

const paths = ["/admin/api/*/graphql.json"];
const of = (policy: string, tell: readonly Told[]): readonly Told[] => tell.map((told) => ({ ...told, policy }));

export const shopify: Preset = {
  name: "shopify",
  policies: [
    {
      name: "rest",
      partition: ["app", "account"],
      algorithm: { kind: "leaky-bucket", capacity: 40, leakPerSecond: 2 },
      unless: { paths },
    },
    {
      // Charged as requested, and refunded to the actual cost.
      name: "graphql",
      unit: "points",
      partition: ["app", "account"],
      algorithm: { kind: "token-bucket", capacity: 2000, refillPerSecond: 100 },
      cost: {
        default: 10,
        requires: "/extensions/cost/requestedQueryCost",
        response: "/extensions/cost/actualQueryCost",
      },
      when: { paths },
      refusal: {
        status: 200,
        body: `{"errors":[{"message":"Throttled","extensions":{"code":"THROTTLED"}}],"extensions":{"cost":{"requestedQueryCost":{{required}},"actualQueryCost":null,"throttleStatus":{"maximumAvailable":0,"currentlyAvailable":0,"restoreRate":100}}}}`,
      },
    },
  ],
  tell: [...of("rest", tellAs("shopify-rest")), ...of("graphql", tellAs("shopify-graphql"))],
  refusal: refusing(
    { errors: "Exceeded 2 calls per second for api client. Reduce request rates to resume uninterrupted service." },
    { retryAfter: "delta-decimal" },
  ),
  source: "https://shopify.dev/docs/api/usage/limits",
  date: read,
};
