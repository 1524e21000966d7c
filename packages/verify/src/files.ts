/**
 * Verifies and mends the recordings of a folder, in Node, Deno and Bun.
 * @module
 */
export { type FolderReport, mend, type VerifyFolderOptions, verifyFolder } from "./verify-folder.ts";
