import { calls } from "./calls.ts";
import { formParts } from "./http/form-parts.ts";
import { cookiesInText } from "./http/header-values.ts";
import { parameters } from "./http/parameters.ts";
import { pathSegments } from "./http/path-segments.ts";
import { userInfos } from "./http/user-info.ts";
import { graphqlVariables } from "./json/graphql-variables.ts";
import { jsonMembers } from "./json/json-members.ts";
import { typedObjects } from "./json/typed-objects.ts";
import type { Reader } from "./place.ts";
import { assignments } from "./text/assignments.ts";
import { callArguments } from "./text/call-arguments.ts";
import { codeList } from "./text/code-list.ts";
import { columns } from "./text/columns.ts";
import { commandLines } from "./text/command-lines.ts";
import { connectionStrings } from "./text/connection-strings.ts";
import { insertedValues, sqlPasswords } from "./text/sql.ts";
import { valuesBehind } from "./text/value-behind.ts";
import { toldByTarget } from "./told-by-target.ts";

/** The readers of all syntaxes; if several read the same stretch, the first one counts. */
export const readers: readonly Reader[] = [
  userInfos,
  sqlPasswords,
  insertedValues,
  callArguments,
  connectionStrings,
  parameters,
  formParts,
  jsonMembers,
  typedObjects,
  calls,
  toldByTarget,
  graphqlVariables,
  cookiesInText,
  assignments,
  columns,
  codeList,
  pathSegments,
  commandLines,
  valuesBehind,
];

/** Returns the rank of what a reader finds, by its place in the list: see `Hit.rank`. */
export function rankOf(place: number): number {
  return 2 + place;
}

/** Ranks of base64 that holds a secret, and of what other messages hid: readers up to these hide the whole value. */
export const codedRank: number = rankOf(readers.indexOf(assignments));
export const knownRank: number = rankOf(readers.indexOf(columns));
