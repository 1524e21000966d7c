// What is not tested with Deno alone: tests that start Node, npm or Bun, and those in which Deno is unlike Node.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Returns the test files of a package that import `node:child_process`, by themselves or through other files of tests.
 * @param root the package's folder
 */
export function startingPrograms(root: string): string[] {
  const starts = (file: string, seen = new Set<string>()): boolean => {
    if (seen.has(file) || !existsSync(file)) return false;
    seen.add(file);
    const text = readFileSync(file, "utf8");
    const imports = Array.from(text.matchAll(/from "(\.[^"]+)"/g), ([, path = ""]) => join(dirname(file), path));
    return text.includes('"node:child_process"') || imports.some((path) => starts(path, seen));
  };
  return globSync("test/**/*.test.ts", { cwd: root }).filter((file) => starts(join(root, file)));
}

/** Tests by a part of their names, and what Deno does in them that Node does not. */
const unlikeNode: readonly (readonly [because: string, names: readonly string[]])[] = [
  [
    "nock sees of node:http what is called as http.request alone",
    [
      "by whatever name they were imported",
      "the network is closed to everybody while a player is mounted",
      "in the process, by fetch and by node:http",
    ],
  ],
  ["timers that are faked stop what node:http does", ["fake timers"]],
  [
    "errors of sockets and of names that are not found have other codes",
    ["an address that this machine does not have is an error too", "says of a host that is not found"],
  ],
  ["node:http sends a header that Node refuses", ["that gives a header that cannot be sent"]],
  ["node:zlib ends a body that is not in br or zstd otherwise", ["says that a body is not in br", "/bad-zstd"]],
  [
    "fetch asks for a range, or from a service worker, with other headers",
    ["caching-3: listen() compresses", "answers what the page asks of the API's origin, and counts"],
  ],
  [
    "node:https takes no lookup, and a lock names the process of a worker",
    ["from an authority that it is told to trust", "a folder that another process records into is refused"],
  ],
];

/** Matches the names of all other tests. */
export const likeNode: RegExp = new RegExp(
  `^(?!.*(?:${unlikeNode.flatMap(([, names]) => names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))).join("|")}))`,
);
