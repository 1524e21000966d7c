import { shellWord } from "@tapedeck/replay/internal";
import type { RedactOptions } from "@tapedeck/tape";
import { replacePlaceholders } from "@tapedeck/tape/internal";
import { commandLine } from "../command/command-line.ts";
import type { Bounds } from "../command/options/bounds.ts";
import { defaultRetries, defaultTimeout, type UpstreamOptions } from "../command/options/upstream-options.ts";
import { shownUrl } from "../command/shown-url.ts";
import { wrongValue } from "../command/user-error.ts";

/** The options of `tapedeck record`. */
export interface RecordOptions extends UpstreamOptions {
  readonly out: string;
  readonly plan?: string;
  readonly redact: RedactOptions;
  readonly proxy?: number;
  readonly again?: string;
  readonly grace: number;
  readonly bound: Bounds;
  readonly streamSeconds: number;
  readonly chunked?: boolean;
  readonly fresh?: boolean;
  readonly only?: readonly number[];
  readonly json?: boolean;
}

/**
 * Parses numbers and ranges, as {@link numbersText} writes them.
 * @example
 * numbers("2,5-7"); // [2, 5, 6, 7]
 */
export function numbers(text: string): readonly number[] {
  return text.split(",").flatMap((part) => {
    const [, first = "", last = first] = /^\s*([1-9]\d{0,6})(?:-([1-9]\d{0,6}))?\s*$/.exec(part) ?? [];
    if (first === "" || Number(last) < Number(first)) throw wrongValue(text, "numbers from 1, such as 2,5-7");
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => Number(first) + at);
  });
}

/** Writes ascending numbers as ranges; undoes {@link numbers}. */
export function numbersText(ascending: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const number of ascending) {
    const range = ranges.at(-1);
    if (range?.[1] === number - 1) range[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(",");
}

/**
 * Returns the shell command that sends again what a recording by a plan is missing.
 * @example
 * commandAgain(options, [2, 5]); // "npx @tapedeck/cli record --from https://api.service.example --plan plan.yaml --only 2,5"
 */
export function commandAgain(options: RecordOptions, again: readonly number[]): string {
  const { from, out, origin, api, plan = "", tokenEnv, as, token, fresh } = options;
  const { concurrency, budget, reserve, retries, timeout, bound } = options;
  const settings: ReadonlyArray<readonly [option: string, value: string | number | undefined, usual?: number]> = [
    ["--from", replacePlaceholders(shownUrl(from), () => "KEY")],
    ["--out", out],
    ["--origin", origin],
    ["--api", api],
    ["--plan", plan],
    ["--token-env", tokenEnv],
    ["--as", tokenEnv && as],
    ...Object.entries(bound).map(([name, most]) => ["--bound", `${name}=${most}`] as const),
    ...Object.entries(token).map(([alias, variable]) => ["--token", `${alias}=${variable}`] as const),
    ["--concurrency", concurrency, 1],
    ["--budget", budget],
    ["--reserve", reserve],
    ["--retries", retries, defaultRetries],
    ["--timeout", timeout, defaultTimeout],
  ];
  const given = settings.flatMap(([option, value, usual]) => (value === usual ? [] : [option, shellWord(`${value}`)]));
  return [commandLine, "record", ...given, ...(fresh ? ["--fresh"] : []), "--only", numbersText(again)].join(" ");
}
