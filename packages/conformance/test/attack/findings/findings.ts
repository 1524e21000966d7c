// The twenty findings of an attack on commit 11a5ad4, tried again: each says today's number, and fails where it does not hold.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Attack, AttackRow } from "../attack.ts";
import { bounds } from "./bounds.ts";
import { leaks } from "./leaks.ts";
import { replays } from "./replays.ts";
import type { Found } from "./scene.ts";

const findings = Object.entries({ ...bounds, ...leaks, ...replays }).sort(
  ([one], [other]) => Number.parseInt(one, 10) - Number.parseInt(other, 10),
);

/** The findings, a row each. */
export const again: Attack = {
  about: "what an attack on an early commit found, tried again one by one; --only NUMBER",
  run: async ({ only, say }) => {
    const failures: string[] = [];
    let tried = 0;
    for (const [name, look] of findings) {
      if (only !== undefined && !name.startsWith(`${only} `)) continue;
      const folder = mkdtempSync(join(tmpdir(), "tapedeck-finding-"));
      const [said, isWell] = await look(folder).catch((error: unknown): Found => [`it stopped: ${error}`, false]);
      rmSync(folder, { recursive: true, force: true });
      tried += 1;
      say(`${name}: ${said}`);
      if (!isWell) failures.push(`${name}: ${said}`);
    }
    return [{ attack: "findings of 11a5ad4, tried again", tried, lost: failures.length, failures } satisfies AttackRow];
  },
};
