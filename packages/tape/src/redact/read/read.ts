import { assignments } from "./assignments.ts";
import { jsonMembers } from "./json-members.ts";
import { parameters } from "./parameters.ts";
import type { Reader } from "./place.ts";
import { userInfos } from "./user-info.ts";

/** The readers of all syntaxes; where several read the same stretch, the first says what it is. */
export const readers: readonly Reader[] = [userInfos, parameters, jsonMembers, assignments];
