// What is not tested with Deno alone, and why: tests that need another program, and those in which Deno is unlike Node.
// Deno runs itself where a test starts `node`.
import { basename } from "node:path";

type Reasons = readonly (readonly [because: string, what: readonly string[]])[];

/** Test files, from the repository. */
const leftOutFiles: Reasons = [
  [
    "they start npm, which packs and installs",
    [
      "packages/conformance/test/packed.test.ts",
      "packages/conformance/test/publishing.test.ts",
      "packages/conformance/test/foreign/verdaccio.test.ts",
      "packages/schema/test/import.test.ts",
    ],
  ],
  [
    "they hold runtimes, or programs of other languages, against each other",
    [
      "packages/bench/test/peers.test.ts",
      "packages/bench/test/server.test.ts",
      "packages/cli/test/deno-rights.test.ts",
      "packages/cli/test/deno-task.test.ts",
      "packages/cli/test/runtimes.test.ts",
      "packages/conformance/test/contract-tests.test.ts",
      "packages/conformance/test/octokit-ruby.test.ts",
      "packages/conformance/test/runtimes.test.ts",
      "packages/serve/test/bounds.test.ts",
      "packages/world/test/digest.test.ts",
    ],
  ],
  [
    "they run modules from the command line, which Deno's `node --eval` takes for scripts",
    [
      "packages/cli/test/readme.test.ts",
      "packages/cli/test/record-limits.test.ts",
      "packages/conformance/test/api-readme.test.ts",
      "packages/conformance/test/readme.test.ts",
      "packages/rate-limit/test/readme.test.ts",
      "packages/testing/test/readme.test.ts",
      "packages/verify/test/readme.test.ts",
      "packages/world/test/readme.test.ts",
    ],
  ],
  [
    "a program that they start ends with a code, which node:child_process tells as no number there",
    [
      "packages/cli/test/replay.test.ts",
      "packages/cli/test/unused.test.ts",
      "packages/conformance/test/test-modes.test.ts",
    ],
  ],
  [
    "a program that is sent a signal ends with a code, of which node:child_process tells nothing there",
    [
      "packages/cli/test/record-run.test.ts",
      "packages/cli/test/replay-modes.test.ts",
      "packages/cli/test/replay-tls.test.ts",
      "packages/record/test/disk.test.ts",
    ],
  ],
];

/** Tests, by a part of their names. */
const leftOutTests: Reasons = [
  [
    "nock sees of node:http what is called as http.request alone",
    [
      "by whatever name they were imported",
      "the network is closed to everybody while a player is mounted",
      "in the process, by fetch and by node:http",
    ],
  ],
  [
    "a fetch that was held goes by undici's dispatcher on Node alone",
    ["a fetch that was held before", "a client that gives up is told why"],
  ],
  ["timers that are faked stop what node:http does", ["fake timers"]],
  [
    "errors of sockets, of certificates and of names that are not found have other codes",
    [
      "an address that this machine does not have is an error too",
      "says of a host that is not found",
      "with another host's certificate says so",
      "with a certificate that has expired says so",
      "check speaks TLS, and says what is wrong",
    ],
  ],
  [
    "a program that is sent a signal ends with a code, of which node:child_process tells nothing there",
    ["record --proxy records until it is stopped", "tells of a failure at once, tells its client why"],
  ],
  [
    "servers of other projects fail there",
    ["xmlrpc with its client", "graphql-yoga", "a GraphQL query that is laid out in another way"],
  ],
  [
    "they run modules from the command line, which Deno's `node --eval` takes for scripts",
    ["many processes leave word at once"],
  ],
  [
    "they need Node or Bun, or say what Node alone says",
    [
      "a working directory that was deleted is named",
      "as its folder is, on bun",
      "bun answers as node does",
      "no client tries again, on bun",
      "processes of Node, Deno and Bun on one file",
      "are recorded, verified and replayed within",
      "check finds the same on Node, on Deno",
      "a replaying test does not load the recorder",
    ],
  ],
  ["node:http sends a header that Node refuses", ["that gives a header that cannot be sent"]],
  [
    "node:zlib ends a body that is not in br or zstd otherwise",
    ["says that a body is not in br", "/bad-zstd", "coding takes or refuses"],
  ],
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
  `^(?!.*(?:${leftOutTests
    .flatMap(([, names]) => names)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("|")}))`,
);

/** The test files of a package that are left out, from its folder. */
export function filesLeftOut(folder: string): readonly string[] {
  const start = `packages/${basename(folder)}/`;
  const files = leftOutFiles.flatMap(([, names]) => names);
  return files.filter((file) => file.startsWith(start)).map((file) => file.slice(start.length));
}

/** Each reason, and the files and tests that are left out for it. */
export function reasons(): string {
  return [
    ...leftOutFiles,
    ...leftOutTests.map(([because, names]) => [because, names.map((name) => `tests named "…${name}…"`)] as const),
  ]
    .flatMap(([because, what]) => [`${because}:`, ...what.map((each) => `  ${each}`)])
    .join("\n  ");
}
