import { bodies } from "./description/bodies.ts";
import { credentialLaws } from "./description/credentials.ts";
import { links, pages } from "./description/paging.ts";
import { conditionLaws } from "./http/conditions.ts";
import { methodLaws } from "./http/methods.ts";
import { ranges } from "./http/ranges.ts";
import type { Law } from "./law.ts";
import { buckets } from "./rate-limit/buckets.ts";
import { costs } from "./rate-limit/costs.ts";
import { countingLaws } from "./rate-limit/counting.ts";
import { levels } from "./rate-limit/levels.ts";

/** Every law that a few requests can show, in the order of a report. */
export const laws: readonly Law[] = [
  ...countingLaws,
  ...costs,
  ...buckets,
  ...levels,
  ...credentialLaws,
  ...conditionLaws,
  ...methodLaws,
  ...bodies,
  ...pages,
  ...links,
  ...ranges,
];
