import { type IncomingRequest, type Player, runningClock } from "@tapedeck/replay";
import { expect, test } from "vitest";
import { control } from "../src/index.ts";
import { asking, moment, told } from "./asking-control.ts";
import { playerOf } from "./tape.ts";

/** A player that was asked for something it has, twice, and for something it has not. */
function usedPlayer(): Player {
  const player = playerOf();
  for (const target of ["/users/ada", "/users/ada", "/users/adda"]) player.answer(asking(target));
  return player;
}

const anonymous = { "address 127.0.0.1": { limit: 60, used: 2, remaining: 58, reset: moment + 3600 } };

test.each([
  ["GET", "health", { status: "ok", exchanges: 2 }],
  ["GET", "clock", { now: moment, time: "2026-01-01T00:00:00Z" }],
  ["POST", "clock?advance=3600", { now: moment + 3600, time: "2026-01-01T01:00:00Z" }],
  ["POST", "clock?advance=-60", { now: moment - 60, time: "2025-12-31T23:59:00Z" }],
  ["POST", "clock?set=2026-02-01T00:00:00Z", { now: 1_769_904_000, time: "2026-02-01T00:00:00Z" }],
  ["POST", "clock?set=1769904000", { now: 1_769_904_000, time: "2026-02-01T00:00:00Z" }],
  ["POST", "clock?set=1769904000&advance=60", { now: 1_769_904_060, time: "2026-02-01T00:01:00Z" }],
  ["GET", "quotas", anonymous],
  [
    "POST",
    "quotas/exhaust?bucket=address%20127.0.0.1",
    { "address 127.0.0.1": { limit: 60, used: 60, remaining: 0, reset: moment + 3600 } },
  ],
  [
    "POST",
    "quotas/exhaust?bucket=account%20token",
    { ...anonymous, "account token": { limit: 5000, used: 5000, remaining: 0, reset: moment + 3600 } },
  ],
  [
    "POST",
    "quotas/set?bucket=address%20127.0.0.1&remaining=1",
    { "address 127.0.0.1": { limit: 60, used: 59, remaining: 1, reset: moment + 3600 } },
  ],
  [
    "POST",
    "quotas/set?bucket=address%2010.0.0.1&limit=10&used=4&reset=2026-01-01T00:05:00Z",
    { ...anonymous, "address 10.0.0.1": { limit: 10, used: 4, remaining: 6, reset: moment + 300 } },
  ],
  ["POST", "quotas/reset?bucket=address%20127.0.0.1", {}],
  ["POST", "quotas/reset", {}],
  [
    "GET",
    "tapes",
    [
      {
        name: "api.service.example/users",
        origin: "https://api.service.example",
        recordedAt: moment,
        override: null,
        exchanges: 2,
        visible: 2,
      },
    ],
  ],
  [
    "GET",
    "unplayed",
    [{ tape: "api.service.example/users", place: 2, method: "GET", target: "/users/grace", principal: "anonymous" }],
  ],
  ["POST", "reset", { status: "ok" }],
])("control %s %s", async (method, target, expected) => {
  expect(await told(usedPlayer(), asking(target, method))).toEqual({ status: 200, value: expected });
});

test("control GET journal tells what was asked, and GET misses why there was no answer", async () => {
  const player = usedPlayer();
  expect((await told(player, asking("journal")))?.value).toMatchObject([
    { at: moment, method: "GET", target: "/users/ada", principal: "anonymous", status: 200, cost: 1 },
    { target: "/users/ada", source: { kind: "played", place: 1 } },
    { target: "/users/adda", status: 501, cost: 0, source: { kind: "missed" } },
  ]);
  expect((await told(player, asking("misses")))?.value).toMatchObject([
    { target: "/users/adda", text: expect.stringMatching(/^Cannot replay GET \/users\/adda: no tape has it\n/) },
  ]);
});

test("control POST reset forgets what was played, spent and missed", async () => {
  const player = usedPlayer();
  await told(player, asking("reset", "POST"));
  expect([player.quotas(), player.journal(), player.misses(), player.unplayed().length]).toEqual([{}, [], [], 2]);
});

const refusals: ReadonlyArray<readonly [shows: string, ask: IncomingRequest, status: number, message: RegExp]> = [
  [
    "an unknown operation",
    asking("nothing"),
    404,
    /^No operation GET nothing: GET health, .*POST reset, GET openapi\.json$/,
  ],
  [
    "a bucket of another name",
    asking("quotas/set?bucket=token&used=1", "POST"),
    400,
    /^Not a bucket: "token"; one is named "account NAME"/,
  ],
  [
    "an account that nobody has",
    asking("quotas/exhaust?bucket=account%20tokn", "POST"),
    400,
    /^No account "tokn"; did you mean "account token"\?: there is token$/,
  ],
  ["nothing to set", asking("quotas/set?bucket=address%201", "POST"), 400, /^Nothing to do: give limit, used/],
  ["no bucket", asking("quotas/set?used=1", "POST"), 400, /^Nothing to do: give \?bucket=NAME/],
  ["half a request", asking("quotas/set?bucket=address%201&used=0.5", "POST"), 400, /^Not a whole number for used/],
  [
    "more than the limit",
    asking("quotas/set?bucket=address%201&used=61", "POST"),
    400,
    /used is 61, and the limit 60$/,
  ],
  [
    "a sum that is not the limit",
    asking("quotas/set?bucket=address%201&used=1&remaining=1", "POST"),
    400,
    /used 1 and remaining 1 do not make the limit 60$/,
  ],
  [
    "a window that has ended",
    asking(`quotas/set?bucket=address%201&reset=${moment}`, "POST"),
    400,
    /its window cannot end at 1767225600, since it is 1767225600/,
  ],
  ["to reset a bucket of another name", asking("quotas/reset?bucket=x", "POST"), 400, /^Not a bucket: "x"/],
  ["an override without a name", asking("tapes", "PUT"), 400, /^Nothing to do: give \?override=NAME, and the answers/],
  [
    "to remove an override that is not there",
    asking("tapes?override=x", "DELETE"),
    404,
    /^No override "x": there is none$/,
  ],
  ["a known operation by another method", asking("clock", "DELETE"), 404, /^No operation DELETE clock/],
  ["a name that every object has", asking("constructor"), 404, /^No operation GET constructor/],
  ["nothing to do to the clock", asking("clock", "POST"), 400, /^Nothing to do: give \?advance=SECONDS or \?set=TIME$/],
  ["no number of seconds", asking("clock?advance=soon", "POST"), 400, /^Not a whole number of seconds: "soon"$/],
  ["a fraction of a second", asking("clock?advance=0.5", "POST"), 400, /^Not a whole number of seconds: "0.5"$/],
  ["no seconds at all", asking("clock?advance=", "POST"), 400, /^Not a whole number of seconds: ""$/],
  ["too many seconds", asking("clock?advance=9007199254740993", "POST"), 400, /^Not a whole number/],
  ["no time", asking("clock?set=tomorrow", "POST"), 400, /^Not a time: "tomorrow"; give 2026-01-01T00:00:00Z$/],
  ["a time beyond all calendars", asking("clock?set=9007199254740991", "POST"), 400, /^Not a time: no calendar/],
  ["a move beyond all calendars", asking("clock?advance=8640000000000", "POST"), 400, /^Not a time: no calendar/],
  ["a good time with a bad move", asking("clock?set=0&advance=soon", "POST"), 400, /^Not a whole number/],
  ["no bucket", asking("quotas/exhaust", "POST"), 400, /^Nothing to do: give \?bucket=NAME/],
  ["another machine", asking("health", "GET", { address: "192.0.2.7" }), 403, /^The control API answers this machine/],
  [
    "no address",
    asking("health", "GET", { address: "" }),
    403,
    /^The control API answers this machine alone; to let others in, give it their addresses, or a token$/,
  ],
  [
    "a name from elsewhere, as after a DNS rebinding",
    asking("health", "GET", { base: "http://evil.example:8787" }),
    403,
    /^The control API is not to be had under the name evil\.example$/,
  ],
  ["a name that looks like ours", asking("health", "GET", { base: "http://127.0.0.1.evil.example" }), 403, /evil/],
  [
    "a page of another origin",
    asking("reset", "POST", { headers: { origin: "https://evil.example" } }),
    403,
    /^The control API answers no other origin's page$/,
  ],
  ["a page of no origin", asking("reset", "POST", { headers: { origin: "null" } }), 403, /no other origin's page$/],
  ["a page on another port", asking("reset", "POST", { headers: { origin: "http://127.0.0.1:99" } }), 403, /no other/],
];

test.each(refusals)("control refuses %s", async (_shows, ask, status, message) => {
  const player = usedPlayer();
  const before = [player.clock(), player.quotas(), player.journal().length];
  const answer = await told(player, ask);
  expect(answer).toEqual({ status, value: { message: expect.stringMatching(message) } });
  expect([player.clock(), player.quotas(), player.journal().length]).toEqual(before);
});

test("control has nothing to say to a request that is not its own", () => {
  for (const target of ["/users/ada", "/_tapedeck", "/x/_tapedeck/health", "/_TAPEDECK/health"]) {
    expect(control(playerOf())(asking(target))).toBeNull();
  }
});

test("control cannot move a clock that cannot be moved", async () => {
  const player = playerOf({ clock: () => moment });
  expect(await told(player, asking("clock?advance=1", "POST"))).toEqual({
    status: 409,
    value: { message: "This clock cannot be moved" },
  });
  const running = playerOf({ clock: runningClock(() => moment * 1000 + 999) });
  expect((await told(running, asking("clock?advance=1", "POST")))?.value).toMatchObject({ now: moment + 1 });
});
