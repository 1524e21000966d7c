import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createRecorder, readPlan, recordPlan, type Summary } from "@tapedeck/record";
import { pinnedMoment } from "@tapedeck/tape";
import { startCityOrigin } from "./reference-server/city.ts";
import { startOrigin } from "./reference-server/origin.ts";

/** The origins in the committed recordings. Both are reserved names without a server. */
const serviceOrigin = "https://api.service.example";
const cityOrigin = "https://cyclists.example";

// Two credentials of one account of the reference server.
const tokens = { token: "standin-full-0123456789", narrow: "standin-narrow-0123456789" };

/**
 * Records the committed recordings anew from the reference server, with the recorder and over sockets.
 * @param plans The folder of the plans.
 * @param out The folder to record into.
 */
export async function rerecord(plans: string, out: string, concurrency = 1): Promise<readonly Summary[]> {
  const service = await startOrigin({
    publicUrl: serviceOrigin,
    now: () => pinnedMoment,
    tokens: {
      [tokens.token]: { account: "ada", scopes: ["repo"] },
      [tokens.narrow]: { account: "ada", scopes: [] },
    },
  });
  const cities = await startCityOrigin();
  const record = async (from: string, origin: string, file: string): Promise<Summary> => {
    const plan = readPlan(await readFile(join(plans, file), "utf8"), file);
    const recorder = await createRecorder({ from, origin, out, tokens, runAt: pinnedMoment });
    try {
      await recordPlan(recorder, plan, { concurrency });
    } finally {
      await recorder.close();
    }
    return recorder.summary();
  };
  try {
    return [
      await record(service.url, serviceOrigin, "service.plan.json"),
      await record(cities.url, cityOrigin, "cyclists.plan.json"),
    ];
  } finally {
    await service.close();
    await cities.close();
  }
}

if (import.meta.main) {
  for (const { captured, unchanged, failed } of await rerecord("recordings", "recordings")) {
    console.log(`captured ${captured}, unchanged ${unchanged}, failed ${failed.length}`);
  }
}
