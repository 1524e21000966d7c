import { adapters } from "../adapters.ts";
import { contractLaws } from "../laws.ts";

/**
 * Tries one case of a law again, as a broken law prints it.
 * @param id The row that the law shows.
 * @param adapterName The adapter's; of no matter to a law of the runtime.
 * @throws RangeError for a law or an adapter that there is not; Error if the law does not hold.
 * @example
 * await reproduce("files-1", "function", { name: "", origin, recordedAt: 0, exchanges: [] });
 */
export async function reproduce(id: string, adapterName: string, sample: unknown): Promise<void> {
  const law = contractLaws.find((each) => each.id === id);
  const adapter = adapters.find((each) => each.name === adapterName);
  if (!law || !adapter)
    throw new RangeError(`Cannot run "${id}" at "${adapterName}": there is no such ${law ? "adapter" : "law"}`);
  await law.assertFor(adapter, sample);
}
