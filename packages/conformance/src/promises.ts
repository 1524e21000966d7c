import type { DoorPromise } from "./promise.ts";
import { conditions } from "./promises/conditions.ts";
import { counting } from "./promises/counting.ts";
import { credentialed } from "./promises/credentialed.ts";
import { methods } from "./promises/methods.ts";
import { misses } from "./promises/misses.ts";
import { profiled } from "./promises/profiled.ts";
import { recordings } from "./promises/recordings.ts";

/**
 * All promises, in the order of a reader's interest.
 * @example
 * for (const promise of promises) await visit(door, promise.setting ?? {}, promise.keep);
 */
export const promises: readonly DoorPromise[] = [
  ...recordings,
  ...counting,
  ...credentialed,
  ...conditions,
  ...methods,
  ...misses,
  ...profiled,
];
