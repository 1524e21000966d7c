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
