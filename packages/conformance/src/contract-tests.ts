import type { ContractTest } from "./contract-test.ts";
import { conditions } from "./contract-tests/conditions.ts";
import { counting } from "./contract-tests/counting.ts";
import { credentialed } from "./contract-tests/credentialed.ts";
import { methods } from "./contract-tests/methods.ts";
import { misses } from "./contract-tests/misses.ts";
import { profiled } from "./contract-tests/profiled.ts";
import { recordings } from "./contract-tests/recordings.ts";
import { sockets } from "./contract-tests/sockets.ts";
import { streams } from "./contract-tests/streams.ts";

/**
 * All contract tests, in the order of a reader's interest.
 * @example
 * for (const promise of contract tests) await withAdapter(adapter, promise.setting ?? {}, promise.run);
 */
export const contractTests: readonly ContractTest[] = [
  ...recordings,
  ...counting,
  ...credentialed,
  ...conditions,
  ...methods,
  ...misses,
  ...profiled,
  ...streams,
  ...sockets,
];
