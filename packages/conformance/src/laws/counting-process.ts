// Counts requests in a store that it shares with other processes, and prints the used number after each, null if it was
// refused. It ends like a process that is killed, with its requests in flight. Usage:
//   node|deno run -A|bun counting-process.ts STORE_MODULE PLACE ALGORITHM REQUESTS SECONDS_LATER
import process from "node:process";
import { countRequests } from "./count-requests.ts";

const [module = "", place = "", algorithm = "", requests = "", later = ""] = process.argv.slice(2);
const { openStore } = await import(module);
const used = await countRequests(await openStore(place), JSON.parse(algorithm), Number(requests), Number(later));
// A store may keep a connection open.
process.stdout.write(`${JSON.stringify(used)}\n`, () => process.exit());
