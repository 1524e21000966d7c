import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createRecorder, type RecorderOptions } from "@tapedeck/record";
import { createPlayer, type Player } from "@tapedeck/replay";
import { type Listening, listen } from "@tapedeck/serve";
import { listRecordings, readTapes } from "@tapedeck/tape/files";
import { afterEach, beforeEach } from "vitest";
import { tempFolder } from "../../../../.ci/test-resources.ts";
import { chat } from "./servers/chat.ts";

/** A folder of recordings for each test, and what a test opened. */
interface RecordedChat {
  readonly folder: () => string;
  /** Closed after the test, the latest first. */
  readonly open: Array<{ close(): unknown }>;
  /** Starts a service; resolves to its base URL. */
  readonly started: (server: Server) => Promise<string>;
  /** Records the chat service while a client talks to the recorder at this URL. */
  readonly record: (by: (url: string) => Promise<unknown>, options?: Partial<RecorderOptions>) => Promise<void>;
  /** Replays the folder. */
  readonly replay: (
    options?: object,
  ) => Promise<{ readonly player: Player; readonly server: Listening; readonly url: string }>;
  /** Resolves to the text of all recordings. */
  readonly filed: () => Promise<string>;
}

/** Makes a folder for each test, and the ways to record the chat service into it and to replay it. */
export function recordedChat(): RecordedChat {
  let folder = "";
  const open: RecordedChat["open"] = [];

  beforeEach(async () => {
    folder = await tempFolder();
  });

  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close();
  });

  const started: RecordedChat["started"] = async (server) => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    open.push({ close: () => server.close() });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  const record: RecordedChat["record"] = async (by, options = {}) => {
    const from = await started(chat());
    const recorder = await createRecorder({ from, origin: "https://chat.example", out: folder, ...options });
    const proxy = await listen(recorder.player);
    try {
      await by(proxy.url.replace("http", "ws"));
    } finally {
      await proxy.close();
      await recorder.close();
    }
  };

  const replay: RecordedChat["replay"] = async (options = {}) => {
    const tapes = (await readTapes(folder)).map(({ tape }) => tape);
    const player = createPlayer({ tapes, ...options });
    const server = await listen(player);
    open.push(server);
    return { player, server, url: server.url.replace("http", "ws") };
  };

  const filed: RecordedChat["filed"] = async () => {
    const files = await listRecordings(folder);
    return (await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")))).join("");
  };

  return { folder: () => folder, open, started, record, replay, filed };
}
