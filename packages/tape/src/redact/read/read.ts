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
