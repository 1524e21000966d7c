// Asks a player of its own so many requests at once; the player counts in a store that others count in too. Prints the
// numbers that were used, in the order of the requests, null for each that was refused:
//   node|deno run -A|bun counting-process.ts STORE_MODULE PLACE LIMIT REQUESTS
import process from "node:process";
import { createSharedPlayer, stoppedClock } from "@tapedeck/replay";
import { pinnedMoment } from "@tapedeck/tape";
import { fixtures } from "../fixtures/fixtures.ts";
import { homeApis } from "../home-apis.ts";

const [module = "", place = "", limit = "", requests = ""] = process.argv.slice(2);
const { openStore } = await import(module);
const api = homeApis({ limits: { anonymous: Number(limit) } });
const player = createSharedPlayer({
  tapes: fixtures,
  api,
  clock: stoppedClock(pinnedMoment),
  store: await openStore(place),
});
const answers = await Promise.all(Array.from({ length: Number(requests) }, () => player("http://localhost/users/ada")));
const used = answers.map(({ status, headers }) => {
  const [left, spent] = ["remaining", "used"].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
  if (Number(left) + Number(spent) !== Number(limit)) throw new Error(`${left} and ${spent} are not ${limit}`);
  return status === 200 ? spent : null;
});
// A store may hold a connection.
process.stdout.write(`${JSON.stringify(used)}\n`, () => process.exit());
