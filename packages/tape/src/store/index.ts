export { folderOf } from "./folder-name.ts";
export { openHarFolder, TapesGoneError } from "./har-folder.ts";
export { makeFolder } from "./make-folder.ts";
export { listRecordings, readTapes, type TapeFile } from "./read-tapes.ts";
export { createTurns, type Turn, type Turns } from "./recorded-order.ts";
export { StoreError } from "./resource.ts";
export type { Appended, Found, Store } from "./store.ts";
export { writeWhole } from "./write-files.ts";
