export { control } from "./control.ts";
export type {
  ControlAnswers,
  ControlOperation,
  Moment,
  QuotaReport,
  UnplayedReport,
} from "./control-answers.ts";
export { type Control, ControlRefusal, controlOf } from "./control-client.ts";
export { listen } from "./listen.ts";
export { type Handler, ListenError, type Listening, type ListenOptions } from "./listening.ts";
export { quotaFile } from "./quota-file.ts";
