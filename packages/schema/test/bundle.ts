import { rolldown } from "rolldown";
import type { PackedProject } from "../../../.ci/packed-project.ts";

let entries = 0;

/**
 * Bundles an entry of the project for a browser, minified, as a module or as a script whose exports are `bundled`.
 * @example
 * (await bundle(project, 'export { isUser } from "@tapedeck/schema";', "es")).length; // 6143
 */
export async function bundle(project: PackedProject, entry: string, format: "es" | "iife"): Promise<string> {
  const input = await project.write(`entry-${entries++}.js`, entry);
  const build = await rolldown({ input, platform: "browser", cwd: project.folder });
  const { output } = await build.generate({ format, name: "bundled", minify: true });
  await build.close();
  return output[0].code;
}
