import { attackBounds, type Stood } from "../../../serve/test/bounds.ts";
import { runtimeServers } from "../../../serve/test/runtime-servers.ts";
import type { Attack } from "./attack.ts";

const mostMemory = 400e6;

/** Milliseconds of its own time that a server may work at one go. */
const mostAtOneGo = 50;

// Beside others a processor takes twice as long for the same, now and then: what takes long takes long again.
const isSlow = ({ longest, slowest }: Stood): boolean => (longest ?? 0) > mostAtOneGo || slowest > 2 * mostAtOneGo;

/** Each input of a server at ten times its bound; a row for each server. */
export const bounds: Attack = {
  about: "bodies, bombs, headers, targets and misses at ten times their bound, beside an honest client",
  run: async ({ say, only }) => {
    const rows = [];
    for (const server of runtimeServers) {
      const stood = await attackBounds(server, { ...(only !== undefined && { only }), isToRepeat: isSlow });
      for (const { attack, memory, slowest, longest } of stood)
        say(
          `${server.name}, ${attack}: answered after ${Math.round(slowest)} ms of work, ${longest === null ? "?" : Math.round(longest)} ms at one go, ${Math.round(memory / 2 ** 20)} MiB`,
        );
      const memoryBytes = Math.max(...stood.map(({ memory }) => memory));
      const slowestMilliseconds = Math.max(...stood.map(({ slowest }) => slowest));
      const wrong = stood.flatMap(({ attack, wrong: each }) => each.map((answer) => `beside ${attack}: ${answer}`));
      const large = memoryBytes > mostMemory ? [`it held ${memoryBytes} bytes`] : [];
      const slow = stood
        .filter(isSlow)
        .map(
          ({ attack, longest, slowest }) => `it worked ${longest} ms at one go, ${slowest} for an answer, at ${attack}`,
        );
      rows.push({
        attack: `inputs of ten times their bound: ${server.name}`,
        tried: stood.length,
        lost: wrong.length,
        memoryBytes,
        slowestMilliseconds,
        failures: [...wrong, ...large, ...slow],
      });
    }
    return rows;
  },
};
