// The promises of a player: each behaviour once, with the paragraph that it comes from. A row's tests are found by its
// id: a rule of packages/replay/test/rules (level unit), a contract test or a law here (level server, or unit without a
// server), a law of @tapedeck/check (level live). Read next: rows.ts, which joins them.

import { documentRows } from "./documents.ts";
import type { Group } from "./group.ts";
import { limitRows } from "./limits.ts";
import { requests } from "./requests.ts";
import { whole } from "./whole.ts";

/** The groups of behaviours, in the order of the rules' page. */
const inOrder = "vendor clients errors refusal principals limits conditions caching pages city zen".split(" ");
const all: Readonly<Record<string, Group>> = { ...requests, ...limitRows, ...documentRows, ...whole };

export const groups: ReadonlyMap<string, Group> = new Map([
  ...inOrder.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]] as const])),
  ...Object.entries(all).filter(([name]) => !inOrder.includes(name)),
]);
