import { doors } from "./doors.ts";
import { laws } from "./laws.ts";

/**
 * Tries one case of a law again, as a broken law prints it.
 * @param name The law's sentence.
 * @param doorName The door's; of no matter to a law of the runtime.
 * @throws RangeError for a law or a door that there is not; Error if the law does not hold.
 * @example
 * await holdAgain("fromHar() undoes toHar()", "function", { name: "", origin, recordedAt: 0, exchanges: [] });
 */
export async function holdAgain(name: string, doorName: string, sample: unknown): Promise<void> {
  const law = laws.find((each) => each.name === name);
  const door = doors.find((each) => each.name === doorName);
  if (!law || !door)
    throw new RangeError(`Cannot hold "${name}" at "${doorName}": there is no such ${law ? "door" : "law"}`);
  await law.holdFor(door, sample);
}
