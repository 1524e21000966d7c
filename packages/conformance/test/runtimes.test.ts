import { execFile } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { doors } from "../src/doors.ts";
import type { Finding } from "../src/findings.ts";
import { laws, searchFrom } from "../src/laws.ts";
import { promises } from "../src/promises.ts";

const script = fileURLToPath(new URL("../src/run.ts", import.meta.url));
const bin = (name: string): string => fileURLToPath(new URL(`../../../node_modules/.bin/${name}`, import.meta.url));
const runtimes: Readonly<Record<string, readonly string[]>> = {
  node: [bin("node"), script],
  deno: [bin("deno"), "run", "-A", "--no-lock", script],
  bun: [bin("bun"), "run", script],
};

const { runs } = searchFrom(process.env, 5);
const timeout = 100_000 + runs * 3_000;

function run(runtime: string, signal: AbortSignal): Promise<readonly Finding[]> {
  const [command = runtime, ...parameters] = runtimes[runtime] ?? [];
  return new Promise((resolve, reject) => {
    execFile(command, parameters, { signal, timeout, maxBuffer: 1 << 24 }, (error, stdout, stderr) => {
      const findings = stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Finding]));
      const broken = findings.filter(({ kept }) => kept === false);
      if (error === null) resolve(findings);
      else reject(new Error(`${runtime}: ${error.message}\n${stderr}\n${JSON.stringify(broken, null, 2)}`));
    });
  });
}

async function everywhere(): Promise<readonly Finding[]> {
  const stop = new AbortController();
  try {
    return (await Promise.all(Object.keys(runtimes).map((runtime) => run(runtime, stop.signal)))).flat();
  } finally {
    // Where one runtime failed, the others are still at it.
    stop.abort();
  }
}

test("every promise and law is kept at every door on Node, Deno and Bun, to the same byte", {
  timeout: timeout + 10_000,
}, async () => {
  const findings = await everywhere();
  const reports = Map.groupBy(findings, ({ runtime, door }) => `${runtime}, ${door}`);
  expect([...reports.keys()].sort()).toEqual(
    ["bun", "deno", "node"].flatMap((runtime) => doors.map(({ name }) => `${runtime}, ${name}`)).sort(),
  );
  for (const [where, report] of reports) {
    const named = new Set(report.map(({ name }) => name));
    expect(
      [...promises, ...laws].filter(({ name }) => !named.has(name)),
      where,
    ).toEqual([]);
    expect(
      report.filter(({ kept, reason }) => kept === false || (kept === null && !reason)),
      where,
    ).toEqual([]);
  }
  const transcripts = Map.groupBy(
    findings.filter(({ hash }) => hash !== undefined),
    ({ name }) => name,
  );
  // Each native door stands on its own runtime alone.
  const absent = [...reports].filter(([, report]) => report.every(({ kept }) => kept === null)).map(([where]) => where);
  expect(absent.sort()).toEqual(["bun, Deno.serve", "deno, Bun.serve", "node, Bun.serve", "node, Deno.serve"]);
  expect(transcripts.size).toBeGreaterThan(0);
  for (const [name, all] of transcripts) {
    expect(new Set(all.map(({ hash }) => hash)).size, name).toBe(1);
    expect(all.length, name).toBe(reports.size - absent.length);
  }
});
