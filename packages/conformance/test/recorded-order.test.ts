// Whatever a program asks of a server with a memory, recorded and replayed: it gets its own answers back, in order.
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRecorder } from "@tapedeck/record";
import { createPlayer } from "@tapedeck/replay";
import { readTapes } from "@tapedeck/tape/files";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";

/** A request, as a program sends it. */
interface Ask {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly query: string;
  readonly as: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Requests that go out at once, and again when all of them are answered. */
type Program = ReadonlyArray<readonly Ask[]>;

const tokens = { alpha: "alpha-0123456789", omega: "omega-0123456789" };

const ask: fc.Arbitrary<Ask> = fc.record({
  method: fc.constantFrom("GET", "POST", "PUT"),
  path: fc.constantFrom("/carts", "/carts/1", "/search"),
  query: fc.constantFrom("", "?tag=z", "?tag=a", "?page=2"),
  as: fc.constantFrom(null, "token alpha-0123456789", "token omega-0123456789"),
  headers: fc.constantFrom(
    {},
    { "x-tenant": "b" },
    { "x-tenant": "a" },
    { "accept-language": "de" },
    { cookie: "sid=9f86" },
  ),
  body: fc.constantFrom("z", "a", '{"x":1}'),
});

// Each answer says how many came before it: replayed in another order, it shows.
let answered = 0;
let issued = 0;
const server = createServer((request, response) => {
  request.resume().on("end", () => {
    if (request.url === "/login") {
      response.setHeader("content-type", "application/json");
      return void response.end(JSON.stringify({ token: createHash("sha256").update(`${issued++}`).digest("hex") }));
    }
    response.end(`${request.method} ${request.url} is number ${answered++}`);
  });
});

beforeAll(() => new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Handler = (request: Request) => Promise<Response>;

async function runOver(handler: Handler, program: Program): Promise<readonly (readonly string[])[]> {
  const texts: string[][] = [];
  for (const wave of program) {
    const sent = wave.map(async ({ method, path, query, as, headers, body }) => {
      const response = await handler(
        new Request(`http://localhost${path}${query}`, {
          method,
          headers: { ...headers, ...(as && { authorization: as }) },
          ...(method !== "GET" && { body }),
        }),
      );
      return response.text();
    });
    texts.push(await Promise.all(sent));
  }
  return texts;
}

async function recordInto<Told>(out: string, ask: (handler: Handler) => Promise<Told>): Promise<Told> {
  const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const recorder = await createRecorder({ from, out, origin: "http://localhost", tokens });
  try {
    return await ask(recorder.player);
  } finally {
    await recorder.close();
  }
}

async function bytesIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".har")).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")])),
  );
}

const runs = law(4);
type Part = "method" | "path" | "query" | "principal" | "body";

const rules = fc.subarray<Part>(["method", "path", "query", "principal", "body"], { minLength: 1 });

/** What answers of a wave may be exchanged for each other: its requests that neither rule nor headers tell apart. */
function alike({ method, path, query, as, headers, body }: Ask, rule: readonly Part[]): string {
  const parts = { method, path, query, principal: as, body: method === "GET" ? "" : body };
  return JSON.stringify([rule.map((name) => parts[name]), headers]);
}

test("a program of any requests gets its own answers back in order, under any rule", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(ask, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 }),
      rules,
      async (program, rule) => {
        const out = await mkdtemp(join(tmpdir(), "tapedeck-order-"));
        const live = await recordInto(out, (handler) => runOver(handler, program));
        const tapes = (await readTapes(out)).map(({ tape }) => tape);
        const replayed = await runOver(createPlayer({ tapes, rule, tokens }), program);
        for (const [at, wave] of program.entries()) {
          const group = (texts: readonly string[] = []) =>
            Object.groupBy(texts.toSorted(), (text) => alike(wave[texts.indexOf(text)] as Ask, rule));
          expect(group(replayed[at])).toEqual(group(live[at]));
        }
        await rm(out, { recursive: true });
      },
    ),
    runs,
  ));

type Login = 0 | 1 | 2;

/** Logs three users in, by these turns, and lets them ask in these; returns what each was told, in order. */
async function visit(handler: Handler, logins: readonly Login[], asks: readonly Login[]) {
  const tokens = new Map<Login, string>();
  for (const who of logins) {
    const body = JSON.stringify({ user: `user-${who}` });
    const headers = { "content-type": "application/json" };
    const response = await handler(new Request("http://localhost/login", { method: "POST", headers, body }));
    tokens.set(who, ((await response.json()) as { token: string }).token);
  }
  const told: string[][] = [[], [], []];
  for (const who of asks) {
    const headers = { authorization: `Bearer ${tokens.get(who)}` };
    told[who]?.push(await (await handler(new Request("http://localhost/me", { headers }))).text());
  }
  return told;
}

test("users who logged in get their own answers back and no others, in whatever order they log in and ask", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<Login>(0, 1, 2), { minLength: 1, maxLength: 12 }).chain((asks) =>
        fc.record({
          asks: fc.constant(asks),
          again: fc.shuffledSubarray(asks, { minLength: asks.length }),
          logins: fc.shuffledSubarray<Login>([0, 1, 2], { minLength: 3 }),
          loginsAgain: fc.shuffledSubarray<Login>([0, 1, 2], { minLength: 3 }),
        }),
      ),
      async ({ asks, again, logins, loginsAgain }) => {
        const out = await mkdtemp(join(tmpdir(), "tapedeck-order-"));
        const live = await recordInto(out, (handler) => visit(handler, logins, asks));
        const tapes = (await readTapes(out)).map(({ tape }) => tape);
        const silent = logins.filter((who) => !asks.includes(who));
        const back = await visit(createPlayer({ tapes }), loginsAgain, [...silent, ...again]);
        for (const who of silent) expect(back[who]?.splice(0)[0]).toContain("Cannot replay");
        expect(back).toEqual(live);
        await rm(out, { recursive: true });
      },
    ),
    runs,
  ));

test("recorded twice, a program gives the same bytes; recorded over what it gave, it touches nothing", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(ask, { minLength: 1, maxLength: 1 }), { minLength: 1, maxLength: 12 }),
      async (program) => {
        const run = (handler: Handler) => runOver(handler, program);
        const [one, two] = await Promise.all([0, 1].map(() => mkdtemp(join(tmpdir(), "tapedeck-order-"))));
        answered = 0;
        await recordInto(one as string, run);
        answered = 0;
        await recordInto(two as string, run);
        const bytes = await bytesIn(one as string);
        expect(await bytesIn(two as string)).toEqual(bytes);
        answered = 0;
        await recordInto(two as string, run);
        expect(await bytesIn(two as string)).toEqual(bytes);
        for (const folder of [one, two]) await rm(folder as string, { recursive: true });
      },
    ),
    runs,
  ));
