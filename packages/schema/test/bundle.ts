import { rolldown } from "rolldown";
import type { Scratch } from "./package.ts";

let entries = 0;

/**
 * Bundles an entry of the scratch project for a browser, minified, as a module or as a script whose exports are `bundled`.
 * @example
 * (await bundle(scratch, 'export { isUser } from "@tapedeck/schema";', "es")).length; // 6143
 */
export async function bundle(scratch: Scratch, entry: string, format: "es" | "iife"): Promise<string> {
  const input = await scratch.write(`entry-${entries++}.js`, entry);
  const build = await rolldown({ input, platform: "browser", cwd: scratch.project });
  const { output } = await build.generate({ format, name: "bundled", minify: true });
  await build.close();
  return output[0].code;
}
