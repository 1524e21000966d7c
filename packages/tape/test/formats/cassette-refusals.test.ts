import { describe, expect, test } from "vitest";
import { readForeignFile } from "../../src/formats/index.ts";
import { limits } from "../../src/formats/text.ts";
import { RecordingSyntaxError } from "../../src/recording-error.ts";
import { read, vcr } from "./read-cassette-text.ts";

describe("readCassette() leaves out one interaction, and says why", () => {
  const good = vcr("    headers: {}\n    body: ok\n").replace(/^recorded_with.*\n/m, "");
  const bomb = [
    "&a [x,x,x,x,x,x,x,x,x,x]",
    ..."abcdefgh".split("").map((name, at) => `&${"bcdefghi"[at]} [${Array(10).fill(`*${name}`).join(",")}]`),
  ];
  test.each<readonly [shows: string, interaction: string, said: RegExp]>([
    [
      "a tag that would make something",
      "- request: !!python/object/apply:os.system ['echo planted']\n",
      /^it has the tag !!python\/object\/apply:os\.system at line 12, which is no data/,
    ],
    [
      "a tag of Ruby's",
      "- !ruby/object:Gem::Requirement\n  a: b\n",
      /^it has the tag !ruby\/object:Gem::Requirement at line 13/,
    ],
    [
      "aliases that stand for too much",
      `- {${bomb.map((each, at) => `k${at}: ${each}`).join(", ")}}\n`,
      /^its aliases stand for more than a file may hold$/,
    ],
    ["an alias of itself", "- &loop [*loop]\n", /^it is nested more than 100 levels deep$/],
    ["no map", "- 1\n", /^it is no map$/],
    ["no request", "- {kind: message, direction: received}\n", /^it has no request$/],
    ["no response", "- request: {}\n", /^it has no response$/],
    ["a request that is none", "- {request: [], response: {}}\n", /^its request is no map$/],
    ["no URL", "- {request: {method: get}, response: {status: 200}}\n", /^it has no URL$/],
    [
      "a URL of no server",
      "- {request: {method: get, uri: 'file:///etc/passwd'}, response: {status: 200}}\n",
      /^it was not asked of a web server$/,
    ],
    ["no method", "- {request: {uri: 'https://x/'}, response: {status: 200}}\n", /^its method is none$/],
    ["no status", "- {request: {method: get, uri: 'https://x/'}, response: {}}\n", /^its response has no status$/],
    [
      "no answer",
      "- {request: {method: get, uri: 'https://x/'}, response: {status: {code: 0}}}\n",
      /^nothing answered it: its status is 0$/,
    ],
    [
      "a body of an unknown kind",
      "- {request: {method: get, uri: 'https://x/'}, response: {status: 200, body: {raw: x}}}\n",
      /^the body of its response is of a kind that is not known: raw$/,
    ],
    [
      "base64 that is none",
      "- {request: {method: get, uri: 'https://x/'}, response: {status: 200, body: !!binary '*'}}\n",
      /^its !!binary at line 12 is not base64$/,
    ],
    [
      "bytes that are not gzip",
      "- {request: {method: get, uri: 'https://x/'}, response: {status: 200, headers: {content-encoding: gzip}, body: !!binary '/wD/'}}\n",
      /^its body cannot be read: it is not what its content-encoding "gzip" says$/,
    ],
    [
      "a character that is not in its charset",
      "- {request: {method: get, uri: 'https://x/'}, response: {status: 200, body: {encoding: US-ASCII, string: é}}}\n",
      /^its body holds a character that is not in US-ASCII$/,
    ],
    [
      "a control character in a header",
      "- {request: {method: get, uri: 'https://x/'}, response: {status: 200, headers: {a: \"b\\x7fc\"}}}\n",
      /^its header "a" has a control character \(U\+007F\) in its value$/,
    ],
    [
      "a line break in a header",
      "- {request: {method: get, uri: 'https://x/'}, response: {status: 200, headers: {a: \"b\\r\\nc: d\"}}}\n",
      /^its header "a" has a line break in its value$/,
    ],
  ])("%s", (_shows, interaction, said) => {
    const { found, warnings } = read(good + interaction);
    expect(found).toHaveLength(1);
    expect(warnings).toMatchObject([
      {
        kind: "left out",
        place: expect.stringMatching(/^interaction 2 \(line 1[23]\)/),
        text: expect.stringMatching(said),
      },
    ]);
  });
});

/** Reads once: what is nested without end takes long. */
function refusalOf(text: string): Error {
  try {
    read(text);
  } catch (error) {
    return error as Error;
  }
  throw new Error("it was read");
}

test.each<readonly [shows: string, text: string, message: RegExp]>([
  [
    "YAML that is broken",
    "interactions:\n- request: {planted-t0ken\n",
    /it is no YAML, at line \d+, column \d+ \([a-z ]+\); mend it/,
  ],
  [
    "a name that stands twice",
    "interactions:\n- request: {a: 1, a: 2}\n",
    /a name stands twice in one map, at line 2, column 19/,
  ],
  [
    "a name that stands twice in JSON",
    '{"interactions":[{"request":{"a":1,\n"\\u0061":2}}]}',
    /a name stands twice in one object, at line 2, column 1/,
  ],
  [
    "a merge conflict",
    "interactions:\n<<<<<<< ours\n- request: {}\n>>>>>>> theirs\n",
    /it holds a merge conflict, at line 2/,
  ],
  ["nesting without end", `interactions: ${"[".repeat(50_000)}`, /it is YAML that is nested too deeply|it is no YAML/],
  [
    "a file that is too large",
    `interactions:\n${" ".repeat(limits.yaml)}`,
    /it is YAML of 33 MiB, and 32 MiB are read; split it/,
  ],
])("readCassette() refuses %s, and says where", (_shows, text, message) => {
  const error = refusalOf(text);
  expect(error).toBeInstanceOf(RecordingSyntaxError);
  expect(error.message).toMatch(message);
  expect(error.message).not.toMatch(/planted-t0ken/);
});

test.each<readonly [shows: string, bytes: Uint8Array, message: RegExp]>([
  [
    "bytes that are no text",
    Buffer.from("a: 1\nb: \xff\n", "latin1"),
    /it is no text in UTF-8, at line 2; save it as UTF-8/,
  ],
  ["zlib that is none", Uint8Array.of(0x78, 0x9c, 1, 2, 3), /it begins as zlib.s format or gzip.s does, and is none/],
])("readForeignFile() refuses %s", (_shows, bytes, message) => {
  expect(() => readForeignFile(bytes, "x")).toThrow(message);
});
