// Records a plan, from a service into a folder, and says so of each exchange as soon as it is kept; of what failed, on
// standard error.
// usage: node recording-process.ts FROM OUT PLAN CONCURRENCY
import { readFileSync, writeSync } from "node:fs";
import process from "node:process";
import { createRecorder, readPlan, recordPlan } from "../src/index.ts";

const [from = "", out = "", plan = "", concurrency = "1"] = process.argv.slice(2);
const recorder = await createRecorder({
  from,
  origin: "http://localhost",
  out,
  // Written at once: what waited in a buffer would be lost to a kill.
  onExchange: ({ target, outcome }) => writeSync(1, `${outcome} ${target}\n`),
});
const work = { concurrency: Number(concurrency) };
const { failed } = await recordPlan(recorder, readPlan(readFileSync(plan, "utf8"), plan), work);
for (const { reason } of failed) writeSync(2, `${reason}\n`);
await recorder.close();
