export { RefusedError } from "@tapedeck/nock";
export { openTape } from "./open-tape.ts";
export type { TapeOptions, TestTape } from "./tape/test-tape.ts";
export type { Unplayed } from "./tape/unplayed.ts";
export type { TestMode } from "./test-mode.ts";
export { type Taped, type TapedBody, type UseTapeOptions, useTape } from "./use-tape.ts";
