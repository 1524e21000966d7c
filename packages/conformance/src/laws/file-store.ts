import type { QuotaStore } from "@tapedeck/replay";
import { quotaFile } from "@tapedeck/serve";

/** The store that processes of one machine count in. */
export function openStore(file: string): QuotaStore {
  return quotaFile(file);
}
