import { randomUUID } from "node:crypto";
import { openTapeSession } from "./open-tape.ts";
import { runInSession } from "./session/tape-router.ts";
import { type RunningTest, runningTest } from "./tape/running-test.ts";
import { tapePlaceOf } from "./tape/tape-place.ts";
import type { TapeOptions, TestTape } from "./tape/test-tape.ts";
import { appendUsage } from "./usage-log.ts";

/** The tapes of the tests of a file. */
export interface UseTapeOptions extends Omit<TapeOptions, "name" | "dir"> {
  /**
   * The folder of recordings, from the package of the test: where the nearest `package.json` or `deno.json` is. From the
   * working directory if the runner does not tell the test's file. Default: `recordings`.
   */
  readonly dir?: string;
  /** Name of one tape for all of them. Default: each has its own, named for the file and the test. */
  readonly name?: string;
  /** Whether a test fails if one of its requests was refused, even if its client swallowed the error. Default: true. */
  readonly strict?: boolean;
}

/** A test's function: takes a tape before the arguments of the runner. */
export type TapedBody<Context extends readonly unknown[]> = (tape: TestTape, ...context: Context) => unknown;

/** Makes a test's function one that has a tape open while it runs. */
export interface Taped {
  <Context extends readonly unknown[]>(body: TapedBody<Context>): (...context: Context) => Promise<void>;
  /** The same under a name, for a runner that does not tell the test its own. */
  <Context extends readonly unknown[]>(name: string, body: TapedBody<Context>): (...context: Context) => Promise<void>;
}

/**
 * Gives each test a tape, which answers its requests from recordings, under a rate limit of its own that starts anew.
 * With `TAPEDECK=record` in the environment it sends all of them to the live API and records the answers, with
 * `TAPEDECK=auto` only those that have no recording. In CI both are refused. Works with every runner whose tests are
 * functions; tests may run concurrently.
 * @throws RangeError, in the test, for options that cannot be used; {@link RefusedError} for a request without an answer.
 * @example
 * const taped = useTape({ from: "https://api.service.example" });
 * test("reads an account", taped(async (tape) => {
 *   const response = await fetch("https://api.service.example/users/ada");
 *   tape.assertAllPlayed();
 * }));
 */
export function useTape(options: UseTapeOptions): Taped {
  const taped = createTaped(options);
  return <Context extends readonly unknown[]>(
    first: string | TapedBody<Context>,
    second?: TapedBody<Context>,
  ): ((...context: Context) => Promise<void>) => {
    const [name, body] = typeof first === "string" ? [first, second] : [options?.name, first];
    if (body === undefined) throw new TypeError("Cannot tape a test without its function");
    return taped(name, (context, self) => runningTest([self, ...context]), body);
  };
}

/** Makes a test's function one that has a tape open while it runs. */
type CreateTaped = <Context extends readonly unknown[]>(
  /** Default: the test's. */
  name: string | undefined,
  test: (context: Context, self: unknown) => RunningTest | null,
  body: TapedBody<Context>,
) => (...context: Context) => Promise<void>;

/** Tapes tests for an entry that finds out itself which test is running. */
export function createTaped(given: UseTapeOptions): CreateTaped {
  // Options that are none are an error of the test, as wrong ones are.
  const { strict = true, ...options } = (given ?? {}) as UseTapeOptions;
  const names = new Map<string, string>();
  return (title, running, body) => {
    const test = randomUUID();
    appendUsage({ kind: "declared", test });
    // No named parameter: runners look at the number of a function's parameters.
    return async function (this: unknown, ...context) {
      const place = tapePlaceOf({ name: title, dir: options.dir }, running(context, this));
      if (title === undefined) claim(names, place.name, test);
      let passed = false;
      try {
        await play({ ...options, ...place }, body, context);
        passed = true;
      } finally {
        appendUsage({ kind: "ran", test, tape: place.name, passed });
      }
    };
  };

  async function play<Context extends readonly unknown[]>(
    options: TapeOptions,
    body: TapedBody<Context>,
    context: Context,
  ): Promise<void> {
    const givenUp = Promise.withResolvers<never>();
    const { tape, session } = await openTapeSession(options, (error) => {
      // Captured now, so that no fake timers replace it.
      if (strict) AbortSignal.timeout(patienceMilliseconds).onabort = () => givenUp.reject(error);
    });
    try {
      await Promise.race([runInSession(session, async () => body(tape, ...context)), givenUp.promise]);
    } catch (error) {
      throw strict ? explained(error, tape) : error;
    } finally {
      await tape.close();
    }
    const [refusal] = tape.refusals();
    if (strict && refusal) throw refusal;
  }
}

/** How long a test may go on after its first refusal, which fails it anyway: Slack's client retries for half an hour. */
const patienceMilliseconds = 1000;

/** A client may replace the refusal by an error of its own. */
function explained(error: unknown, tape: TestTape): unknown {
  const [refusal] = tape.refusals();
  if (!refusal || String((error as Error | null)?.message ?? error).includes(refusal.message)) return error;
  return new Error(`${refusal.message}\nand then the test failed: ${(error as Error | null)?.message ?? error}`, {
    cause: error,
  });
}

function claim(names: Map<string, string>, name: string, test: string): void {
  const other = names.get(name);
  if (other !== undefined && other !== test) {
    throw new RangeError(
      `Cannot give two tests the tape "${name}": their titles come to the same\n` +
        '  - change one title, or name its tape: taped("NAME", async (tape) => …)',
    );
  }
  names.set(name, test);
}
