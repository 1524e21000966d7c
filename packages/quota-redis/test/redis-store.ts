import type { QuotaStore } from "@tapedeck/replay";
import { quotaRedis } from "../src/index.ts";
import { connect } from "./redis-server.ts";

/** The store that processes count in. */
export async function openStore(socket: string): Promise<QuotaStore> {
  return quotaRedis(await connect(socket));
}
