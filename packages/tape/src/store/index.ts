export { exchangeName } from "./exchange-name.ts";
export { folderOf } from "./folder-name.ts";
export { openHarFolder, TapesGoneError } from "./har-folder.ts";
export { type BodyWriter, createBodyWriter, discardBody } from "./large-bodies.ts";
export { makeFolder } from "./make-folder.ts";
export { withoutSuperseded } from "./merge-run.ts";
export { isPack, type OpenPack, openPack } from "./packed/open-pack.ts";
export { PackDamagedError } from "./packed/pack-damaged-error.ts";
export { type PackOptions, packedFiles, packFolder, unpackFolder } from "./packed/pack-folder.ts";
export { createPackWriter, type PackWriter } from "./packed/write-pack.ts";
export { compareFiled, type UnreadableFile } from "./read-folder.ts";
export {
  eachTapeFile,
  holdsRecordings,
  listRecordings,
  readLeftTapes,
  readTapes,
  type TapeFile,
} from "./read-tapes.ts";
export { type Recorded, recordedBelow, recordedFile } from "./recorded-log.ts";
export { createTurns, type Turn, type Turns } from "./recorded-order.ts";
export { StoreError } from "./resource.ts";
export { type RewriteOptions, rewriteFile, rewriteTapes, unreferencedHeaders } from "./rewrite-tape.ts";
export { sidecarsOf } from "./sidecar.ts";
export type { Appended, Found, Store } from "./store.ts";
export { writeWhole } from "./write-files.ts";
