import { readFileSync } from "node:fs";
import {
  type Api,
  cityCounts,
  compileApi,
  github,
  type RateLimitDescription,
  service,
  type Tokens,
} from "@tapedeck/api";
import type { Exchange, Tape } from "@tapedeck/tape";
import { describe, test } from "vitest";
import { stoppedClock } from "../../src/clock.ts";
import { createPlayer, type Player } from "../../src/handlers/player.ts";
import type { PlayerOptions } from "../../src/handlers/player-options.ts";
import type { IncomingRequest } from "../../src/http/message.ts";
import { counted, exchange, headers, recordedAt, tape, utf8 } from "../exchanges.ts";

export const etag = 'W/"abc"';
export const lastModified = "Thu, 01 Jan 2026 00:00:00 GMT";

/** The body of `/users/ada`. */
export const text = '{"login":"ada"}';

/** What every player here has. */
export const recorded: readonly Exchange[] = [
  exchange(
    {},
    {
      headers: headers(
        ["accept-ranges", "bytes"],
        ["cache-control", "public, max-age=60, s-maxage=60"],
        ["etag", etag],
        ["last-modified", lastModified],
        ["vary", "Accept"],
      ),
    },
  ),
  exchange({ target: "/user", principal: "full" }),
  ...["one", "two", "three"].map((line, at) =>
    exchange(
      { target: "/zen", principal: at === 1 ? "full" : "anonymous" },
      {
        headers: counted.map(([name, value]) => [name, name === "content-type" ? "text/plain; charset=utf-8" : value]),
        body: utf8(line),
      },
    ),
  ),
  ...[403, 404, 409, 422, 500, 502].map((status) => exchange({ target: `/answers/${status}` }, { status })),
  exchange({ target: "/posted", method: "POST", body: utf8('{"a":1,"b":2}') }, { headers: headers(["etag", etag]) }),
  exchange({ target: "/options", method: "OPTIONS" }, { status: 204 }),
  exchange({ target: "/strong" }, { headers: headers(["accept-ranges", "bytes"], ["etag", '"abc"']) }),
  exchange({ target: "/held", headers: [["if-none-match", '"held"']] }, { status: 304, body: null }),
  exchange({ target: "/foreign" }, { headers: [] }),
];

/** The tape of the other API that every player here has. */
export const counts: Tape = {
  ...tape(
    exchange(
      { target: "/bicyclists/helsinki" },
      { headers: [["content-type", "application/json; charset=utf-8"]], body: utf8("42") },
    ),
  ),
  name: "counts",
  origin: "https://cyclists.example",
};

export const tokens: Tokens = {
  full: { token: "full-t0ken", account: "ada" },
  limited: { token: "limited-t0ken", account: "ada" },
};

export const full = { authorization: "token full-t0ken" };
export const limited: Readonly<Record<"authorization", string>> = {
  authorization: `Basic ${btoa("ada:limited-t0ken")}`,
};
export const unknown = { authorization: "token no-t0ken" };
export const malformed = { authorization: "full-t0ken" };

/** Makes a player of an API: of what is recorded above, for two credentials of one account, unless told otherwise. */
export type Make = (options?: Partial<Omit<PlayerOptions, "api">>, rateLimit?: RateLimitDescription) => Player;

/** What a rule is shown with. */
export interface Scene {
  readonly name: "service" | "github";
  readonly documentationUrl: string;
  readonly playerOf: Make;
}

/** The rules, by name, as the table in docs tells them. */
export const rules: ReadonlyMap<string, { readonly statement: string; readonly file: string }> = new Map(
  Array.from(
    readFileSync(new URL("../../docs/rules.md", import.meta.url), "utf8").matchAll(
      /^\| ([a-z]+-\d+) \| (.+?) \| (\S+) \|$/gm,
    ),
    ([, name = "", statement = "", file = ""]) => [name, { statement, file }],
  ),
);

const apis: Readonly<Record<"service" | "github", Api>> = { service, github };
const documentation = { service: "https://docs.service.example/rest", github: "https://docs.github.com/rest" };

/** Shows a rule under each API, in tests that are named after it. */
export function rule(name: string, show: (scene: Scene) => void): void {
  const { statement } = rules.get(name) ?? {};
  if (statement === undefined) throw new RangeError(`No rule ${name} in docs/rules.md`);
  describe.each(["service", "github"] as const)(`${name} under %s: ${statement}`, (kept) => {
    const playerOf: Make = (options = {}, rateLimit = {}) =>
      createPlayer({
        tapes: [tape(...recorded), counts],
        tokens,
        clock: stoppedClock(recordedAt),
        ...options,
        api: [compileApi({ rateLimit }, { base: apis[kept] }), cityCounts],
      });
    show({ name: kept, documentationUrl: documentation[kept], playerOf });
  });
}

/** Shows a rule in one test for each API. */
export function ruleTest(name: string, keep: (scene: Scene) => void): void {
  rule(name, (scene) => test("is kept", () => keep(scene)));
}

/** A request by another method. */
export function by(method: string): Partial<IncomingRequest> {
  return { method };
}
