import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { mount, openNetwork } from "@tapedeck/nock";
import { type PlayerOptions, packKeys } from "@tapedeck/replay";
import type { Tape } from "@tapedeck/tape";
import { createPackWriter, openPack } from "@tapedeck/tape/files";
import { type Adapter, type KeptTapes, noSockets, type OpenAdapter } from "./adapter.ts";
import { askOverHttp } from "./adapters/raw-http.ts";
import { bunAdapter, denoAdapter, socketAdapter, workersAdapter } from "./adapters/socket.ts";
import { askedOrigin, type ObservedResponse, responseOf, type TestRequest } from "./message.ts";

/** Why there is no adapter for HTTP/2. */
export const noHttp2: string =
  "no such server; listen() speaks HTTP/1.1, which every client of the API falls back to, and Deno.serve and Bun.serve speak HTTP/2 over TLS alone";

/** The player itself, called as a fetch function. */
export const functionAdapter: Adapter = {
  name: "function",
  cannotKeep: {
    ...noSockets,
    "errors-10": "the Fetch standard forbids a Request with this method",
    "servers-2": "calling a function takes nothing over, so every other request goes its own way",
  },
  open: async (player) => ({
    ask: async (question) => answerFrom(await player(new Request(...fetchArguments(question)))),
    close: async () => {},
  }),
};

/** Returns a request as the arguments of `fetch` and `Request`. */
function fetchArguments({ method, target, headers, body }: TestRequest): [url: string, init: RequestInit] {
  // A redirect must be returned and not followed.
  return [askedOrigin + target, { method, headers, body, redirect: "manual" }];
}

/** Returns a `Response` as plain data. */
async function answerFrom(response: Response): Promise<ObservedResponse> {
  return responseOf(response.status, response.headers, new Uint8Array(await response.arrayBuffer()));
}

/** nock, with requests by the global `fetch`. */
export const nockFetchAdapter: Adapter = {
  name: "nock fetch",
  cannotKeep: { ...noSockets, "errors-10": "the Fetch standard forbids a Request with this method" },
  open: mounted(async (question) => answerFrom(await fetch(...fetchArguments(question)))),
};

/** nock, with requests by `node:http`. */
const nockHttpAdapter: Adapter = {
  name: "nock http",
  cannotKeep: {
    ...noSockets,
    ...("bun" in process.versions && {
      "errors-10": "nock is told of a TRACE as of a GET on Bun",
      "clients-4": "nock takes the text behind two slashes for a host on Bun",
    }),
  },
  open: mounted(({ method, target, headers, body }) => {
    const { hostname } = new URL(askedOrigin);
    return askOverHttp({ hostname, path: target, method, headers }, body);
  }),
};

function mounted(ask: OpenAdapter["ask"]): Adapter["open"] {
  return async (player) => {
    const { unmount } = mount(player, { origin: askedOrigin });
    return {
      ask,
      close: async () => {
        unmount();
        openNetwork();
      },
    };
  };
}

/** The player itself, over a packed file. */
const packedAdapter: Adapter = { ...functionAdapter, name: "packed", keep: packed };

function packed(tapes: readonly Tape[], { api, rule, matchers, match }: Omit<PlayerOptions, "tapes">): KeptTapes {
  const folder = mkdtempSync(join(tmpdir(), "tapedeck-packed-"));
  const file = join(folder, "tapes.tapedeck");
  const { keyedBy, keysOf } = packKeys({
    ...(api !== undefined && { api }),
    ...(matchers !== undefined && { matchers }),
    ...(match !== undefined && { match }),
    rule,
    origins: [...new Set(tapes.map(({ origin }) => origin))],
    redact: tapes.flatMap(({ redact = [] }) => redact),
  });
  const writer = createPackWriter(file);
  for (const tape of tapes) writer.tape(`${tape.name}/recording.har`, tape, (each) => keysOf(each, tape.origin));
  writer.finish({ keyedBy, descriptions: null });
  const pack = openPack(file);
  return {
    tapes: pack,
    close: () => {
      pack.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * All adapters. They are opened one at a time: an open nock adapter blocks the network, and so the sockets of others,
 * for the whole process.
 */
export const adapters: readonly Adapter[] = [
  functionAdapter,
  packedAdapter,
  socketAdapter,
  workersAdapter,
  denoAdapter,
  bunAdapter,
  nockFetchAdapter,
  nockHttpAdapter,
];
