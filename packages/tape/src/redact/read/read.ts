import { assignments } from "./assignments.ts";
import { columns } from "./columns.ts";
import { formParts } from "./form-parts.ts";
import { graphqlVariables } from "./graphql-variables.ts";
import { cookiesInText } from "./header-values.ts";
import { jsonMembers } from "./json-members.ts";
import { parameters } from "./parameters.ts";
import { pathSegments } from "./path-segments.ts";
import type { Reader } from "./place.ts";
import { typedObjects } from "./typed-objects.ts";
import { userInfos } from "./user-info.ts";
import { valuesBehind } from "./value-behind.ts";

/** The readers of all syntaxes; if several read the same stretch, the first one counts. */
export const readers: readonly Reader[] = [
  userInfos,
  parameters,
  formParts,
  jsonMembers,
  typedObjects,
  graphqlVariables,
  cookiesInText,
  assignments,
  columns,
  pathSegments,
  valuesBehind,
];

/** Returns the rank of what a reader finds, by its place in the list: see `Hit.rank`. */
export function rankOf(place: number): number {
  return 2 + place;
}

/** Ranks of base64 that holds a secret, and of what other messages hid: readers up to these hide the whole value. */
export const codedRank: number = rankOf(readers.indexOf(assignments));
export const knownRank: number = rankOf(readers.indexOf(columns));
