import { expect, test } from "vitest";
import { killOnce } from "./kills.ts";

// More kills: `npm run attack -- crash`.
test.each([
  [1, 30],
  [3, 1],
])(
  "a recorder that is killed has lost nothing that it acknowledged, and the next one completes (seed %i, resources: %i)",
  async (seed, resources) => {
    const exchanges = resources === 1 ? 200 : 120;
    const { acknowledged, broken, completed, found, lost, unchanged } = await killOnce({ exchanges, resources, seed });
    expect({ broken, completed, lost }).toEqual({ broken: 0, completed: exchanges, lost: 0 });
    expect(found).toBeGreaterThanOrEqual(acknowledged);
    expect(unchanged).toBe(found);
  },
);
