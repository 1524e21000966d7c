export { type Adapter, noSockets, type OpenAdapter } from "./adapter.ts";
export { adapters } from "./adapters.ts";
export type { ContractTest } from "./contract-test.ts";
export { contractTests } from "./contract-tests.ts";
export { contractFixtures, tokens } from "./fixtures/fixtures.ts";
export { type ContractLaw, LawBroken, law, type Search } from "./law.ts";
export { interleavingOn } from "./laws/interleaving.ts";
export { algorithmOf, assertCounted, type CountingPlace, countedKinds, countIn } from "./laws/processes.ts";
export {
  createModel,
  type Held,
  type Model,
  type ModelRules,
  type RecordedResponses,
} from "./laws/scenario/model.ts";
export { contractLaws, searchFrom } from "./laws.ts";
export { askedOrigin, type ObservedResponse, responseOf, type TestRequest } from "./message.ts";
export { fixtureRun, goldenRunOf } from "./runs/golden-runs.ts";
export { reproduce } from "./runs/reproduce.ts";
export { type RunResult, results } from "./runs/results.ts";
export { type GoldenRun, transcript, transcriptHash } from "./runs/transcript.ts";
export { type PlayerSession, type RequestOptions, type Setting, withAdapter } from "./with-adapter.ts";
