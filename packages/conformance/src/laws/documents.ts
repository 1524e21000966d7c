import assert from "node:assert/strict";
import { type ResourceName, resourceOf, validate } from "@tapedeck/schema";
import { arbitrary, nearMiss } from "@tapedeck/world/arbitraries";
import fc from "fast-check";
import { recordings } from "../fixtures/recordings.ts";
import { type Law, law } from "../law.ts";

const names: readonly ResourceName[] = ["user", "repository", "repositories", "rate-limit", "error"];

/** Laws of documents and their schemas. */
export const documents: readonly Law[] = [
  law({
    name: "every recorded resource fits its schema",
    at: "runtime",
    cases: fc.nat(9999),
    holds: async (nth) => {
      const exchanges = (await recordings()).flatMap((tape) => tape.exchanges);
      // An installed package has no recordings beside it.
      const exchange = exchanges[nth % Math.max(1, exchanges.length)];
      if (exchange === undefined) return;
      const { request, response } = exchange;
      const resource = request.method === "GET" ? resourceOf(request.target, response.status) : null;
      if (resource === null || response.body === null) return;
      const value = resource === "zen" ? response.body.text : JSON.parse(response.body.text);
      assert.deepEqual(validate(resource, value), [], request.target);
    },
  }),
  law({
    name: "every generated document fits its schema, and every near miss is one",
    at: "runtime",
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
