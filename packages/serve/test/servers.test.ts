import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { type Runtime, runtimes } from "../../../.ci/runtimes.ts";

const script = fileURLToPath(new URL("server-process.ts", import.meta.url));

type Answers = Readonly<Record<string, unknown>>;

async function answersOf(runtime: Runtime, server: string): Promise<Answers> {
  const [program, ...words] = runtimes[runtime];
  const { stdout, stderr } = await promisify(execFile)(program, [...words, script, server]);
  // A runtime that prints an error of its own accord prints what a client sent.
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Answers;
}

let reference: Answers = {};
beforeAll(async () => {
  reference = await answersOf("node", "node:http");
});

/** What a server gives that node:http on Node does not, and why. */
const excused: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "deno node:http": {
    "a header that cannot be sent": "Deno's node:http takes any header value",
    "an address of nobody": "Deno says EINVAL",
  },
  "deno native": {
    "a request that does not end in time is cut": "Deno answers 503: a server that shuts down ends no connection",
  },
  "bun node:http": {
    "OPTIONS *": "Bun refuses it before our code is called",
    "a name of nobody": "Bun says EADDRNOTAVAIL",
  },
  "bun native": {
    "OPTIONS *": "Bun refuses it before our code is called",
  },
};

test.each<[Runtime, string]>([
  ["node", "native"],
  ["deno", "node:http"],
  ["deno", "native"],
  ["bun", "node:http"],
  ["bun", "native"],
])("the server on %s, %s, gives what node:http gives on Node", async (runtime, server) => {
  const reasons = excused[`${runtime} ${server}`] ?? {};
  const answers = await answersOf(runtime, server);
  const dates = server === "native" && runtime !== "node";
  for (const [shows, expected] of Object.entries(reference)) {
    // A reason that has become untrue hides a difference that is none.
    if (shows in reasons) expect(answers[shows], shows).not.toEqual(expected);
    else expect(dates ? undated(answers[shows], expected) : answers[shows], shows).toEqual(expected);
  }
});

test("a server that is closed sends an answer to its end, also if it is read slowly", () => {
  expect(reference["an answer that is read slowly is sent whole"]).toEqual({ cut: 0, whole: true });
});

/** Deno and Bun date what has no date of its own; whatever a player answers has one. */
function undated(answer: unknown, expected: unknown): unknown {
  const { headers } = (answer ?? {}) as { headers?: Readonly<Record<string, string>> };
  const wanted = ((expected ?? {}) as { headers?: Readonly<Record<string, string>> }).headers;
  if (headers === undefined || wanted === undefined || "date" in wanted) return answer;
  const { date, ...others } = headers;
  expect(date).toMatch(/ GMT$/);
  return { ...(answer as object), headers: others };
}
