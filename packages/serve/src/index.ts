export { control } from "./control.ts";
export type {
  ControlAnswers,
  ControlOperation,
  Moment,
  QuotaReport,
  UnplayedReport,
} from "./control-answers.ts";
export { type Control, ControlRefusal, controlOf, type QuotaSetting } from "./control-client.ts";
export { forwardTo } from "./forward.ts";
export { listen } from "./listen.ts";
export { type Handler, ListenError, type Listening, type ListenOptions } from "./listening.ts";
export type { PatchAnswer } from "./patch.ts";
export { quotaFile } from "./quota-file.ts";
export type { Tls } from "./tls.ts";
