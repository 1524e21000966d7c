import { parseJson } from "../har/parse.ts";
import { isObject } from "../json/json-value.ts";
import { RecordingSyntaxError } from "../recording-error.ts";
import type { FormatName } from "./types.ts";

/** Shapes of YAML files: lines that they have, and one that they do not have. */
const yamlShapes: ReadonlyArray<readonly [format: FormatName, lines: RegExp, never?: RegExp]> = [
  ["har", /^log:/m],
  ["vcr", /^http_interactions:|^- *!ruby\/struct:VCR/m],
  ["go-vcr", /^interactions:[\s\S]*^ +url:/m, /^ +uri:/m],
  ["vcrpy", /^interactions:|^-\s+"?request"?:/m],
];

/**
 * Recognizes the format of a text by its shape: `log.entries` is HAR, a list of `scope` and `path` is nock's, `request`
 * and `response` are WireMock's, `snapshot` is undici's, `interactions` those of VCR and similar tools.
 * @throws RecordingSyntaxError if it is none of them, or neither JSON nor the YAML of a cassette.
 * @example
 * formatOf('{"mappings":[]}', "stubs.json"); // "wiremock"
 */
export function formatOf(text: string, file: string): FormatName {
  if (text.trim() === "" && /\.ya?ml$/i.test(file)) return "vcr";
  // nock's recorder writes JavaScript by default; its reader says so.
  if (/^\s*nock\s*\(/.test(text)) return "nock";
  const beginning = text.slice(0, 4096);
  const [unread] = unreadableTexts.find(([, lines]) => lines.test(beginning)) ?? [];
  if (unread !== undefined) throw new RecordingSyntaxError(file, unread);
  const head = text.slice(0, 100_000);
  const yaml = /^\uFEFF?\s*[[{]/.test(head)
    ? undefined
    : yamlShapes.find(([, lines, never]) => lines.test(head) && !never?.test(head));
  if (yaml) return yaml[0];
  if (/\.ya?ml$/i.test(file) && !/^\uFEFF?\s*[[{]/.test(head)) {
    throw new RecordingSyntaxError(
      file,
      "it is none of HAR as YAML (log), or a cassette of VCR (http_interactions), vcrpy or go-vcr (interactions); name another file",
    );
  }
  const value = parseJson(text, file, { broken: "export it again from the tool that wrote it" });
  const [foreign] = unreadable.find(([, shape]) => shape.every((path) => pathIn(value, path))) ?? [];
  if (foreign !== undefined) throw new RecordingSyntaxError(file, foreign);
  const found = shapeOf(value);
  if (found !== null) return found;
  const kind = value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`.replace("a o", "an o");
  throw new RecordingSyntaxError(
    file,
    `it is JSON, ${kind}, and none of HAR (log.entries), nock's definitions (a list of scope and path), WireMock's mappings (request and response), undici's snapshots, or a cassette (interactions); name another file`,
  );
}

const insomnia = "it is an export of Insomnia's, which has requests alone: run them through record --proxy";
const openApi = "it is an OpenAPI document: name it in the recordings' api.json";
const swagger =
  "it is a description in Swagger 2.0: convert it to OpenAPI 3, and name that in the recordings' api.json";

/** Texts of tools that keep no exchanges, or in a form of their own: what each is and what to do; what it begins with. */
const unreadableTexts: ReadonlyArray<readonly [found: string, lines: RegExp]> = [
  [
    "it is a flow file of mitmproxy's; make HAR of it: mitmdump --no-server --rfile FILE --set hardump=flows.har",
    /^\d+:(?:\d+:|\w)/,
  ],
  ["it is a request of Bruno's, without an answer: run it through record --proxy", /^\uFEFF?\s*meta\s*\{\s*\n/],
  ["it is a tape of talkback's: have talkback serve it, and record that", /^\{\s+meta: \{\s+createdAt:/],
  [insomnia, /^type: *["']?\w+\.insomnia\.rest\//m],
  [openApi, /^openapi: *["']?3/m],
  [swagger, /^swagger: *["']?2/m],
];

/** The same of JSON, by members that it has. */
const unreadable: ReadonlyArray<readonly [found: string, shape: readonly string[]]> = [
  ["it is a collection of Postman's, which has requests alone: run it through record --proxy", ["info.schema", "item"]],
  [insomnia, ["__export_format"]],
  ["it is a simulation of Hoverfly's: have hoverfly -webserver serve it, and record that", ["data.pairs", "meta"]],
  ["it is an environment of Mockoon's: have mockoon-cli serve it, and record that", ["routes", "lastMigration"]],
  ["it is a contract of Pact's: have pact-stub-server serve it, and record that", ["consumer.name", "provider.name"]],
  ["it is a file of mountebank's: have mb --configfile serve it, and record that", ["imposters"]],
  ["it is an expectation of MockServer's: have MockServer serve it, and record that", ["0.httpRequest"]],
  ["it is a session of Charles's: export it there as HAR", ["0.protocolVersion", "0.remoteAddress"]],
  [openApi, ["openapi", "paths"]],
  [swagger, ["swagger"]],
];

function pathIn(value: unknown, path: string): boolean {
  const [first = "", ...rest] = path.split(".");
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, first)) return false;
  return rest.length === 0 || pathIn((value as Readonly<Record<string, unknown>>)[first], rest.join("."));
}

/** Returns the format of a JSON value's shape; null if it is unknown. */
function shapeOf(value: unknown): FormatName | null {
  if (Array.isArray(value)) {
    // nock.back writes an empty list where nothing was asked.
    const isNock = value.some((each) => typeof each?.scope === "string" && typeof each.path === "string");
    if (isNock || value.length === 0) return "nock";
    if (value.some((each) => typeof each?.snapshot === "object")) return "undici";
    // mitmproxy's flows as JSON look like them, but have no bodies.
    const isFlow = value.some((each) => isObject(each?.client_conn));
    return !isFlow && value.some((each) => isObject(each?.request) && isObject(each?.response)) ? "vcrpy" : null;
  }
  if (!isObject(value)) return null;
  const { log, mappings, request, response, http_interactions, interactions } = value;
  if (isObject(log)) return "har";
  if (Array.isArray(http_interactions)) return "vcr";
  if (Array.isArray(interactions)) return interactions.some((each) => each?.request?.url) ? "go-vcr" : "vcrpy";
  // One interaction, as Datadog's test agent keeps it: a mapping's status is a number.
  if (isObject(request) && isObject(response) && isObject(response["status"])) return "vcrpy";
  return Array.isArray(mappings) || (isObject(request) && isObject(response)) ? "wiremock" : null;
}
