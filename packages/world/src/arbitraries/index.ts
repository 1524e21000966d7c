/**
 * fast-check arbitraries made from the JSON Schemas: documents that fit, and near misses.
 * @module
 */
import type { ResourceName, Shapes } from "@tapedeck/schema";
import type { Exchange } from "@tapedeck/tape";
import { pointerTo } from "@tapedeck/tape/internal";
import fc from "fast-check";
import { settle } from "../documents/domain.ts";
import { type DomainRule, domainFaultsIn, hasDomain } from "./domain-faults.ts";
import { type ExchangeName, exchangeOf, exchangeParts, headerSchema, isText } from "./exchanges.ts";
import { broken, type Fault, faultsIn } from "./faults.ts";
import { fromSchema } from "./from-schema.ts";
import { oneOf, schemaPlace } from "./schema.ts";

export { type DomainRule, domainRules } from "./domain-faults.ts";
export type { ExchangeName } from "./exchanges.ts";

/** Which rules a near miss breaks one of: those of the schema, or those that no schema can express. */
export type DomainRules = "schema" | "domain";

/** The rule that a near miss breaks. */
export interface Broken {
  /** The place, as `validate` names it: a JSON Pointer. */
  readonly path: string;
  /** The rule: the schema's keyword, `required`, `type`, `pattern`, …, or a rule of the domain. */
  readonly rule: string | DomainRule;
}

/** A document that breaks one rule. */
export interface NearMiss {
  readonly document: unknown;
  readonly broken: Broken;
}

/** An exchange that breaks one rule, in its body or in its header fields. */
export interface ExchangeNearMiss {
  readonly exchange: Exchange;
  readonly broken: Broken & { readonly part: "body" | "headers" };
}

/**
 * Documents of a kind, a resource or a set of header fields: everything that its schema and the rules of its domain
 * allow. Or exchanges as in a recording: a GET of the contract and its answer, with such a body and such header fields.
 * They shrink to the smallest valid one.
 * @param wanted Given fields of the document, or the body; the others follow them.
 * @example
 * fc.assert(fc.property(arbitrary("repository", { archived: true }), (repository) => !canPush(repository)));
 * fc.assert(fc.property(arbitrary("rate-limit-headers"), (headers) => readQuota(headers).remaining >= 0));
 * fc.assert(fc.property(arbitrary({ exchange: "user" }), (exchange) => fromHar(toHar(tapeOf(exchange)))));
 */
export function arbitrary<Name extends ResourceName>(
  name: Name,
  wanted?: Partial<Shapes[Name]>,
): fc.Arbitrary<Shapes[Name]>;
export function arbitrary<Name extends ExchangeName>(
  of: { readonly exchange: Name },
  wanted?: Partial<Shapes[Name]>,
): fc.Arbitrary<Exchange>;
export function arbitrary(
  of: ResourceName | { readonly exchange: ExchangeName },
  wanted: object = {},
): fc.Arbitrary<unknown> {
  if (typeof of === "object") return exchangeParts(of.exchange, wanted).map((parts) => exchangeOf(of.exchange, parts));
  return fromSchema(schemaPlace(of)).map((document) => settle(of, document, wanted));
}

/**
 * Documents or exchanges with one thing wrong, and what that is.
 * @param rules Default: those of the schema. Near misses of the domain fit their schema: a check accepts them, and
 *   other code has to see what is wrong with them.
 * @throws {RangeError} for a kind without such rules.
 * @example
 * fc.assert(fc.property(nearMiss("user"), ({ document, broken }) => rejects(document, broken.path)));
 * fc.assert(fc.property(nearMiss("rate-limit-headers", "domain"), ({ document }) => !addsUp(document)));
 * fc.assert(fc.property(nearMiss({ exchange: "user" }), ({ exchange, broken }) => rejects(exchange, broken.part)));
 */
export function nearMiss(name: ResourceName, rules?: DomainRules): fc.Arbitrary<NearMiss>;
export function nearMiss(of: { readonly exchange: ExchangeName }, rules?: DomainRules): fc.Arbitrary<ExchangeNearMiss>;
export function nearMiss(
  of: ResourceName | { readonly exchange: ExchangeName },
  rules: DomainRules = "schema",
): fc.Arbitrary<NearMiss | ExchangeNearMiss> {
  if (rules !== "schema" && rules !== "domain")
    throw new RangeError(`Cannot break the rules "${rules}"${oneOf(rules, ["schema", "domain"])}`);
  if (typeof of === "object") return exchangeNearMiss(of.exchange, rules);
  if (rules === "domain" && !hasDomain(of))
    throw new RangeError(`Cannot break the domain of "${of}": it has no rule that its schema does not state`);
  return breakOne(arbitrary(of), (document) => faultsOf(of, document, rules)).map(([document, fault]) => ({
    document: broken(document, fault),
    broken: sayBroken(fault),
  }));
}

function exchangeNearMiss(name: ExchangeName, rules: DomainRules): fc.Arbitrary<ExchangeNearMiss> {
  const headerSet = headerSchema(name);
  if (rules === "domain" && headerSet === null && !hasDomain(name))
    throw new RangeError(`Cannot break the domain of an exchange of "${name}": it has no rule that no schema states`);
  const parts = exchangeParts(name);
  const choices = breakOne(parts, ({ body, headers }) => [
    ...faultsOf(name, body, rules)
      .filter(({ put }) => !isText(name) || typeof put === "string")
      .map((fault) => ({ ...fault, part: "body" as const })),
    ...(headerSet === null ? [] : faultsOf(headerSet, headers, rules))
      // On the wire a header field is text, or absent.
      .filter(({ put, keys }) => keys.length === 1 && (put === undefined || typeof put === "string"))
      .map((fault) => ({ ...fault, part: "headers" as const })),
  ]);
  return choices.map(([whole, fault]) => ({
    exchange: exchangeOf(name, { ...whole, [fault.part]: broken(whole[fault.part], fault) }),
    broken: { part: fault.part, ...sayBroken(fault) },
  }));
}

function faultsOf(name: ResourceName, document: unknown, rules: DomainRules): readonly Fault[] {
  return rules === "domain" ? domainFaultsIn(name, document) : faultsIn(schemaPlace(name), document);
}

// First a rule and then a place, or the many links of a repository would leave little room for anything else.
function breakOne<Value, Some extends Fault>(
  values: fc.Arbitrary<Value>,
  faultsIn: (value: Value) => readonly Some[],
): fc.Arbitrary<readonly [Value, Some]> {
  return fc
    .tuple(values, fc.nat(), fc.nat())
    .map(([value, one, other]) => {
      const faults = faultsIn(value);
      const rules = [...new Set(faults.map(({ rule }) => rule))];
      const those = faults.filter(({ rule }) => rule === rules[one % rules.length]);
      return [value, those[other % those.length]] as const;
    })
    .filter((pair): pair is [Value, Some] => pair[1] !== undefined);
}

function sayBroken({ keys, rule }: Fault): Broken {
  return { path: keys.reduce(pointerTo, ""), rule };
}
