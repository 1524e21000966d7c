import { expect, test } from "vitest";
import { attackBounds } from "./bounds.ts";
import { runtimeServers } from "./runtime-servers.ts";

test.each(runtimeServers.filter(({ name }) => !name.includes(" on ")))(
  "$name holds out against ten times each bound, beside an honest client",
  async (server) => {
    for (const { attack, longest, memory, slowest, wrong } of await attackBounds(server)) {
      expect(wrong, `answers to the honest client, beside ${attack}`).toEqual([]);
      // Neither counts what other processes had of the processors.
      expect(longest ?? 0, `milliseconds that the server worked at one go, beside ${attack}`).toBeLessThan(200);
      expect(slowest, `milliseconds of the honest client, beside ${attack}`).toBeLessThan(3000);
      expect(memory, `bytes held at most, after ${attack}`).toBeLessThan(400 * 2 ** 20);
    }
  },
);
