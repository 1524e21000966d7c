import type { QuotaStore } from "@tapedeck/replay";
import { quotaFile } from "@tapedeck/serve";

/** Opens a store in a file, which processes of one machine share. */
export function openStore(file: string): QuotaStore {
  return quotaFile(file);
}
