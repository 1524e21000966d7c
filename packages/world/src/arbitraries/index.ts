/**
 * fast-check arbitraries made from the JSON Schemas: documents that fit, and documents that just do not.
 * @module
 */
import type { ResourceName, Shapes } from "@tapedeck/schema";
import fc from "fast-check";
import { settle } from "../domain.ts";
import { broken, faultsIn } from "./faults.ts";
import { fromSchema } from "./from-schema.ts";
import { placeOf } from "./schema.ts";

export { exchanges } from "./exchanges.ts";

/** A document that breaks one rule of its schema. */
export interface NearMiss {
  readonly document: unknown;
  readonly broken: {
    /** Where, as `validate` names places: a JSON Pointer. */
    readonly path: string;
    /** The schema's word for the rule: `required`, `type`, `pattern`, … */
    readonly rule: string;
  };
}

/**
 * Documents of a kind: everything that its schema lets in and the rules of its domain allow. They shrink to the
 * smallest valid one.
 * @param wanted Fields that shall have these values; the others follow them.
 * @example
 * fc.assert(fc.property(arbitrary("repository", { archived: true }), (repository) => !canPush(repository)));
 */
export function arbitrary<Name extends ResourceName>(
  name: Name,
  wanted: Partial<Shapes[Name]> = {},
): fc.Arbitrary<Shapes[Name]> {
  return fromSchema(placeOf(name)).map((document) => settle(name, document, wanted as object) as Shapes[Name]);
}

/**
 * Documents of a kind with one thing wrong, and what that is.
 * @example
 * fc.assert(fc.property(nearMiss("user"), ({ document, broken }) => rejects(document, broken.path)));
 */
export function nearMiss(name: ResourceName): fc.Arbitrary<NearMiss> {
  const place = placeOf(name);
  return fc.tuple(arbitrary(name), fc.nat()).map(([document, choice]) => {
    const faults = faultsIn(place, document);
    const fault = faults[choice % faults.length];
    if (fault === undefined) throw new RangeError(`Cannot break "${name}": its schema has no rules`);
    const path = fault.keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
    return { document: broken(document, fault), broken: { path, rule: fault.rule } };
  });
}
