// Chooses targets for the requests of a check, by the operations of the description; probes.ts tells their purpose.

import { isList, type Operation } from "@tapedeck/api";
import { formsOf, tokenCaller } from "../client/credentials.ts";
import { asking, noToken, type Probe, type ProbeContext, type ProbeOptions } from "./probe.ts";
import { getsOf, isSteady, operationTarget, pathParameters } from "./targets.ts";

/** Returns where a request of some kind may go, or text that says why there is no such place. */
export type ProbePlace = (context: ProbeContext) => { readonly target: string } | string;

/** Makes the place of the first operation of a kind whose path is known. */
function first(what: string, is: (operation: Operation, context: ProbeContext) => boolean): ProbePlace {
  return (context) => {
    const places = getsOf(context.service.api)
      .filter((operation) => is(operation, context))
      .map((operation) => operationTarget(operation, context));
    return places.find((place) => typeof place !== "string") ?? places[0] ?? `the description has no ${what}`;
  };
}

/** Returns whether an operation answers without a credential. */
export function isOpen({ credential }: Operation): boolean {
  return credential !== "required";
}

/** A document: an operation with a name in its path, else one without parameters. */
export const someDocument: ProbePlace = (context) => {
  const { path, api } = context.service;
  if (path !== null) return { target: path };
  if (getsOf(api).length === 0) return { target: "/" };
  const isDocument = (operation: Operation): boolean => isOpen(operation) && isSteady(operation, api);
  const isNamed = (operation: Operation): boolean => isDocument(operation) && pathParameters(operation).length > 0;
  return first("document to ask for", getsOf(api).some(isNamed) ? isNamed : isDocument)(context);
};

/** An operation without parameters that can be asked often; a document if there is none. */
export const simple: ProbePlace = (context) => {
  const found = first(
    "operation without parameters",
    (operation, { service: { api } }) =>
      isOpen(operation) &&
      pathParameters(operation).length === 0 &&
      !isList(operation, api.paging) &&
      operation.path !== api.rateLimit?.overview?.path,
  )(context);
  return typeof found === "string" ? someDocument(context) : found;
};

/** A document that needs a credential. */
export const own: ProbePlace = first(
  "operation that needs a credential",
  (operation, { service }) =>
    !isOpen(operation) && isSteady(operation, service.api) && pathParameters(operation).length === 0,
);
/** A list that needs a credential. */
export const ownItems: ProbePlace = first(
  "list that needs a credential",
  (operation, { service }) => !isOpen(operation) && isList(operation, service.api.paging),
);
/** A list that needs no credential. */
export const openList: ProbePlace = first(
  "list",
  (operation, { service }) => isOpen(operation) && isList(operation, service.api.paging),
);

/** Makes a probe for a place. */
export function at(name: string, place: ProbePlace, options: ProbeOptions = {}): Probe {
  return {
    name,
    ask: (context) => {
      const found = place(context);
      return typeof found === "string" ? found : asking(found.target, options);
    },
  };
}

/** Makes the same with the token, in one of the forms that the description names. */
export function withToken(name: string, place: ProbePlace, form = 0): Probe {
  return {
    name,
    ask: (context) => {
      const { variable, api } = context.service;
      if (variable === null) return noToken;
      const as = form === 0 ? tokenCaller(api) : [...formsOf(api).keys()][form];
      if (as === undefined) return "the description names no other form of a credential";
      const found = place(context);
      return typeof found === "string" ? found : asking(found.target, { as });
    },
  };
}
