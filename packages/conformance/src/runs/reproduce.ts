import { adapters } from "../adapters.ts";
import { contractLaws } from "../laws.ts";

/**
 * Checks a case of a law again, as a broken law prints it.
 * @param id The row of the law.
 * @param adapterName The name of the adapter; a law of the runtime ignores it.
 * @throws RangeError for an unknown law or adapter. Error if the case breaks the law.
 */
export async function reproduce(id: string, adapterName: string, sample: unknown): Promise<void> {
  const law = contractLaws.find((each) => each.id === id);
  const adapter = adapters.find((each) => each.name === adapterName);
  if (!law || !adapter)
    throw new RangeError(`Cannot run "${id}" at "${adapterName}": there is no such ${law ? "adapter" : "law"}`);
  await law.assertFor(adapter, sample);
}
