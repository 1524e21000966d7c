import type { CheckLaw } from "./law.ts";
import { buckets } from "./laws/buckets.ts";
import { cityCounts } from "./laws/city-counts.ts";
import { conditions } from "./laws/conditions.ts";
import { costs } from "./laws/costs.ts";
import { counting } from "./laws/counting.ts";
import { credentials } from "./laws/credentials.ts";
import { links } from "./laws/links.ts";
import { methods } from "./laws/methods.ts";
import { pages } from "./laws/pages.ts";
import { ranges } from "./laws/ranges.ts";
import { shapes } from "./laws/shapes.ts";

/** Every law that a few requests can show, in the order of a report. */
export const checkLaws: readonly CheckLaw[] = [
  ...counting,
  ...costs,
  ...buckets,
  ...credentials,
  ...conditions,
  ...methods,
  ...shapes,
  ...pages,
  ...links,
  ...ranges,
  ...cityCounts,
];
