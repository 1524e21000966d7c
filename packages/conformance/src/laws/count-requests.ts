import { compileApi, service } from "@tapedeck/api";
import type { Algorithm } from "@tapedeck/rate-limit";
import { createSharedPlayer, type QuotaStore, stoppedClock } from "@tapedeck/replay";
import { pinnedMoment } from "@tapedeck/tape";
import { contractFixtures } from "../fixtures/fixtures.ts";

const ask = {
  method: "GET",
  target: "/users/ada",
  headers: {},
  body: null,
  base: "http://localhost",
  address: "127.0.0.1",
};

/**
 * Sends requests at once to a player of its own, which counts in a store that it may share with others. The requests are in
 * flight from then on: nothing releases them.
 * @returns The used number after each request, null for a refused one.
 */
export async function countRequests(
  store: QuotaStore,
  algorithm: Algorithm,
  requests: number,
  secondsLater = 0,
): Promise<ReadonlyArray<number | null>> {
  const rateLimits = {
    name: "counted",
    policies: [{ name: "core", partition: ["account"], algorithm }],
    tell: "x-ratelimit",
    refusal: { status: 429 },
  } as const;
  const player = createSharedPlayer({
    tapes: contractFixtures,
    api: compileApi({ rateLimits }, { base: service }),
    clock: stoppedClock(pinnedMoment + secondsLater),
    store,
  });
  const answers = await Promise.all(Array.from({ length: requests }, () => player.answer(ask)));
  return answers.map(({ status = 0, headers }) => {
    const [limit = 0, left = 0, spent = 0] = ["limit", "remaining", "used"].map((name) =>
      Number(headers.find(([each]) => each === `x-ratelimit-${name}`)?.[1]),
    );
    if (left + spent !== limit) throw new Error(`${left} and ${spent} are not ${limit}`);
    return status === 200 ? spent : null;
  });
}
