export type {
  ControlAnswers,
  ControlOperation,
  Moment,
  QuotaReport,
  QuotaReports,
  UnplayedReport,
} from "./control/answers.ts";
export { type Control, type ControlOptions, ControlRefusal, controlOf, type QuotaSetting } from "./control/client.ts";
export { control } from "./control/control.ts";
export { type ControlAccess, networksIn } from "./control/guard.ts";
export type { OverrideAnswer } from "./control/override.ts";
export { forwardTo } from "./forward.ts";
export { quotaFile } from "./quota-file.ts";
export type { Failure } from "./server/failure.ts";
export { listen } from "./server/listen.ts";
export type { RequestLimits } from "./server/read-request.ts";
export {
  type Closed,
  ListenError,
  type Listening,
  type ListenOptions,
  type WorkerEnd,
} from "./server/server.ts";
export type { Tls } from "./server/tls.ts";
