import assert from "node:assert/strict";
import { apiFor, checkExchange, cityCounts, service } from "@tapedeck/api";
import { type ResourceName, validate } from "@tapedeck/schema";
import { arbitrary, nearMiss } from "@tapedeck/world/arbitraries";
import fc from "fast-check";
import { recordings } from "../fixtures/recordings.ts";
import { type ContractLaw, law } from "../law.ts";

const names: readonly ResourceName[] = ["user", "repository", "repositories", "rate-limit", "error"];

/** Laws of documents and their schemas. */
export const documentLaws: readonly ContractLaw[] = [
  law({
    id: "schemas-2",
    level: "unit",
    // All recordings are checked each time.
    share: 1 / 1000,
    cases: fc.constant(null),
    holds: async () => {
      let checked = 0;
      for (const { origin, exchanges } of await recordings()) {
        const api = apiFor([service, cityCounts], origin);
        for (const exchange of exchanges) {
          assert.deepEqual(checkExchange(exchange, api), [], exchange.request.target);
          checked += 1;
        }
      }
      assert.ok(checked > 0, "there is no recording");
    },
  }),
  law({
    id: "schemas-3",
    level: "unit",
    share: 1 / 2,
    cases: fc.oneof(
      ...names.map((name) => fc.record({ name: fc.constant(name), document: arbitrary(name), near: nearMiss(name) })),
    ),
    holds: ({ name, document, near }) => {
      assert.deepEqual(validate(name, document), []);
      assert.notDeepEqual(validate(name, near.document), [], `${near.broken.rule} at ${near.broken.path}`);
    },
  }),
];
