// Runs one of the comparisons. Usage: npm run bench -- NAME
import process from "node:process";

const comparisons: Readonly<Record<string, () => Promise<unknown>>> = {
  server: () => import("./server/server.ts"),
  profile: () => import("./server/profile.ts"),
  inprocess: () => import("./peers.ts"),
  start: () => import("./start.ts"),
  record: () => import("./recording.ts"),
  validate: () => import("./validators.ts"),
  scale: () => import("./scale.ts"),
  scaling: () => import("./scaling.ts"),
  limits: () => import("./rate-limits.ts"),
  redis: () => import("./quota-redis.ts"),
  streams: () => import("./streams/streams.ts"),
  native: () => import("./native.ts"),
};

const [name = ""] = process.argv.splice(2, 1);
const compare = Object.hasOwn(comparisons, name) ? comparisons[name] : undefined;
if (compare === undefined) {
  console.error(`Cannot compare ${JSON.stringify(name)}: there are ${Object.keys(comparisons).join(", ")}`);
  process.exitCode = 2;
} else await compare();
