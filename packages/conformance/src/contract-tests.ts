import type { ContractTest } from "./contract-test.ts";
import { misses } from "./contract-tests/misses.ts";
import { recordingTests } from "./contract-tests/recordings.ts";
import { requests } from "./contract-tests/requests.ts";
import { sockets } from "./contract-tests/sockets.ts";
import { streams } from "./contract-tests/streams.ts";
import { uploads } from "./contract-tests/uploads.ts";

/** All contract tests, the most interesting first. */
export const contractTests: readonly ContractTest[] = [
  ...recordingTests,
  ...requests,
  ...misses,
  ...streams,
  ...sockets,
  ...uploads,
];
