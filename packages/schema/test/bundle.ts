import { rolldown } from "rolldown";
import type { Scratch } from "./package.ts";

/** What a bundler makes of an entry. */
export interface Bundle {
  readonly code: string;
  /** The checks that are in it, by their files. */
  readonly checks: readonly string[];
}

let entries = 0;

/**
 * Bundles an entry of the scratch project for a browser, minified, as a module or as a script whose exports are `bundled`.
 * @example
 * (await bundle(scratch, 'export { isUser } from "@tapedeck/schema";', "es")).checks; // ["user.js"]
 */
export async function bundle(scratch: Scratch, entry: string, format: "es" | "iife"): Promise<Bundle> {
  const input = await scratch.write(`entry-${entries++}.js`, entry);
  const build = await rolldown({ input, platform: "browser", cwd: scratch.project });
  const { output } = await build.generate({ format, name: "bundled", minify: true });
  await build.close();
  const ids = Object.entries(output[0].modules).filter(([, { code }]) => code);
  const checks = ids.map(([id]) => /validators[\\/](.*)$/.exec(id)?.[1]).filter((file) => file !== undefined);
  return { code: output[0].code, checks };
}
