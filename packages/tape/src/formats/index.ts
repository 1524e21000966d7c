export { formatOf } from "./detect.ts";
export { readHar } from "./har/read.ts";
export { writeHar } from "./har/write.ts";
export { readNock } from "./nock/read.ts";
export { type NockDefinition, writeNock } from "./nock/write.ts";
export type {
  ExportResult,
  FormatName,
  ImportedExchange,
  ImportResult,
  Metadata,
  SidecarReader,
  Warning,
} from "./types.ts";
export { type MappingFile, readWireMock } from "./wiremock/read.ts";
export { type Mapping, writeWireMock } from "./wiremock/write.ts";
