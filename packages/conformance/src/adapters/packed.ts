import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PlayerOptions, packKeys } from "@tapedeck/replay";
import type { Tape } from "@tapedeck/tape";
import { createPackWriter, openPack } from "@tapedeck/tape/files";
import type { Adapter, KeptTapes } from "../adapter.ts";
import { functionAdapter } from "./function.ts";

/** The player itself, over a packed file. */
export const packedAdapter: Adapter = { ...functionAdapter, name: "packed", keep: packed };

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
