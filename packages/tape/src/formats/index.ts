export { readCassette } from "./cassette/read.ts";
export { formatOf } from "./detect.ts";
export { readHar, readLargeHar } from "./har/read.ts";
export { writeHar } from "./har/write.ts";
export { readNock } from "./nock/read.ts";
export { writeNock } from "./nock/write.ts";
export { pollyFile, writePolly } from "./polly/write.ts";
export { formatNames, readForeignFile, readMany } from "./read.ts";
export { limits, textOf } from "./text.ts";
export type {
  ExportResult,
  FormatName,
  ImportedExchange,
  ImportResult,
  Metadata,
  SidecarReader,
  Warning,
} from "./types.ts";
export { readUndici } from "./undici/read.ts";
export { type MappingFile, readWireMock } from "./wiremock/read.ts";
export { writeWireMock } from "./wiremock/write.ts";
