import { expect, test } from "vitest";
import { attackBounds, type Stood } from "./bounds.ts";
import { runtimeServers } from "./runtime-servers.ts";

/** Milliseconds of its thread's own time that a server may take for an honest client, whatever else the machine does. */
const mostAwaited = 100;
const mostMemory = 400e6;

// What takes long once may have waited for a compiler or a collector; what takes long takes long again.
const isSlow = ({ slowest }: Stood): boolean => slowest > mostAwaited;

test.each(runtimeServers.filter(({ name }) => !name.includes(" on ")))(
  "$name holds out against ten times each bound, beside an honest client",
  async (server) => {
    const stood = await attackBounds(server, { isToRepeat: isSlow, tries: 5, heap: 96 });
    expect(stood.length).toBeGreaterThan(15);
    expect(stood.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
    // How long it works at one go is measured by `npm run attack -- bounds`.
    expect(stood.filter(isSlow)).toEqual([]);
    expect(Math.max(...stood.map(({ memory }) => memory))).toBeLessThan(mostMemory);
  },
);
