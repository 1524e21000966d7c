// Deno and Bun have clients that no module of Node's stands beneath, and bind what is imported by name.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { type Runtime, runtimes } from "../../../.ci/runtimes.ts";

const script = fileURLToPath(new URL("native-clients-process.ts", import.meta.url));
const played = ["played", "played"] as const;
const refused = [
  expect.stringContaining("Cannot connect to 127.0.0.1: a player is mounted there"),
  expect.stringContaining("Cannot connect to api.service.example: the network is closed"),
] as const;
const late = expect.stringMatching(/the network is closed .* before @tapedeck\/nock was loaded: .* --preload/);
const sockets = [
  "Cannot open a WebSocket to 127.0.0.1: a player is mounted there",
  "Cannot open a WebSocket to api.service.example: the network is closed",
];
const refusedSockets = sockets.map((text) => expect.stringContaining(text));
const usual = {
  "fetch, held before nock was loaded": played,
  "fetch, held after it": played,
  "fetch, held while the network was open": played,
  request: played,
  "request, imported by name": played,
  WebSocket: refusedSockets,
};

test.each<[Runtime, object]>([
  ["node", { "WebSocket, held before nock was loaded": ["Error: failed", "Error: failed"] }],
  // What a client holds of the runtime cannot be replaced.
  [
    "deno",
    {
      "fetch, held before nock was loaded": refused,
      "WebSocket, held before nock was loaded": refusedSockets,
      EventSource: refused,
      "EventSource, held before nock was loaded": refused,
      connect: refused,
    },
  ],
  [
    "bun",
    {
      "fetch, held before nock was loaded": [late, late],
      "WebSocket, held before nock was loaded": refusedSockets,
      "Bun's undici, WebSocket": refusedSockets,
      "Bun's ws": refusedSockets,
      "Bun's undici": refused,
      "Bun's node-fetch": played,
      connect: refused,
    },
  ],
])("on %s a client is answered by a player or refused, however and whenever it was taken", async (runtime, except) => {
  const [program, ...words] = runtimes[runtime];
  const env = { ...process.env, NO_PROXY: "*" };
  const { stdout } = await promisify(execFile)(program, [...words, script], { env });
  const { open, mounted, live, elsewhere, shown, again } = JSON.parse(stdout);
  expect(mounted).toEqual({ ...usual, ...except });
  expect(live).toBe(0);
  for (const answer of Object.values(elsewhere)) expect(answer).toMatch(/Error: |the network is closed/);
  expect(shown[0]).toMatchObject({ NO_PROXY: "*" });
  expect(shown[0]).toEqual(shown[1]);
  for (const answer of Object.values(open)) expect(answer).toMatch(/^(?:live|connected|Error: failed)$/);
  expect(again).toEqual(open);
});
