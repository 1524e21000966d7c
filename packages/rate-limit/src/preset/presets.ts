import { cloudflare } from "./cloudflare.ts";
import { discord } from "./discord.ts";
import { githubPreset } from "./github.ts";
import { gitlab } from "./gitlab.ts";
import { ietf, ietf06, ietf07 } from "./ietf.ts";
import { anthropic, openai } from "./language-models.ts";
import type { Preset } from "./preset.ts";
import { shopify } from "./shopify.ts";
import { slack, stripe } from "./silent.ts";
import { binance, jira, reddit, strava, x } from "./windows.ts";

const all: readonly Preset[] = [
  ...[githubPreset, ietf, ietf07, ietf06, gitlab, cloudflare, openai, anthropic],
  ...[discord, shopify, stripe, slack, x, jira, reddit, strava, binance],
];

/** The schemes that ship with tapedeck, by name. */
export const presets: Readonly<Record<string, Preset>> = Object.fromEntries(all.map((preset) => [preset.name, preset]));

/**
 * Finds a preset.
 * @throws RangeError for an unknown name; the message lists the known ones.
 * @example
 * presetNamed("discord").refusal.status; // 429
 */
export function presetNamed(name: string): Preset {
  const preset = Object.hasOwn(presets, name) ? presets[name] : undefined;
  if (preset !== undefined) return preset;
  throw new RangeError(`No preset ${JSON.stringify(name)}: there is ${Object.keys(presets).join(", ")}`);
}
