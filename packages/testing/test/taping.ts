import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import https from "node:https";
import { openNetwork } from "@tapedeck/nock";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { type Taped, type UseTapeOptions, useTape } from "../src/index.ts";
import { makeTapeFolder, service, type TapeFolder } from "./tape-folder.ts";

interface Taping {
  /** The folder of the running test. */
  readonly folder: TapeFolder;
  readonly tapedWith: (options?: Partial<UseTapeOptions>) => Taped;
}

/** Gives each test of a file a folder of recordings, whatever the mode of the run around it. */
export function tapingEachTest(): Taping {
  let folder: TapeFolder;
  beforeEach(async () => {
    vi.stubEnv("CI", undefined);
    vi.stubEnv("TAPEDECK", undefined);
    folder = await makeTapeFolder();
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    openNetwork();
    await folder.remove();
  });
  return {
    get folder() {
      return folder;
    },
    tapedWith: (options = {}) => useTape({ from: service, dir: folder.path, ...options }),
  };
}

/** What a promise is rejected with. */
export async function failure(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => expect.unreachable("it went well"),
    (error: Error) => error,
  );
}

export async function overHttps(path: string): Promise<IncomingMessage> {
  const [message] = (await once(https.get(service + path), "response")) as [IncomingMessage];
  return message.resume();
}
