// What the examples of docstrings name and only their reader has, by the function whose example it is.
import { service } from "@tapedeck/api";
import { createPlayer } from "@tapedeck/replay";
import { type Exchange, pinnedMoment, type RecordedRequest, type RecordedResponse, type Tape } from "@tapedeck/tape";
import { toHar } from "@tapedeck/tape/har";
import { finish } from "@tapedeck/tape/internal";
import { homeApis } from "../src/home-apis.ts";

function exchange(target: string, response: Partial<RecordedResponse> = {}): Exchange {
  const request: RecordedRequest = { method: "GET", target, principal: "anonymous", headers: [], body: null };
  return { request, response: { status: 200, headers: [], body: null, ...response } };
}

const json = (text: string): Partial<RecordedResponse> => ({
  headers: [["content-type", "application/json"]],
  body: { encoding: "utf8", text },
});
const ada = exchange("/users/ada", json('{"login":"ada"}'));
const request = ada.request;
const tape: Tape = {
  name: "users",
  origin: "https://api.service.example",
  recordedAt: pinnedMoment,
  exchanges: [ada],
};
const limited = { method: "GET", path: "/users/ada", headers: {}, address: "127.0.0.1", credential: null };
const counters = Object.entries({ limit: 60, remaining: 59, reset: 1_767_229_200, used: 1 }).map(([name, value]) => [
  `x-ratelimit-${name}`,
  String(value),
]);
const upstream = {
  base: "https://api.service.example",
  origin: "https://api.service.example",
  aliases: [],
};

/** By the name of the function. */
export const valuesOf: Readonly<Record<string, object>> = {
  mount: { createPlayer, tapes: [tape] },
  pinRateLimit: { at: pinnedMoment },
  readRateLimit: { now: pinnedMoment },
  pauseAfter: { now: pinnedMoment },
  pricingOf: { request: limited },
  arrangedSteps: { finish },
  compilePolicy: { request: limited },
  canonical: ada,
  digestOf: { exchange: ada },
  exchangeName: { request },
  readBody: { exchange: ada },
  sortKey: { getA: exchange("/a"), getB: exchange("/b") },
  filedOrder: { getA: exchange("/a"), getB: exchange("/b") },
  mergeRun: { exchange: ada },
  sanitize: { exchange: exchange("/users/ada?access_token=9f86d081884c7d65") },
  compileRule: { request },
  graphqlOperation: { request: { ...request, body: { encoding: "utf8", text: '{"query":"query Me { me { id } }"}' } } },
  identifier: { service, request: { target: "/", headers: { authorization: "token s3cr3t-t0ken" } } },
  checkAnswer: { service, exchange: exchange("/users/ada", json("{}")) },
  knownShapes: { service, recorded: [ada] },
  originAmong: { files: [{ file: "a", tape }] },
  nextPage: {
    exchange: exchange("/users/ada/repos", {
      headers: [["link", '<https://api.service.example/user/1/repos?page=2>; rel="next"']],
    }),
  },
  messageOf: { upstream },
  targetWithin: { upstream: { ...upstream, base: "http://127.0.0.1:49152/api/v3" } },
  settle: { document: { owner: { login: "ada" }, name: "loom", full_name: "ada/loom" } },
  licenseOf: { site: { api: "https://api.service.example", web: "https://service.example" } },
  formsOf: { service },
  counterNames: { service },
  countersOf: { service, response: { status: 200, headers: counters, body: new Uint8Array() } },
  targetOn: { service: { base: "https://code.example/api/v3", publicUrl: null } },
  createPlayer: {
    tape,
    createPlayer: (options: object) => createPlayer({ ...options, api: homeApis(), tapes: [tape] }),
  },
  verifyRecording: { text: toHar({ ...tape, name: "api.service.example/zen", exchanges: [] }) },
};

/** Examples that show what comes without being run, and why. */
export const shownOnly: Readonly<Record<string, string>> = {
  assignments: "its names are those of the redaction in use",
  codeList: "its marks are those of the redaction in use",
  columns: "its marks are those of the redaction in use",
  cookiesInText: "its marks are those of the redaction in use",
  pathSegments: "its marks are those of the redaction in use",
  toldByTarget: "its names are those of the redaction in use",
  typedObjects: "its marks are those of the redaction in use",
  sqlPasswords: "its marks are those of the redaction in use",
  insertedValues: "its marks are those of the redaction in use",
  callArguments: "its marks are those of the redaction in use",
  commandLines: "its marks are those of the redaction in use",
  calls: "its marks are those of the redaction in use",
  userInfos: "its marks are those of the redaction in use",
  formParts: "its names are those of the redaction in use",
  valuesBehind: "its names are those of the redaction in use",
  graphqlVariables: "its names are those of the redaction in use",
  unreferencedHeaders: "its recordings are those of the working directory",
  jsonMembers: "its names are those of the redaction in use",
  parameters: "its names are those of the redaction in use",
  entryFlaws: "its text is a broken recording",
  entryCheck: "its entry is a broken one",
  otherTargets: "its index is of recordings that lead by number",
  openResource: "it writes a file",
  openLockedStore: "it writes into the working directory",
  mend: "it mends a file of the working directory",
  knownShapes: "its value is a type's name",
  fromSchema: "its value is one of many",
  send: "it asks a service",
  observe: "it asks a service",
  duplicatesIn: "its value is cut short",
  miscountsIn: "its value is cut short",
  secretsIn: "its value is cut short",
};
