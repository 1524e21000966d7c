// Records one plan again and again, into a folder of its own each time, and says so of each. Runs on Node, Deno and Bun.
// usage: rerecording-process.ts FROM OUT PLAN CONCURRENCY…
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { createRecorder, readPlan, recordPlan } from "../src/index.ts";

const [from = "", out = "", file = "", ...concurrencies] = process.argv.slice(2);
const plan = readPlan(readFileSync(file, "utf8"), file);
const tokens = { full: "s3cr3t-t0ken" };
for (const [at, concurrency] of concurrencies.entries()) {
  // The service counts for each of these by itself.
  const options = { tokens, from: `${from}/${at}`, origin: "http://localhost", out: join(out, String(at)) };
  const recorder = await createRecorder(options);
  await recordPlan(recorder, plan, { concurrency: Number(concurrency) });
  await recorder.close();
  console.log(String(at));
}
