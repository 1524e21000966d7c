// What the findings are tried with: a service, a recorder of it, a replay, and what lies in a folder then.
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { createSession } from "@tapedeck/tape/internal";
import { utf8 } from "../../../../tape/test/tapes.ts";
import { type Ended, tapedeck, withService } from "./processes.ts";

export const secret = "a7Xq2LmZ9pRt4KwB6nYc";
/** Today's number, and whether it is as it should be. */
export type Found = readonly [said: string, isWell: boolean];

export const answerAll = { path: "/users/ada", status: 200 };

/** Findings by number and name. */
export type Findings = Readonly<Record<string, (folder: string) => Promise<Found>>>;

/** Everything that lies in a folder, names too. */
export function written(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(
      (entry) =>
        `${join(entry.parentPath, entry.name)}\n${entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), "latin1") : ""}`,
    )
    .join("\n");
}

export function sessionText(text: string): string {
  return createSession().response({ status: 200, headers: [], body: utf8(text) }).body?.text as string;
}

export async function recordedBy(folder: string, from: string, ask: (url: string) => Promise<void>): Promise<Ended> {
  return tapedeck(["record", "--from", from, "--out", join(folder, "out"), "--proxy", "0", "--retries", "0"], {
    use: ask,
  });
}

export const get = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> => {
  const answer = await fetch(url, { headers });
  await answer.clone().arrayBuffer();
  return answer;
};

/** Sends a request as it stands, whatever it says of its host. */
export function raw(url: string, options: object, body?: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      options,
      (answer) => void answer.resume().on("end", () => resolve(answer.statusCode ?? 0)),
    );
    sent.on("error", reject).end(body);
  });
}

export const simple = (folder: string, use: (from: string) => Promise<unknown>): Promise<unknown> =>
  withService(
    (asked, answer) => void answer.end(JSON.stringify({ asked: asked.url })),
    async (from) => {
      await recordedBy(folder, from, async (url) => void (await get(`${url}${answerAll.path}`)));
      return use(from);
    },
  );

export async function replayed(
  folder: string,
  use: (url: string, pid: number) => Promise<void>,
  words: readonly string[] = [],
): Promise<Ended> {
  return tapedeck(["replay", join(folder, "out"), "--port", "0", ...words], { use });
}
