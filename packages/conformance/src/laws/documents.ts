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
    id: "schemas-2",
    level: "unit",
    // There are few enough to look at each.
    share: 1 / 1000,
    cases: fc.constant(null),
    holds: async () => {
      let checked = 0;
      for (const { request, response } of (await recordings()).flatMap((tape) => tape.exchanges)) {
        const resource = request.method === "GET" ? resourceOf(request.target, response.status) : null;
        if (resource === null || response.body === null) continue;
        const value = resource === "zen" ? response.body.text : JSON.parse(response.body.text);
        assert.deepEqual(validate(resource, value), [], request.target);
        checked += 1;
      }
      assert.ok(checked > 0, "no recording has a resource");
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
