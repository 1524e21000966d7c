// Sends requests at once to a player of its own, which counts in a store that it shares with other processes. Prints
// the used number after each request, null if it was refused. Requests in flight are then never released: the process
// ends like one that is killed. Usage:
//   node|deno run -A|bun counting-process.ts STORE_MODULE PLACE ALGORITHM REQUESTS SECONDS_LATER
import process from "node:process";
import { compileApi, service } from "@tapedeck/api";
import { createSharedPlayer, stoppedClock } from "@tapedeck/replay";
import { pinnedMoment } from "@tapedeck/tape";
import { contractFixtures } from "../fixtures/fixtures.ts";

const [module = "", place = "", algorithm = "", requests = "", later = ""] = process.argv.slice(2);
const { openStore } = await import(module);
const rateLimits = {
  name: "counted",
  policies: [{ name: "core", partition: ["account"], algorithm: JSON.parse(algorithm) }],
  tell: "x-ratelimit",
  refusal: { status: 429 },
} as const;
const api = compileApi({ rateLimits }, { base: service });
const player = createSharedPlayer({
  tapes: contractFixtures,
  api,
  clock: stoppedClock(pinnedMoment + Number(later)),
  store: await openStore(place),
});
const ask = {
  method: "GET",
  target: "/users/ada",
  headers: {},
  body: null,
  base: "http://localhost",
  address: "127.0.0.1",
};
const answers = await Promise.all(Array.from({ length: Number(requests) }, () => player.answer(ask)));
const used = answers.map(({ status = 0, headers }) => {
  const [limit = 0, left = 0, spent = 0] = ["limit", "remaining", "used"].map((name) =>
    Number(headers.find(([each]) => each === `x-ratelimit-${name}`)?.[1]),
  );
  if (left + spent !== limit) throw new Error(`${left} and ${spent} are not ${limit}`);
  return status === 200 ? spent : null;
});
// A store may keep a connection open.
process.stdout.write(`${JSON.stringify(used)}\n`, () => process.exit());
