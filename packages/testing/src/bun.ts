import process from "node:process";
import { createTaped, type TapedBody, type UseTapeOptions } from "./use-tape.ts";

/** Bun's `test`, or `test.only`, `test.skip`, … */
export type BunTest = (title: string, body: () => Promise<void>) => unknown;

/**
 * Gives each test of Bun a tape, as {@link useTape} does. Bun does not tell a test its name, so this reads the title
 * itself; titles of `describe` are not part of the tape's name.
 * @throws RangeError, in the test, for options that cannot be used, and if two tests of the file have one title.
 * @example
 * const test = tapedTest(bunTest, { from: "https://api.service.example" });
 * test("reads an account", async (tape) => {
 *   const response = await fetch("https://api.service.example/users/ada");
 *   tape.assertAllPlayed();
 * });
 */
export function tapedTest(test: BunTest, options: UseTapeOptions): (title: string, body: TapedBody<[]>) => void {
  const taped = createTaped(options);
  return (title, body) => {
    const file = (globalThis as { readonly Bun?: { readonly main: string } }).Bun?.main ?? process.argv[1] ?? "";
    test(
      title,
      taped(options.name, () => ({ file, titles: [title] }), body),
    );
  };
}
