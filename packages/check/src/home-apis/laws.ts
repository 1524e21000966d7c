import type { Law } from "../law.ts";
import { conditions } from "../laws/conditions.ts";
import { links } from "../laws/links.ts";
import { methods } from "../laws/methods.ts";
import { pages } from "../laws/pages.ts";
import { ranges } from "../laws/ranges.ts";
import { buckets } from "./buckets.ts";
import { cityCounts } from "./city-counts.ts";
import { costs } from "./costs.ts";
import { counting } from "./counting.ts";
import { credentials } from "./credentials.ts";
import { shapes } from "./shapes.ts";

/** Every law that a few requests can show, in the order of a report. */
export const laws: readonly Law[] = [
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
