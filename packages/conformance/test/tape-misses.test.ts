// A miss within a test is told at once to clients that try again whatever they can.
import { Octokit } from "@octokit/core";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { openNetwork } from "@tapedeck/nock";
import { useTape } from "@tapedeck/testing";
import { afterEach, expect, test } from "vitest";

afterEach(() => openNetwork());

const from = "https://api.service.example";
const taped = useTape({ from, dir: "no-recordings", mode: "replay", strict: false });

test.each([
  ["a miss", from],
  ["another host", "https://elsewhere.example"],
])("Octokit's retry plugin does not try %s again", (_what, baseUrl) =>
  taped("none", async (tape) => {
    const told: number[] = [];
    const Client = Octokit.plugin(retry, throttling);
    const onRateLimit = (seconds: number): boolean => told.push(seconds) > 0;
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const throttle = { onRateLimit, onSecondaryRateLimit: onRateLimit };
    // Did it try again, it would do so at once.
    const octokit = new Client({ baseUrl, log, throttle, retry: { retryAfterBaseValue: 0 } });
    await expect(octokit.request("GET /users/{username}", { username: "ada" })).rejects.toThrow(
      /^Cannot (?:replay|ask) GET/,
    );
    expect([tape.refusals().length, told]).toEqual([1, []]);
  })(),
);
