import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createRecorder } from "@tapedeck/record";
import { createPlayer } from "@tapedeck/replay";
import { listRecordings, readTapes } from "@tapedeck/tape/files";
import { verifyRecording } from "@tapedeck/verify";
import fc from "fast-check";
import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";

interface Planted {
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const codings: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  encodeURIComponent,
  (secret) => encodeURIComponent(encodeURIComponent(secret)),
  (secret) => encodeURIComponent(btoa(secret)),
];

/** A secret at each place that a rule knows, in some coding. */
const places: readonly ((secret: string, coded: string) => Planted)[] = [
  (_secret, coded) => ({ target: `/a?access_token=${coded}` }),
  (_secret, coded) => ({ target: `/a?db-password=${coded}&b=1` }),
  (secret) => ({ target: `/a?u=${encodeURIComponent(`https://ada:${secret}@h`)}` }),
  (secret) => ({ target: `/a?d=${encodeURIComponent(JSON.stringify({ client_secret: secret }))}` }),
  (secret) => ({ target: `/a?h=${encodeURIComponent(`Authorization: Bearer ${secret}`)}` }),
  (secret) => ({ target: "/a", headers: { "x-client-secret": secret } }),
  (secret) => ({ target: "/a", headers: { "dd-api-key": secret } }),
  (secret) => ({ target: "/a", headers: { cookie: `sid=${secret}; theme=dark` } }),
  (secret) => ({ target: "/a", body: JSON.stringify({ deep: [{ dbPassword: secret }] }) }),
  (secret) => ({ target: "/a", body: `<login><password>${secret}</password></login>` }),
  (secret) => ({ target: "/a", body: `db:\n  password: ${secret}\n` }),
  (_secret, coded) => ({ target: "/a", body: `login=ada&password=${coded}` }),
];

function forms(secret: string): readonly string[] {
  return [secret, encodeURIComponent(secret), btoa(secret), btoa(btoa(secret)), Buffer.from(secret).toString("hex")];
}

test("what a recorder writes holds no secret, verify passes it, and a replay answers it and says no secret", async () => {
  // It issues what it was sent, in its body and its path, as services do.
  const from = await serveUpstream((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const said = { url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ said: JSON.stringify(said) }));
    });
  });
  const out = await tempFolder();
  const secrets = fc.stringMatching(/^zQ7[A-Za-z0-9]{9,20}x9K$/);
  await fc.assert(
    fc.asyncProperty(
      secrets,
      fc.constantFrom(...places),
      fc.constantFrom(...codings),
      async (secret, place, coding) => {
        await rm(out, { force: true, recursive: true });
        const { target, headers = {}, body } = place(secret, coding(secret));
        const init = { headers, ...(body === undefined ? {} : { method: "POST", body }) };
        const recorder = await createRecorder({ from, out });
        await recorder.player(new Request(`http://any.where${target}`, init));
        await recorder.player(new Request(`http://any.where/later/${coding(secret)}?note=${coding(secret)}`));
        await recorder.close();
        const files = await listRecordings(out);
        const texts = await Promise.all(files.map((file) => readFile(join(out, file), "utf8")));
        const player = createPlayer({ tapes: (await readTapes(out)).map(({ tape }) => tape) });
        expect((await player(new Request(`http://any.where${target}`, init))).status).toBe(200);
        await player(new Request(`http://any.where/never${target}`, init));
        const said = [...files, ...texts, JSON.stringify([recorder.summary(), player.journal(), player.misses()])].join(
          "\n",
        );
        expect(forms(secret).filter((form) => said.includes(form))).toEqual([]);
        for (const [at, file] of files.entries()) {
          const found = verifyRecording(file, texts[at] ?? "");
          expect(found.filter(({ kind }) => ["secret", "changed", "not canonical"].includes(kind))).toEqual([]);
        }
      },
    ),
    { numRuns: Number(process.env["PLANTED_RUNS"] ?? 60), seed: 1, endOnFailure: true },
  );
});
