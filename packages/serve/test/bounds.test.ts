import { expect, test } from "vitest";
import { attackBounds } from "./bounds.ts";
import { runtimeServers } from "./runtime-servers.ts";

test.each(runtimeServers.filter(({ name }) => !name.includes(" on ")))(
  "$name holds out against ten times each bound, beside an honest client",
  async (server) => {
    for (const { attack, memory, slowest, wrong } of await attackBounds(server)) {
      expect(wrong, `answers to the honest client, beside ${attack}`).toEqual([]);
      // On a machine of one's own it is a tenth of that.
      expect(slowest, `milliseconds of the honest client, beside ${attack}`).toBeLessThan(1000);
      expect(memory, `bytes held at most, after ${attack}`).toBeLessThan(400 * 2 ** 20);
    }
  },
);
