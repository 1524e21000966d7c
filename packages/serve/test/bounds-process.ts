// Serves a player, and says at each line of its input how much memory it has held at most, in bytes:
//   node|deno run -A|bun packages/serve/test/bounds-process.ts node:http|native
import process from "node:process";
import { createInterface } from "node:readline";
import { control, listen } from "../src/index.ts";
import { playerOf } from "./tape.ts";

const player = playerOf();
const server = await listen(player, { native: process.argv[2] === "native", control: control(player) });
let most = 0;
const look = (): void => {
  most = Math.max(most, process.memoryUsage().rss);
};
const looking = setInterval(look, 5);
console.log(JSON.stringify(server));
for await (const _line of createInterface({ input: process.stdin })) {
  look();
  console.log(JSON.stringify({ most }));
}
clearInterval(looking);
await server.close();
process.exit();
