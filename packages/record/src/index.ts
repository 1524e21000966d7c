export type { Plan, PlanStep } from "@tapedeck/schema";
export { UpstreamError } from "@tapedeck/tape/upstream-error";
export { PlanError, readPlan } from "./plan/read-plan.ts";
export { type PlanOptions, type PlanReport, recordPlan } from "./plan/record-plan.ts";
export type { RecordingHandler } from "./player.ts";
// Its types bring Node's into what Deno checks; the module itself is loaded when a recorder starts.
export type { TapePersister } from "./polly/tape-persister.ts";
export { createRecorder, type Recorder } from "./recorder.ts";
export { RecorderError } from "./recorder-error.ts";
export type { RecorderOptions } from "./recorder-options.ts";
export { passSockets } from "./send/pass-sockets.ts";
export type { PaceOptions, Waiting } from "./send/rate-limiter.ts";
export type { RecordRequest } from "./send/record-request.ts";
export type { PrincipalStanding, WaitReason } from "./standing.ts";
export { FolderLockedError } from "./store/folder-lock.ts";
export type { SharedPlaceholder } from "./store/issued-before.ts";
export type {
  Asked,
  Captured,
  Invalid,
  Outnumbered,
  RejectedCredential,
  Remark,
  Summary,
  Unanswered,
} from "./summary.ts";
