import { type Api, matchRoute } from "@tapedeck/api";
import type { Exchange } from "@tapedeck/tape";
import { readBody } from "./read-body.ts";
import { type Shape, shapeOf } from "./shape.ts";

/** Returns the common shape of all recordings of an answer's kind. */
export type KnownShapes = (exchange: Exchange) => Shape | undefined;

/**
 * Groups recordings by kind: answers of one resource of the schemas, else of one path. A member that one of them has is
 * not new in another.
 * @example
 * knownShapes(recorded, service)(recorded[0]); // Shape
 */
export function knownShapes(recorded: readonly Exchange[], api: Api): KnownShapes {
  const kindOf = (exchange: Exchange): string => kindUnder(api, exchange);
  const read = recorded.flatMap((exchange) => {
    const body = readBody(exchange);
    return body.kind === "json" ? { kind: kindOf(exchange), value: body.value } : [];
  });
  const byKind = Map.groupBy(read, ({ kind }) => kind);
  const shapes = new Map([...byKind].map(([kind, alike]) => [kind, shapeOf(alike.map(({ value }) => value))]));
  return (exchange) => shapes.get(kindOf(exchange));
}

/** An operation is one kind, whatever its parameters; without a description, a path is. */
function kindUnder(api: Api, { request: { method, target }, response: { status } }: Exchange): string {
  const { operation } = matchRoute(api, method, target);
  if (status >= 400 && operation !== null) return "error";
  const schemas = [...(operation?.responses.get(String(status))?.values() ?? [])];
  return schemas.length === 0 ? `${status} ${target.split("?")[0]}` : JSON.stringify(schemas);
}
