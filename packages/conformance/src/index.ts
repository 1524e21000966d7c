export { type Adapter, noSockets } from "./adapter.ts";
export { adapters } from "./adapters.ts";
export { contractTests } from "./contract-tests.ts";
export { countRequests } from "./laws/count-requests.ts";
export { interleavingOn } from "./laws/interleaving.ts";
export { algorithmOf, assertCounted, type CountingPlace, countedKinds, countIn } from "./laws/processes.ts";
export { askedOrigin, responseOf } from "./message.ts";
export { reproduce } from "./runs/reproduce.ts";
export { withAdapter } from "./with-adapter.ts";
