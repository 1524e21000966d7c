import { attackBounds } from "../../../serve/test/bounds.ts";
import { runtimeServers } from "../../../serve/test/runtime-servers.ts";
import type { Attack } from "./attack.ts";

const mostMemory = 400 * 2 ** 20;
/** Milliseconds of the server's own time: what a client waits beside other processes is shown, and no failure. */
const longestAllowed = 100;

/** Each input of a server at ten times its bound; a row for each server. */
export const bounds: Attack = {
  about: "bodies, bombs, headers, targets and misses at ten times their bound, beside an honest client",
  run: async ({ say }) => {
    const rows = [];
    for (const server of runtimeServers) {
      const stood = await attackBounds(server);
      for (const { attack, memory, slowest, longest } of stood)
        say(
          `${server.name}, ${attack}: ${Math.round(slowest)} ms, ${longest === null ? "?" : Math.round(longest)} ms at one go, ${Math.round(memory / 2 ** 20)} MiB`,
        );
      const memoryBytes = Math.max(...stood.map(({ memory }) => memory));
      const slowestMilliseconds = Math.max(...stood.map(({ slowest }) => slowest));
      const wrong = stood.flatMap(({ attack, wrong: each }) => each.map((answer) => `beside ${attack}: ${answer}`));
      const large = memoryBytes > mostMemory ? [`it held ${memoryBytes} bytes`] : [];
      const slow = stood
        .filter(({ longest }) => (longest ?? 0) > longestAllowed)
        .map(({ attack, longest }) => `it worked ${Math.round(longest ?? 0)} ms at one go at ${attack}`);
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
