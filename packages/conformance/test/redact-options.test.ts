import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openNetwork } from "@tapedeck/nock";
import type { RedactOptions } from "@tapedeck/tape";
import { readTapes } from "@tapedeck/tape/files";
import { openTape } from "@tapedeck/testing";
import { expect, test, vi } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { tapedeck } from "../../cli/test/in-process.ts";

interface Recording {
  readonly from: string;
  readonly out: string;
  readonly redact: RedactOptions;
}

const target = "/a?colour=blue&access_token=abc";
const body = JSON.stringify({ hue: "green", note: "acme_abcdefghij0123456789" });
const asked = { path: target, method: "POST", headers: { "content-type": "application/json" }, body } as const;

async function recordByCommand({ from, out }: Recording, ...words: readonly string[]): Promise<void> {
  const plan = join(await tempFolder(), "plan.json");
  await writeFile(plan, JSON.stringify({ requests: [asked] }));
  const { stderr } = await tapedeck(["record", "--from", from, "--out", out, "--plan", plan, ...words]);
  expect(stderr).toContain("captured 1");
}

/** Where the options are given, each with how it is recorded. */
const places: Readonly<Record<string, (recording: Recording) => Promise<void>>> = {
  "api.json": async (recording) => {
    const api = join(await tempFolder(), "api.json");
    await writeFile(api, JSON.stringify({ redact: recording.redact }));
    await recordByCommand(recording, "--api", api);
  },
  "the command": async (recording) => {
    const { names = [], fields = [], shapes = {}, keep = [] } = recording.redact;
    const words = [...names, ...fields, ...keep.map((name) => `-${name}`)];
    const formats = Object.entries(shapes).map(([kind, pattern]) => `${kind}=${pattern}`);
    await recordByCommand(recording, ...[...words, ...formats].map((word) => `--redact=${word}`));
  },
  "useTape()": async ({ from, out, redact }) => {
    vi.stubEnv("CI", undefined);
    vi.spyOn(console, "error").mockReturnValue();
    const tape = await openTape({ from, dir: out, redact, name: ".", mode: "record" });
    await (await fetch(from + target, asked)).text();
    await tape.close();
    openNetwork();
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  },
};

const hidden = /__redacted-[\w.-]+__/g;
const options: ReadonlyArray<readonly [RedactOptions, clean: readonly string[]]> = [
  [{}, ["colour=blue&access_token=*", "green", "acme_abcdefghij0123456789"]],
  [{ names: ["colour"] }, ["colour=*&access_token=*", "green", "acme_abcdefghij0123456789"]],
  [{ fields: ["hue"] }, ["colour=blue&access_token=*", "*", "acme_abcdefghij0123456789"]],
  [{ shapes: { "acme-key": "acme_\\w{20}" } }, ["colour=blue&access_token=*", "green", "*"]],
  [{ keep: ["access_token"] }, ["colour=blue&access_token=abc", "green", "acme_abcdefghij0123456789"]],
];

test.each(Object.keys(places).flatMap((place) => options.map(([redact, clean]) => [place, redact, clean] as const)))(
  "%s is told what to hide and to keep: %j",
  async (place, redact, clean) => {
    // As it was sent, so that what an answer repeats is hidden, too.
    const from = await serveUpstream((request, response) => {
      response.setHeader("content-type", "application/json");
      request.pipe(response);
    });
    const out = await tempFolder();
    await places[place]?.({ from, out, redact });
    const exchanges = (await readTapes(out)).flatMap(({ tape }) => tape.exchanges);
    const said = exchanges.flatMap(({ request, response }) =>
      [request.body, response.body].map((each) => {
        const { hue, note } = JSON.parse(each?.text ?? "{}") as { readonly hue: string; readonly note: string };
        return [request.target.slice("/a?".length), hue, note].map((text) => text.replace(hidden, "*"));
      }),
    );
    expect(said).toEqual([clean, clean]);
  },
);
