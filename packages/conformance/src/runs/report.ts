import { adapters, noHttp2 } from "../adapters.ts";
import { noAdapter, type RunResult } from "./results.ts";

/**
 * Formats results for people: each law with its number of cases by runtime and adapter; then the numbers of contract
 * tests; then all violations.
 */
export function reportOf(found: readonly RunResult[]): string {
  const lawful = found.filter(({ runs }) => runs !== undefined);
  const lines = [`laws, by runtime and adapter: how many cases were tried from seed ${lawful[0]?.seed ?? "none"}`];
  for (const [name, all] of Map.groupBy(lawful, ({ name: each }) => each)) {
    lines.push("", name);
    for (const [runtime, each] of Map.groupBy(all, (one) => one.runtime))
      lines.push(`  ${runtime.padEnd(5)} ${tried(each)}`);
  }
  lines.push("", "contractTests, and transcripts", ...promised(found));
  lines.push("", `HTTP/2: ${noHttp2}`);
  const broken = found.filter(({ kept }) => kept === false);
  for (const { runtime, adapter, name, reason } of broken) {
    lines.push("", `BROKEN on ${runtime} at ${adapter}: ${name}`, reason ?? "it is not as at the first adapter");
  }
  lines.push("", broken.length === 0 ? "all held" : `${broken.length} broken`);
  return lines.join("\n");
}

function tried(all: readonly RunResult[]): string {
  const inOrder = [...adapters.map(({ name }) => name), noAdapter].flatMap((adapter) =>
    all.filter((each) => each.adapter === adapter),
  );
  return inOrder.map(({ adapter, runs, kept }) => `${adapter} ${runs}${kept === false ? " BROKEN" : ""}`).join(" · ");
}

function promised(found: readonly RunResult[]): readonly string[] {
  const others = found.filter(({ runs }) => runs === undefined);
  return [...Map.groupBy(others, ({ runtime, adapter }) => `${runtime.padEnd(5)} ${adapter}`)].map(([where, all]) => {
    const kept = all.filter((each) => each.kept).length;
    const excused = all.filter((each) => each.kept === null);
    if (excused.length === all.length) return `  ${where}: ${excused[0]?.reason}`;
    return `  ${where}: ${kept} kept${excused.length === 0 ? "" : `, ${excused.length} excused`}`;
  });
}
