// What is recorded again replaces what a replay would answer.
import { createPlayer } from "@tapedeck/replay";
import { listRecordings, readTapes } from "@tapedeck/tape/files";
import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { record } from "./recording.ts";

const match = [
  { path: "/items/*", ignore: ["path.2"] },
  { path: "/**", ignore: ["query.t", "body:/id"] },
];

/** A request of a program, but for what its client makes anew in each run. */
const step = fc.record({
  method: fc.constantFrom("GET", "PUT", "POST"),
  tenant: fc.constantFrom("", "a"),
  isSigned: fc.boolean(),
  isRefused: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

let moment = 1_767_225_600;

/** Makes a request anew: few values of each kind, so that runs share some. */
function made({ method, tenant, isSigned, isRefused }: Step, values: fc.GeneratorValue): [string, RequestInit] {
  const value = (most: number): number => values(fc.nat, { max: most });
  const headers: Record<string, string> = { ...(tenant !== "" && { "x-tenant": tenant }) };
  moment += 1;
  if (isSigned) Object.assign(headers, { "x-nonce": `a8Hk29dkL20skdJ3${moment}`, "x-timestamp": `${moment}` });
  const query = `?t=${value(2)}${isRefused ? "&refused=1" : ""}`;
  if (method !== "POST") return [`/items/${value(3)}${query}`, { method, headers }];
  headers["content-type"] = "application/json";
  return [`/calls${query}`, { method, headers, body: JSON.stringify({ id: value(1e9), call: 1 }) }];
}

test("a program that is recorded again, its ids and signatures made anew, is replayed with its last answers from as many files", async () => {
  let answers = 0;
  const from = await serveUpstream((request, response) => {
    answers += 1;
    response.statusCode = request.url?.includes("refused") ? 401 : 200;
    response.end(`${answers}`);
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 7 }), fc.gen(), async (program, values) => {
      const out = await tempFolder();
      const said: string[][] = [];
      const files: number[] = [];
      for (const _run of ["first", "again"]) {
        const texts: string[] = [];
        await record({ from, out, match }, async ({ player }) => {
          for (const each of program) {
            const [target, init] = made(each, values);
            texts.push(await (await player(new Request(`http://localhost${target}`, init))).text());
          }
        });
        said.push(texts);
        files.push((await listRecordings(out)).length);
      }
      const player = createPlayer({ tapes: (await readTapes(out)).map(({ tape }) => tape), match, afterLast: "end" });
      const replayed: string[] = [];
      for (const each of program) {
        const [target, init] = made(each, values);
        replayed.push(await (await player(new Request(`http://localhost${target}`, init))).text());
      }
      expect(files[1]).toBe(files[0]);
      expect(replayed).toEqual(said[1]);
    }),
    law(12),
  );
});

test("a token that is issued for a proof keeps its placeholder, and what is asked with it and a new proof its files", async () => {
  const out = await tempFolder();
  let proof = 0;
  const from = await serveUpstream((request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(request.url === "/token" ? { access_token: `zK3d9Lq0Vb7T${proof}x` } : { proof }));
  });
  /** As RFC 9449 has it: each proof has an id of its own. */
  const proven = (): string => {
    proof += 1;
    const parts = [{ typ: "dpop+jwt", alg: "ES256" }, { jti: `b3k2-${proof}` }, { signature: proof }];
    return parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  };
  const files: (readonly string[])[] = [];
  for (const _run of ["first", "again"]) {
    await record({ from, out }, async ({ player }) => {
      const ask = async (method: string, path: string, headers: Record<string, string>): Promise<Response> =>
        player(new Request(`http://localhost${path}`, { method, headers: { dpop: proven(), ...headers } }));
      const { access_token: token } = (await (await ask("POST", "/token", {})).json()) as { access_token: string };
      for (const path of ["/feed", "/feed", "/me"])
        await (await ask("GET", path, { authorization: `DPoP ${token}` })).text();
    });
    files.push(await listRecordings(out));
  }
  expect(files[1]).toEqual(files[0]);
  const answers = (await readTapes(out)).flatMap(({ tape }) =>
    tape.exchanges.map(({ response }) => response.body?.text),
  );
  expect(answers).toEqual(['{"proof":6}', '{"proof":7}', '{"proof":8}', expect.stringContaining("__redacted-field__")]);
});
