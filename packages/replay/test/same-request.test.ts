import { service } from "@tapedeck/api";
import type { Exchange } from "@tapedeck/tape";
import fc from "fast-check";
import { expect, test } from "vitest";
import { stoppedClock } from "../src/clock.ts";
import { fetchOf, handlerOf } from "../src/handlers/handler.ts";
import { createPlayer, type Player } from "../src/handlers/player.ts";
import type { IncomingRequest } from "../src/http/message.ts";
import { RepeatedRequest } from "../src/http/repeated-request.ts";
import { ask, exchange, headers, recordedAt, tape, utf8 } from "./exchanges.ts";

const says = (text: string, target = "/users/ada"): Exchange =>
  exchange({ target }, { headers: headers(["etag", `"${text}"`]), body: utf8(JSON.stringify(text)) });

const asked = ["/users/ada", "/users/bob", "/users/eve", "/rate_limit"].flatMap((target) =>
  [{}, { "if-none-match": '"1"' }, { range: "bytes=0-1" }, { authorization: "token full-t0ken" }].flatMap((sent) =>
    ["GET", "HEAD"].map((method) => ask(target, sent, { method })),
  ),
);

/** What may happen to a player between two requests. */
const happenings: ReadonlyArray<(player: Player) => void> = [
  (player) => player.addOverride("patch", [tape(says("2"))]),
  (player) => player.removeOverride("patch"),
  (player) => player.store(ask(), says("3").response, "https://api.service.example"),
  (player) => player.setQuota("address 127.0.0.1", { remaining: 1 }),
  (player) => player.resetQuotas(),
  (player) => player.reset(),
];

function opened(): Player {
  const tapes = [tape(says("1"), says("1", "/users/bob"), says("2", "/users/bob"))];
  const tokens = { full: "full-t0ken" };
  return createPlayer({ api: service, tapes, tokens, clock: stoppedClock(recordedAt) });
}

test("a request that is handed in as the same object gets what any like it gets, whatever happens in between", () => {
  const same = asked.map((each) => new RepeatedRequest({ ...each, headers: Object.freeze(each.headers) }));
  const steps = fc.array(fc.nat(asked.length + happenings.length - 1), { minLength: 2, maxLength: 40 });
  fc.assert(
    fc.property(steps, (taken) => {
      const [kept, anew] = [opened(), opened()];
      for (const step of taken) {
        const happening = happenings[step - asked.length];
        if (happening) for (const player of [kept, anew]) happening(player);
        else expect(kept.answer(same[step] as IncomingRequest)).toEqual(anew.answer(asked[step] as IncomingRequest));
      }
      expect(kept.journal()).toEqual(anew.journal());
    }),
    { numRuns: 60 },
  );
});

test("a player takes no notice of what another one noted of a request", () => {
  const same = new RepeatedRequest(ask("/users/ada", { authorization: "token full-t0ken" }));
  const [knowing, other] = [opened(), createPlayer({ tapes: [tape(says("1"))] })];
  for (const player of [knowing, other, knowing, other]) {
    player.answer(same);
    expect(player.journal().at(-1)?.principal).toBe(player === knowing ? "full" : "token");
  }
});

test("a copy of a request that came before gets what its own target has", () => {
  const player = opened();
  const same = new RepeatedRequest(ask());
  for (const _twice of [1, 2]) {
    expect(player.answer(same).headers).toContainEqual(["etag", '"1"']);
    expect(player.answer({ ...same, target: "/users/nobody" }).headers).not.toContainEqual(["etag", '"1"']);
  }
});

test("a handler hands in the same object for a GET that comes again, and another for other headers", async () => {
  const asks: IncomingRequest[] = [];
  const handler = handlerOf((ask) => {
    asks.push(ask);
    return { status: 204, headers: [], body: null };
  });
  const sent = { accept: "text/plain", "x-a": "1" };
  const others = [{ headers: { ...sent, "x-a": "2" } }, { headers: sent, method: "HEAD" }];
  for (const init of [{ headers: sent }, ...others, { headers: sent }, { headers: sent }])
    await handler(new Request("http://x/a?b", init));
  const [first, other, head, second, third] = asks;
  expect(first).toEqual({ ...ask("/a?b", sent), base: "http://x" });
  expect([first, Object.isFrozen(first)]).toEqual([{ ...second }, false]);
  expect(third).toBe(second);
  expect([second, second?.headers].every(Object.isFrozen)).toBe(true);
  expect([other?.headers["x-a"], head?.method, head?.headers]).toEqual(["2", "HEAD", sent]);
});

test("a handler keeps as many GETs as its clients send in turn", async () => {
  const [most, asks] = [4200, new Map<string, IncomingRequest>()];
  const targets = Array.from({ length: most }, (_, at) => `/things/${at}`);
  const fetchFrom = (gets?: number) =>
    fetchOf(
      (ask) => {
        asks.set(ask.target, ask);
        return { status: 204, headers: [], body: null };
      },
      undefined,
      gets,
    );
  const keptBy = async (fetch: ReturnType<typeof fetchFrom>): Promise<number> => {
    const turn = async () => {
      for (const target of targets) await fetch(`http://localhost${target}`);
      return targets.map((target) => asks.get(target));
    };
    await turn();
    const [second, third] = [await turn(), await turn()];
    return targets.filter((_, at) => second[at] === third[at]).length;
  };
  expect([await keptBy(fetchFrom()), await keptBy(fetchFrom(most))]).toEqual([0, most]);
});
