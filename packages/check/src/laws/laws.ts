import { bodies } from "./description/bodies.ts";
import { credentials } from "./description/credentials.ts";
import { links } from "./description/links.ts";
import { pages } from "./description/paging.ts";
import { conditions } from "./http/conditions.ts";
import { methods } from "./http/methods.ts";
import { ranges } from "./http/ranges.ts";
import type { Law } from "./law.ts";
import { buckets } from "./rate-limit/buckets.ts";
import { costs } from "./rate-limit/costs.ts";
import { counting } from "./rate-limit/counting.ts";
import { levels } from "./rate-limit/levels.ts";

/** Every law that a few requests can show, in the order of a report. */
export const laws: readonly Law[] = [
  ...counting,
  ...costs,
  ...buckets,
  ...levels,
  ...credentials,
  ...conditions,
  ...methods,
  ...bodies,
  ...pages,
  ...links,
  ...ranges,
];
