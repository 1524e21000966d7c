import { execFile } from "node:child_process";
import process from "node:process";
import { promisify } from "node:util";
import { type KillOptions, killOnce } from "../../../record/test/kills.ts";
import { commandFile } from "../command-file.ts";
import type { Attack, AttackRow } from "./attack.ts";

/** Kills recorders at random moments; `--rounds` of 400 exchanges each. */
export const crash: Attack = {
  about: "SIGKILL at a random moment of a recording, then verify and a resume; --rounds kills (30)",
  run: async ({ rounds = 30, seed, say }) => [await killRounds({ rounds, seed, exchanges: 400, say })],
};

interface Rounds {
  readonly rounds: number;
  readonly seed: number;
  readonly exchanges: number;
  readonly say: (line: string) => void;
}

/** Kills so many recordings, of four exchanges to a resource, and every fourth time of one, which the journal keeps. */
async function killRounds({ rounds, seed, exchanges, say }: Rounds): Promise<AttackRow> {
  const failures: string[] = [];
  let [acknowledged, lost, broken] = [0, 0, 0];
  for (let round = 1; round <= rounds; round += 1) {
    const inspect: KillOptions["inspect"] = (folder) =>
      promisify(execFile)(process.execPath, [commandFile, "verify", folder]).then(
        () => {},
        () => void failures.push(`verify found something after kill ${round}`),
      );
    const resources = round % 4 === 0 ? 1 : Math.ceil(exchanges / 4);
    const killed = await killOnce({ exchanges, resources, seed: seed * 1_000_003 + round, inspect });
    acknowledged += killed.acknowledged;
    lost += killed.lost;
    broken += killed.broken;
    if (killed.lost + killed.broken > 0 || killed.completed !== exchanges || killed.unchanged !== killed.found)
      failures.push(`kill ${round}: ${JSON.stringify(killed)}`);
    const { found, completed, unchanged } = killed;
    say(
      `kill ${round} of ${rounds}, ${exchanges} exchanges of ${resources} resources: ${killed.acknowledged} acknowledged, ` +
        `${found} found, ${killed.lost} lost, ${killed.broken} broken; the next run kept ${unchanged} and has ${completed}`,
    );
  }
  const attack = `SIGKILL of a recorder (${acknowledged.toLocaleString("en")} exchanges acknowledged, ${broken} files broken)`;
  return { attack, tried: rounds, lost, failures };
}
