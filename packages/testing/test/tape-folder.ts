import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Exchange } from "@tapedeck/tape";
import { folderOf, writeWhole } from "@tapedeck/tape/files";
import { toHar } from "@tapedeck/tape/har";

export const service = "https://api.service.example";

/** A folder of recordings of its own. */
export interface TapeFolder {
  readonly path: string;
  /** Puts answers to GETs of one path on a tape: target and body, in pairs. */
  readonly put: (tape: string, ...answers: ReadonlyArray<readonly [target: string, body: string]>) => Promise<void>;
  readonly putOf: (origin: string, ...of: Parameters<TapeFolder["put"]>) => Promise<void>;
  readonly remove: () => Promise<void>;
}

export async function makeTapeFolder(): Promise<TapeFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "tapedeck-tape-")));
  const putOf: TapeFolder["putOf"] = async (origin, tape, ...answers) => {
    const name = folderOf(origin, answers[0]?.[0] ?? "/");
    const exchanges = answers.map(([target, body]) => exchangeOf(target, body));
    const text = toHar({ name, origin, recordedAt: 1_767_225_600, exchanges });
    await writeWhole(join(path, tape, name, "recording.har"), text);
  };
  return {
    path,
    put: (...of) => putOf(service, ...of),
    putOf,
    remove: () => rm(path, { recursive: true }),
  };
}

function exchangeOf(target: string, text: string): Exchange {
  return {
    request: { method: "GET", target, principal: "anonymous", headers: [], body: null },
    response: {
      status: 200,
      headers: [
        ["content-type", "application/json; charset=utf-8"],
        ["x-ratelimit-limit", "60"],
      ],
      body: { encoding: "utf8", text },
    },
  };
}
