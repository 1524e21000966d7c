import { relative, sep } from "node:path";

/**
 * Returns a path as recordings are named: relative to a folder, with `/` between folders.
 * @example
 * pathBelow("recordings", "recordings/api.service.example/zen/GET.har"); // "api.service.example/zen/GET.har"
 */
export function pathBelow(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}
