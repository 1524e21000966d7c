import type { ContractTest } from "./contract-test.ts";
import { conditionTests } from "./contract-tests/conditions.ts";
import { countingTests } from "./contract-tests/counting.ts";
import { credentialed } from "./contract-tests/credentialed.ts";
import { methodTests } from "./contract-tests/methods.ts";
import { misses } from "./contract-tests/misses.ts";
import { profiled } from "./contract-tests/profiled.ts";
import { recordingTests } from "./contract-tests/recordings.ts";
import { sockets } from "./contract-tests/sockets.ts";
import { streams } from "./contract-tests/streams.ts";
import { uploads } from "./contract-tests/uploads.ts";

/** All contract tests, the most interesting first. */
export const contractTests: readonly ContractTest[] = [
  ...recordingTests,
  ...countingTests,
  ...credentialed,
  ...conditionTests,
  ...methodTests,
  ...misses,
  ...profiled,
  ...streams,
  ...sockets,
  ...uploads,
];
