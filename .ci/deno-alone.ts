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
      "packages/conformance/test/foreign/verdaccio.test.ts",
      "packages/schema/test/import.test.ts",
    ],
  ],
  [
    "they hold runtimes against each other, or measure one",
    [
      "packages/bench/test/server.test.ts",
      "packages/cli/test/runtimes.test.ts",
      "packages/conformance/test/runtimes.test.ts",
      "packages/serve/test/bounds.test.ts",
      "packages/serve/test/servers.test.ts",
    ],
  ],
  [
    "they run Node's programs, and projects that find their packages as Node does",
    [
      "packages/cli/test/readme.test.ts",
      "packages/cli/test/unused.test.ts",
      "packages/conformance/test/readme-types.test.ts",
      "packages/conformance/test/test-modes.test.ts",
    ],
  ],
  [
    "Node alone answers plain requests and makes responses without its own classes",
    ["packages/replay/test/lazy-response.test.ts", "packages/serve/test/fast-path.test.ts"],
  ],
  ["Deno has no workers of node:cluster", ["packages/serve/test/cluster.test.ts"]],
  ["Deno caches compiled code by itself", ["packages/cli/test/killed.test.ts"]],
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
  ["a fetch that was held goes by undici's dispatcher on Node alone", ["a fetch that was held before"]],
  ["timers that are faked stop what node:http does", ["fake timers"]],
  [
    "errors of sockets, of certificates and of names that are not found have other codes",
    [
      "an address that this machine does not have is an error too",
      "an override flows, and fails where it is told to",
      "says of a host that is not found",
      "with another host's certificate says so",
      "with a certificate that has expired says so",
      "check speaks TLS, and says what is wrong",
    ],
  ],
  [
    "servers of other projects fail there",
    ["xmlrpc with its client", "graphql-yoga", "a GraphQL query that is laid out in another way"],
  ],
  [
    "they need Node or Bun, or say what Node alone says",
    [
      "run by node",
      "run by bun",
      "the first example",
      "a working directory that was deleted is named",
      "on bun",
      "on Bun",
      "of Bun, which is given",
      "bun answers as node does",
      "processes of Node, Deno and Bun on one file",
      "recorded on Node, Deno and Bun, at any concurrency",
      "on node a client is answered by a player or refused",
      "node:http > answers what is no plain request",
      "node:http > that is told its names",
      "a client that speaks HTTP to a server over TLS",
      "Bun.serve ",
      "on a heap of 50 MB",
      "check finds the same on Node, on Deno",
      "a replaying test does not load the recorder",
    ],
  ],
  [
    "threads share no port there",
    [
      "a server of 2 workers",
      "shares its port with no other server, also of workers",
      "a worker that ends is named and replaced",
      "curl's upload of 5 MB, in chunks",
      "a reason phrase of its own, and an empty one, is handed on",
      "a stream that is recorded while it flows reaches the client of a worker",
    ],
  ],
  ["a path of bytes is written as text", ["a file whose name is not UTF-8", "a file that has no text's name"]],
  ["functions of node:fs cannot be replaced", ["a folder that the system refuses"]],
  ["a shell starts its child with words that are Node's", ["a disk that is full ends the recording"]],
  ["a file's last change is told in whole seconds", ["where a file was edited and its time set back"]],
  ["SIGXFSZ ends it", ["a file that gets too large ends the recording"]],
  ["node:http sends a header that Node refuses", ["that gives a header that cannot be sent"]],
  [
    "node:zlib ends a body that is not in br or zstd otherwise",
    ["says that a body is not in br", "/bad-zstd", "coding takes or refuses"],
  ],
  ["a connection that Deno.serve cannot reset is waited for", ["cannot keep streams-4: Deno.serve"]],
  [
    "deno eval looks for packages from its working directory's workspace, and the test's is outside of ours",
    ["in the README of @tapedeck/api prints what it says"],
  ],
  ["authorities are read when Deno starts", ["from an authority that it is told to trust"]],
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
