import { fromOpenApi } from "@tapedeck/api/openapi";
import { mount } from "@tapedeck/nock";
import { createRecorder } from "@tapedeck/record";
import { createPlayer, createSharedPlayer, runningClock, stoppedClock } from "@tapedeck/replay";
import { listen } from "@tapedeck/serve";
import { openTape, useTape } from "@tapedeck/testing";
import { expect, test } from "vitest";

// No compiler looks at JavaScript: what a program is given wrongly is refused where it is given.

type Anything = (...values: readonly unknown[]) => unknown;
const handler = (): Response => new Response();

const entries = Object.entries({
  createPlayer,
  createRecorder,
  createSharedPlayer,
  fromOpenApi,
  listen,
  mount,
  openTape,
  runningClock,
  stoppedClock,
  taped: (...[options]: Parameters<typeof useTape>) => useTape(options)("a tape", () => {})(),
}) as unknown as ReadonlyArray<readonly [name: string, entry: Anything]>;

const mistakes: ReadonlyArray<readonly [shows: string, values: readonly unknown[]]> = [
  ["nothing", []],
  ["null", [null]],
  ["a number that is none", [Number.NaN]],
  ["a handler, and then null", [handler, null]],
];

async function errorOf(entry: Anything, values: readonly unknown[]): Promise<unknown> {
  try {
    return await entry(...values);
  } catch (error) {
    return error;
  }
}

test.each(
  entries.flatMap(([name, entry]) =>
    mistakes
      .filter(([shows]) => !(name === "runningClock" && shows.startsWith("a handler")))
      .map(([shows, values]) => ({ name, entry, shows, values })),
  ),
)("$name given $shows says what it wants", async ({ entry, values }) => {
  const error = await errorOf(entry, values);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(TypeError);
  expect((error as Error).message).toMatch(/^Cannot .*(?:; give |is missing|unknown option|neither|no OpenAPI|is not)/);
});

test.each<readonly [shows: string, call: () => unknown, message: string]>([
  [
    "a clock that is no function",
    () => createPlayer({ tapes: [], clock: 5 as never }),
    'Cannot make a player: found number for the option "clock"; give a function',
  ],
  [
    "no tapes",
    () => createPlayer({} as never),
    'Cannot make a player: found undefined for the option "tapes"; give an object',
  ],
  [
    "no time",
    () => stoppedClock(Number.NaN),
    "Cannot set the clock: found NaN; give epoch seconds, such as Date.now() / 1000",
  ],
  [
    "a moment that is none",
    () => stoppedClock(0).set(Number.NaN),
    "Cannot set the clock: found NaN; give epoch seconds, such as Date.now() / 1000",
  ],
  ["no handler", () => listen(undefined as never), "Cannot listen: found undefined for the handler; give a function"],
])("the error for %s names it", async (_shows, call, message) => {
  expect(await errorOf(call, [])).toEqual(new RangeError(message));
});
