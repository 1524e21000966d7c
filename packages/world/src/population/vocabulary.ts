import type { License } from "@tapedeck/schema";
import type { Site } from "../documents/links.ts";

/** A non-empty list. */
type Some<Item> = readonly [Item, ...Item[]];

/** Languages, each as often as it is common; null stands for a repository without code. */
export const languages: Some<string | null> = [
  ...(["JavaScript", "Python", "JavaScript", "Python", "TypeScript", "TypeScript", "Java", "Java", "Go", "C"] as const),
  ...(["C++", "C#", "PHP", "Ruby", "Rust", "Shell", "HTML", "Kotlin", "Swift", "Zig", null, null] as const),
];

type LicenseTerms = readonly [key: string, name: string, spdx: string];

const mit: LicenseTerms = ["mit", "MIT License", "MIT"];
const apache: LicenseTerms = ["apache-2.0", "Apache License 2.0", "Apache-2.0"];
const gpl: LicenseTerms = ["gpl-3.0", "GNU General Public License v3.0", "GPL-3.0"];
const bsd: LicenseTerms = ["bsd-3-clause", 'BSD 3-Clause "New" or "Revised" License', "BSD-3-Clause"];
const other: LicenseTerms = ["other", "Other", "NOASSERTION"];

/** Licenses, each as often as it is common; null stands for none. */
export const licenses: Some<LicenseTerms | null> = [null, null, null, mit, mit, mit, apache, apache, gpl, bsd, other];

/**
 * Returns the document of a license in a repository.
 * @example
 * licenseOf(site, ["mit", "MIT License", "MIT"]).url; // "https://api.service.example/licenses/mit"
 */
export function licenseOf({ api }: Site, [key, name, spdx_id]: LicenseTerms): License {
  return { key, name, spdx_id, url: key === "other" ? null : `${api}/licenses/${key}`, node_id: `L_${key}` };
}

export const qualities: Some<string> = [
  "A small",
  "A fast",
  "A quiet",
  "Yet another",
  "The missing",
  "A tiny",
  "一个小",
];

export const purposes: Some<string> = [
  "for people in a hurry",
  "that stays out of the way",
  "without dependencies",
  "for the command line",
  "with tests",
  "für alle Fälle",
  "para todos 🚲",
];

export const places: Some<string | null> = [null, null, "Málaga", "Helsinki", "Córdoba", "Kyoto", "Lagos", "Lima"];

export const firstNames: Some<string> = ["Ada", "Grace", "Alan", "Barbara", "Edsger", "Radia", "Ken", "Hedy", "林"];

/** The answers to `/zen`, in turn. */
export const zenLines: readonly string[] = [
  "A world of numbers needs no memory.",
  "Ask the same, hear the same.",
  "Small steps still arrive.",
  "Count once, then trust the formula.",
  "What never changes needs no clock.",
  "Names lead home.",
  "An honest error saves an evening.",
];

/** The values of `{city}`: service-api, section 4. */
export const cities: readonly string[] = [
  "benalmadena",
  "cordoba",
  "fuengirola",
  "helsinki",
  "malaga",
  "moscow",
  "spb",
];
