// Finds secrets in recordings, which another tool wrote or a person edited, before they are copied elsewhere.
// It hides nothing: `import` does, and `verify --fix`.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chunksIn } from "../../body/filed-body.ts";
import { RecordingSyntaxError } from "../../recording-error.ts";
import { createScrubber } from "../../redact/scrubber.ts";
import type { TapeFile } from "./read-tapes.ts";

/**
 * Refuses a tape that holds a secret in plain.
 * @throws RecordingSyntaxError that says what kinds of secrets it holds, and what to do.
 */
export function refuseSecrets(root: string, { file, files, tape }: TapeFile): void {
  const kinds = new Set<string>();
  const scrubber = createScrubber({ ...tape.redact, onRedact: (kind) => kinds.add(kind) });
  for (const exchange of tape.exchanges) {
    scrubber.exchange(exchange);
    for (const message of [exchange.request, exchange.response]) {
      if (message.body?.encoding !== "file") continue;
      const change = scrubber.body(message === exchange.request, exchange.request);
      for (const piece of chunksIn(message.body, { passing: true })) change.chunk(piece);
      change.end();
    }
  }
  // Another tool's file says more than its exchanges: credentials, cookies, comments.
  let isForeign = false;
  for (const name of new Set(file.endsWith(".har") ? [file] : files)) {
    const place = join(root, name);
    const text = existsSync(place) ? readFileSync(place, "utf8") : "";
    if (text === "" || text.includes('"_tapedeck"')) continue;
    isForeign = true;
    scrubber.text(text);
  }
  if (kinds.size === 0) return;
  // As it is called from where pack was.
  const path = join(root, file);
  const how = isForeign
    ? `take it over with npx @tapedeck/cli import ${JSON.stringify(path)} --to DIR, and remove it here`
    : "run npx @tapedeck/cli verify --fix before";
  const found = `it holds what looks like a secret (${[...kinds].join(", ")})`;
  throw new RecordingSyntaxError(path, `${found}; ${how}`, { isPacked: true });
}
