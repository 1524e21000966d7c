export { openTape, type TapeOptions, type TestTape } from "./open-tape.ts";
export { RefusedError } from "./refused-error.ts";
export type { TestMode } from "./test-mode.ts";
export type { Unplayed } from "./unplayed.ts";
export { type Taped, type TapedBody, type UseTapeOptions, useTape } from "./use-tape.ts";
