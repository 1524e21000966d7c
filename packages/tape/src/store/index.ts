export { exchangeName } from "./exchange-name.ts";
export { folderOf } from "./folder-name.ts";
export { openHarFolder, TapesGoneError } from "./har-folder.ts";
export { withoutSuperseded } from "./order/merge-run.ts";
export { type Recorded, recordedBelow, recordedFile } from "./order/recorded-log.ts";
export { createTurns, type Turn, type Turns } from "./order/recorded-order.ts";
export { isPack, type OpenPack, openPack } from "./packed/open-pack.ts";
export { PackDamagedError } from "./packed/pack-damaged-error.ts";
export { type PackOptions, packedFiles, packFolder, unpackFolder } from "./packed/pack-folder.ts";
export { createPackWriter, type PackWriter } from "./packed/write-pack.ts";
export { compareFiled, type UnreadableFile } from "./read/read-folder.ts";
export {
  eachTapeFile,
  holdsRecordings,
  listRecordings,
  readLeftTapes,
  readTapes,
  type TapeFile,
} from "./read/read-tapes.ts";
export { sidecarsOf } from "./read/sidecar.ts";
export { StoreError } from "./resource.ts";
export type { Alike } from "./resource-content.ts";
export type { Appended, Found, Store } from "./store.ts";
export { type BodyWriter, createBodyWriter, discardBody } from "./write/large-bodies.ts";
export { makeFolder } from "./write/make-folder.ts";
export { type RewriteOptions, rewriteFile, rewriteTapes, unreferencedHeaders } from "./write/rewrite-tape.ts";
export { writeWhole } from "./write/write-files.ts";
