export type {
  ControlAnswers,
  ControlOperation,
  Moment,
  QuotaReport,
  UnplayedReport,
} from "./control/answers.ts";
export { type Control, ControlRefusal, controlOf, type QuotaSetting } from "./control/client.ts";
export { control } from "./control/control.ts";
export type { PatchAnswer } from "./control/patch.ts";
export { forwardTo } from "./forward.ts";
export { quotaFile } from "./quota-file.ts";
export { listen } from "./server/listen.ts";
export { type Handler, ListenError, type Listening, type ListenOptions } from "./server/server.ts";
export type { Tls } from "./server/tls.ts";
