import { checkResponse, compileApi } from "@tapedeck/api";
import { readApi, readApis, readOpenApi, writeApi } from "@tapedeck/api/files";
import { fromOpenApi } from "@tapedeck/api/openapi";
import { check } from "@tapedeck/check";
import { mount } from "@tapedeck/nock";
import { quotaRedis } from "@tapedeck/quota-redis";
import { createLimiter, createWriter, readRateLimit } from "@tapedeck/rate-limit";
import { createRecorder, readPlan, recordPlan } from "@tapedeck/record";
import { adopt, cleanFound } from "@tapedeck/record/adopt";
import { findDrift } from "@tapedeck/record/drift";
import {
  createPlayer,
  createSharedPlayer,
  passthrough,
  recordMisses,
  runningClock,
  stoppedClock,
} from "@tapedeck/replay";
import { validate } from "@tapedeck/schema";
import { controlOf, forwardTo, listen } from "@tapedeck/serve";
import { createCertificate } from "@tapedeck/serve/certificate";
import { createSanitizer } from "@tapedeck/tape";
import { createPackWriter, openPack, packFolder, readTapes, unpackFolder } from "@tapedeck/tape/files";
import {
  readCassette,
  readForeignFile,
  readHar,
  readNock,
  readUndici,
  readWireMock,
  writeHar,
  writeNock,
  writePolly,
  writeWireMock,
} from "@tapedeck/tape/formats";
import { fromHar, toHar } from "@tapedeck/tape/har";
import { openTape, useTape } from "@tapedeck/testing";
import { verifyRecording } from "@tapedeck/verify";
import { verifyFolder, verifyPack } from "@tapedeck/verify/files";
import { createWorld, createWorldPlayer } from "@tapedeck/world";
import { arbitrary, nearMiss } from "@tapedeck/world/arbitraries";
import { expect, test } from "vitest";

// No compiler looks at JavaScript: what a program is given wrongly is refused where it is given.

type Anything = (...values: readonly unknown[]) => unknown;
const handler = async (): Promise<Response> => new Response();

const entries = Object.entries({
  adopt,
  check,
  checkResponse,
  cleanFound,
  compileApi,
  controlOf,
  createCertificate: (...[names = null]: readonly unknown[]) => createCertificate(names as never),
  createLimiter,
  createPlayer,
  createRecorder,
  createSanitizer,
  createSharedPlayer,
  createWorld,
  createWorldPlayer,
  createWriter,
  findDrift,
  forwardTo,
  fromHar,
  fromOpenApi,
  listen,
  mount,
  openPack,
  openTape,
  packFolder,
  quotaRedis,
  readApi,
  readApis,
  readCassette,
  readForeignFile,
  readHar,
  readNock,
  readOpenApi,
  readPlan,
  readRateLimit,
  readTapes,
  readUndici,
  readWireMock,
  recordPlan,
  runningClock,
  stoppedClock,
  toHar,
  unpackFolder,
  verifyFolder,
  verifyPack,
  verifyRecording: (text: unknown) => verifyRecording("users/GET.har", text as never),
  writeApi,
  writeHar,
  writeNock,
  writePolly,
  writeWireMock,
  taped: (...[options]: Parameters<typeof useTape>) => useTape(options)("a tape", () => {})(),
}) as unknown as ReadonlyArray<readonly [name: string, entry: Anything]>;

const mistakes: ReadonlyArray<readonly [shows: string, values: readonly unknown[]]> = [
  ["nothing", []],
  ["null", [null]],
  ["a number that is none", [Number.NaN]],
  ["a handler, and then null", [handler, null]],
];
const takeHandlers: readonly string[] = ["listen", "mount"];

async function errorOf(entry: Anything, values: readonly unknown[]): Promise<unknown> {
  try {
    return await entry(...values);
  } catch (error) {
    return error;
  }
}

test.each(
  entries.flatMap(([name, entry]) =>
    mistakes
      .filter(([shows]) => takeHandlers.includes(name) || !shows.startsWith("a handler"))
      .map(([shows, values]) => ({ name, entry, shows, values })),
  ),
)("$name given $shows says what it wants", async ({ entry, values }) => {
  const error = await errorOf(entry, values);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(TypeError);
  expect((error as Error).message).toMatch(
    /^Cannot .*(?:; give |is missing|unknown option|neither|no OpenAPI|is not|has no exchanges)/,
  );
});

test.each<readonly [shows: string, call: () => unknown, message: string]>([
  [
    "a clock that is no function",
    () => createPlayer({ tapes: [], clock: 5 as never }),
    'Cannot make a player: found number for the option "clock"; give a function',
  ],
  [
    "no tapes",
    () => createPlayer({} as never),
    'Cannot make a player: found undefined for the option "tapes"; give an object',
  ],
  [
    "no time",
    () => stoppedClock(Number.NaN),
    "Cannot set the clock: found NaN; give epoch seconds, such as Date.now() / 1000",
  ],
  [
    "a moment that is none",
    () => stoppedClock(0).set(Number.NaN),
    "Cannot set the clock: found NaN; give epoch seconds, such as Date.now() / 1000",
  ],
  [
    "an origin without a scheme",
    () => mount(handler as never, { origin: "api.example" }),
    'Cannot mount a player: its origin is "api.example"; give a URL such as https://api.example',
  ],
  [
    "a server without a scheme",
    () => controlOf("localhost:8787"),
    'Cannot control a server: its address is "localhost:8787"; give a URL such as https://api.example',
  ],
  [
    "no server",
    () => controlOf(undefined as never),
    "Cannot control a server: its address is undefined; give a URL such as https://api.example",
  ],
  [
    "a schema that is not there",
    () => validate("usr" as never, {}),
    'Cannot validate a value: there is no schema "usr"; there are account, api, city-count, error, license, own-user, plan, rate-limit, rate-limit-headers, repositories, repository, repository-item, response-headers, user, zen',
  ],
  ["an arbitrary of no schema", () => arbitrary("usr" as never), 'Cannot find a schema "usr"; did you mean "user"?'],
  [
    "an exchange of no kind",
    () => arbitrary({ exchange: "usr" as never }),
    'Cannot make an exchange of "usr"; did you mean "user"?',
  ],
  [
    "an exchange of nothing alike",
    () => nearMiss({ exchange: "gist" as never }),
    'Cannot make an exchange of "gist"; there are user, own-user, repository, repositories, rate-limit, error, zen, city-count',
  ],
  [
    "rules that are none",
    () => nearMiss("user", "both" as never),
    'Cannot break the rules "both"; there are schema, domain',
  ],
  [
    "no world",
    () => createWorld(undefined as never),
    "Cannot make a world: found undefined for the options; give an object",
  ],
  [
    "a world of a mistyped option",
    () => createWorld({ seed: 1, acounts: 3 } as never),
    'Cannot make a world: unknown option "acounts"; did you mean "accounts"?',
  ],
  [
    "a packed file without a name",
    () => createPackWriter(undefined as never),
    "Cannot write a packed file: found undefined for its name; give a text",
  ],
  [
    "what readTapes() gives as tapes",
    () => createPlayer({ tapes: [{ file: "users/ada", tape: {} }] as never }),
    "Cannot make a player: tape 1 has no exchanges; of what readTapes() gives, take .map(({ tape }) => tape)",
  ],
  [
    "the name of an API for an API",
    () => createPlayer({ tapes: [], api: "github" as never }),
    'Cannot make a player: found string for the option "api"; give an object',
  ],
  [
    "an end that is none",
    () => createPlayer({ tapes: [], afterLast: "stop" as never }),
    'Cannot make a player: the option "afterLast" is "stop"; give stay, cycle or end',
  ],
  [
    "a mistyped list of what to hide",
    () => createPlayer({ tapes: [], redact: { nmes: ["sid"] } as never }),
    'Cannot redact as "redact" in the options says: "nmes" is none of names, headers, cookies, parameters, fields, keep, shaped, shapes',
  ],
  [
    "a token whose variable is not set",
    () => createPlayer({ tapes: [], tokens: { full: process.env["NO_SUCH_VARIABLE"] } as never }),
    'Cannot use the alias "full": its token is undefined; is its environment variable set?',
  ],
  [
    "the same of a recorder",
    () => createRecorder({ from: "http://127.0.0.1:9", out: "nowhere", tokens: { full: undefined } as never }),
    'Cannot use the alias "full": its token is undefined; is its environment variable set?',
  ],
  [
    "a tape without a name",
    () => openTape({ from: "http://127.0.0.1:9" } as never),
    'Cannot open a tape: the option "name" is missing',
  ],
  [
    "an upstream without its origin",
    () => recordMisses(createPlayer({ tapes: [] }), handler, undefined as never),
    "Cannot record misses: found undefined for the options; give an object",
  ],
  [
    "nothing that passes",
    () => passthrough(createPlayer({ tapes: [] }), handler, {} as never),
    'Cannot pass requests on: found undefined for the option "paths"; give an object',
  ],
  [
    "a plan without its file's name",
    () => readPlan("{}", undefined as never),
    "Cannot read a plan: found undefined for its file's name; give a text",
  ],
  ["no handler", () => listen(undefined as never), "Cannot listen: found undefined for the handler; give a function"],
])("the error for %s names it", async (_shows, call, message) => {
  expect(await errorOf(call, [])).toEqual(new RangeError(message));
});
