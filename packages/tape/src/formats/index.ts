export { formatOf } from "./detect.ts";
export { readHar, writeHar } from "./har.ts";
export { type NockDefinition, readNock, writeNock } from "./nock.ts";
export type { Beside, FormatName, Found, Note, Reading, Remark, Written } from "./reading.ts";
export { type Mapping, type MappingFile, readWireMock, writeWireMock } from "./wiremock.ts";
