import { expect, test } from "vitest";
import { attackBounds } from "./bounds.ts";
import { runtimeServers } from "./runtime-servers.ts";

test.each(runtimeServers.filter(({ name }) => !name.includes(" on ")))(
  "$name holds out against ten times each bound, beside an honest client",
  async (server) => {
    const stood = await attackBounds(server);
    expect(stood.length).toBeGreaterThan(15);
    expect(stood.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
    // How long it works at one go is measured by `npm run attack -- bounds`: here other tests have the processor too.
    // Less than the largest attack sends; `npm run attack -- bounds` holds it to 400 MiB, which garbage collection may exceed here.
    expect(Math.max(...stood.map(({ memory }) => memory))).toBeLessThan(38 * 15 * 2 ** 20);
  },
);
