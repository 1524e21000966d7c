// Tapes that tests pack, and the keys that they are packed under.
import { join } from "node:path";
import type { Exchange, PackKeys, Tape } from "../../src/index.ts";
import { createPackWriter, type OpenPack, openPack } from "../../src/store/index.ts";

export function keysOf({ request }: Exchange): PackKeys {
  const [path = ""] = request.target.split("?");
  return {
    request,
    tables: { key: [`${request.method} ${request.target}`], path: [path] },
    path: path.replaceAll("/", "\0"),
    ...(request.method === "GET" && { alone: { among: request.target, target: `only ${request.target}` } }),
    namesOrigin: false,
    facts: [[`fact ${path}`, request.method]],
  };
}

/** Packs tapes into a file in a folder, and returns its path. */
export function packed(folder: string, given: readonly Tape[], name = "tapes.tapedeck"): string {
  const file = join(folder, name);
  const writer = createPackWriter(file);
  for (const [at, tape] of given.entries()) writer.tape(`${at}.har`, tape, keysOf);
  writer.finish({ keyedBy: "test", descriptions: null });
  return file;
}

export function withPack<Result>(file: string, use: (pack: OpenPack) => Result): Result {
  const pack = openPack(file);
  try {
    return use(pack);
  } finally {
    pack.close();
  }
}

export function got(target: string, text: string, parts: Partial<Exchange["request"]> = {}): Exchange {
  return {
    request: { method: "GET", target, principal: "anonymous", headers: [], body: null, ...parts },
    response: { status: 200, headers: [["content-type", "text/plain"]], body: { encoding: "utf8", text } },
  };
}

export function tapeOf(...exchanges: readonly Exchange[]): Tape {
  return { name: "a", origin: "https://a.example", recordedAt: 1_767_225_600, exchanges };
}
