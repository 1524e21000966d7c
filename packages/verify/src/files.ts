/**
 * Verifies and mends the recordings of a folder, and verifies those of a packed file, in Node, Deno and Bun.
 * @module
 */

export { type InspectFiles, inspectFiles } from "./inspect-files.ts";
export { type FolderReport, mend, type VerifyFolderOptions, verifyFolder } from "./verify-folder.ts";
export { type VerifyPackOptions, verifyPack } from "./verify-pack.ts";
