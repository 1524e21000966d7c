// Plants secrets in conversations, has them recorded in every way and on every runtime, and searches what is left.

import { Buffer } from "node:buffer";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Attack } from "../attack.ts";
import { writingsOf } from "./codings.ts";
import { marker, type Plant, plantOf } from "./plant.ts";
import { serve } from "./service.ts";
import { conversing, out, type Recording, replayed, runtimes, ways } from "./ways.ts";

const perBatch = 200;
const mostFailures = 20;
const writings = writingsOf(marker);

/** Plants secrets; `--rounds` of them. */
export const secrets: Attack = {
  about: "planted secrets: place × coding × way in × runtime, searched in every byte; --rounds secrets (10,000)",
  run: async ({ rounds = 10_000, seed, say }) => {
    const combined = runtimes.flatMap((runtime) => Object.keys(ways).map((way) => ({ runtime, way })));
    const failures: string[] = [];
    let [tried, leaked, findings] = [0, 0, 0];
    for (let batch = 0; tried < rounds; batch++) {
      const { runtime, way } = combined[batch % combined.length] as { runtime: string; way: string };
      const count = Math.min(perBatch, rounds - tried);
      const plants = Array.from({ length: count }, (_, nth) => plantOf(tried + nth, seed));
      const found = await plantAll(plants, runtime, way);
      tried += count;
      leaked += found.leaks.length;
      findings += found.findings;
      failures.push(...found.leaks.map((leak) => `${way} on ${runtime}: ${leak}`));
      for (const leak of found.leaks) say(leak);
      say(`${tried} of ${rounds}: ${way} on ${runtime}, ${found.leaks.length} leaked, verify found ${found.findings}`);
    }
    const attack = `secrets planted in ${Object.keys(ways).length} ways in, on ${runtimes.length} runtimes`;
    if (findings > 0) failures.push(`verify found ${findings} secrets in what was just written`);
    return [{ attack, tried, leaked, failures: failures.slice(0, mostFailures) }];
  },
};

/** Has secrets recorded in one way, and gives where one of them was left. */
export async function plantAll(
  plants: readonly Plant[],
  runtime: string,
  way: string,
): Promise<{ readonly leaks: readonly string[]; readonly findings: number }> {
  const folder = await mkdtemp(join(tmpdir(), "tapedeck-secrets-"));
  const service = await serve(plants);
  try {
    const isSaid = ({ steps: [first] }: Plant): boolean => first?.messages === undefined || conversing.has(way);
    const steps = plants.filter(isSaid).flatMap((plant) => plant.steps);
    const recording: Recording = { steps, from: service.url, folder, runtime };
    await mkdir(out(recording));
    const said = [await ways[way]?.(recording), await replayed(recording)].join("\n");
    const texts: [string, string][] = [["output", said]];
    for (const file of await readdir(out(recording), { recursive: true, withFileTypes: true })) {
      const path = join(file.parentPath, file.name);
      texts.push([path.slice(folder.length), `${path.slice(folder.length)}\n`]);
      if (file.isFile()) texts.push([path.slice(folder.length), await readFile(path, "latin1")]);
    }
    const files = texts.filter(([, text]) => text.startsWith("{")).length;
    const leaks = texts.flatMap(([place, text]) => leaksIn(place, text, plants));
    if (files === 0) leaks.push(`nothing was recorded: ${said.slice(0, 300)}`);
    const findings = said.match(/"kind": ?"secret"/g)?.length ?? 0;
    return { leaks, findings };
  } finally {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function leaksIn(place: string, text: string, plants: readonly Plant[]): string[] {
  return layersOf(text).flatMap((layer) =>
    writings.flatMap((writing) => {
      const at = layer.indexOf(writing);
      if (at < 0) return [];
      const around = layer.slice(Math.max(0, at - 200), at + 60);
      const id = /\/p(\d+)\//g;
      const near = [...layer.slice(0, at).matchAll(id)].at(-1)?.[1];
      const plant = plants.find((each) => String(each.id) === near);
      return [`${place}: near ${plant?.id} (${plant?.place}; ${plant?.coding}): …${around.replace(/\s+/g, " ")}…`];
    }),
  );
}

// As it stands, with escapes undone, and the files within.
function layersOf(text: string): readonly string[] {
  const plain = text.replace(/(?:%[\da-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll("%", ""), "hex").toString("latin1"),
  );
  const twice = plain.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const unescaped = twice
    .replace(/\\+u00([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/&#x([\da-f]{2});/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const files = Array.from(text.matchAll(/H4sI[\w+/=]{16,}/g)).flatMap(([coded]) => {
    try {
      return [gunzipSync(Buffer.from(coded, "base64")).toString("latin1")];
    } catch {
      return [];
    }
  });
  return [...new Set([text, unescaped, ...files])];
}
