import type { MatchException } from "@tapedeck/api";
import { matchers, type Pace, type Rule } from "@tapedeck/replay";
import { comparedBy, matcherNamed, pathPattern } from "@tapedeck/replay/internal";
import type { RedactOptions } from "@tapedeck/tape";
import { baseUrl, checkRedact, didYouMean, findPlaceholders, redactedUrl } from "@tapedeck/tape/internal";
import { InvalidArgumentError } from "commander";
import { asUsage, UsageError, wrongValue } from "../user-error.ts";

/** Parses a whole number between two bounds. */
export function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < least || number > most) {
      throw wrongValue(
        text,
        most === Number.MAX_SAFE_INTEGER ? `a whole number from ${least}` : `a whole number from ${least} to ${most}`,
      );
    }
    return number;
  };
}

/** Parses repeated `NAME=VALUE` into one record. */
export function pairs<Value>(
  read: (text: string) => Value,
): (text: string, before: Readonly<Record<string, Value>>) => Readonly<Record<string, Value>> {
  return (text, before) => {
    const [, name, value] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined) throw wrongValue(text, "NAME=VALUE");
    try {
      return { ...before, [name]: read(value) };
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      // A part of the word may be a part of a secret, by which nothing knows it.
      throw new InvalidArgumentError(error.message.replace(JSON.stringify(value), () => JSON.stringify(text)));
    }
  };
}

/**
 * Parses repeated `ALIAS=ENV_NAME` into one record.
 * @throws UsageError that does not show the text, which may be the credential itself; also for an alias given twice.
 */
export function credentialNames(
  text: string,
  before: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const [, alias, variable] = /^([^=]+)=([A-Za-z_]\w*)$/.exec(text) ?? [];
  if (alias === undefined || variable === undefined) {
    throw new UsageError(
      "Cannot use the value of --token (not shown, it may be a secret): wanted ALIAS=ENV_NAME, such as full=API_TOKEN, with the credential in that environment variable",
    );
  }
  const [name] = alias.split("@");
  if (Object.keys(before).some((known) => known.split("@")[0] === name))
    throw new UsageError("Cannot use --token: two of them have the same alias; give each token an alias of its own");
  return { ...before, [alias]: variable };
}

/**
 * Parses repeated names of headers, cookies, parameters or fields whose values to hide; with a minus before it, a name
 * whose values to keep; with "=" and a regular expression after it, a format of tokens.
 */
function redactedName(text: string, before: RedactOptions): RedactOptions {
  const [, kind, pattern] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (kind !== undefined && pattern !== undefined) {
    const shapes = { ...before.shapes, [kind]: pattern };
    return { ...before, ...asUsage(() => checkRedact({ shapes }, "--redact")) };
  }
  const name = text.replace(/^-/, "");
  if (!/^[^\s=,;"]+$/.test(name))
    throw wrongValue(text, "a name, such as sid; -theme for one whose values are to stay; or acme-key=acme_\\w{20}");
  return text.startsWith("-")
    ? { ...before, keep: [...(before.keep ?? []), name] }
    : { ...before, names: [...(before.names ?? []), name] };
}

/** The option `--redact`, the same for every command. */
export const redactOption: readonly [string, string, typeof redactedName, RedactOptions] = [
  "--redact <name>",
  "hide values of this name, too; -NAME keeps them; KIND=PATTERN hides a format of tokens (repeatable)",
  redactedName,
  {},
];

/** Parses the base URL of a service. @throws UsageError that shows no credential. */
export function webUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) {
    asUsage(() => baseUrl("use the URL", text));
    if (findPlaceholders(text).length > 0)
      throw new UsageError(`Cannot use the URL "${redactedUrl(text)}": a placeholder stands in it; put the key there`);
    return text;
  }
  const spelled = URL.canParse(`http://${text}`) && !text.includes("//") ? `; did you mean http://${text}?` : "";
  const wanted = `a URL such as https://api.service.example${spelled}`;
  const shown = redactedUrl(text);
  // Commander would show all of it.
  if (shown !== text) throw new UsageError(`Cannot use the URL "${shown}": wanted ${wanted}`);
  throw wrongValue(text, wanted);
}

/** Stands for all origins of a file. */
export const allOrigins = "all";

/** Parses an origin: the URL of a service without a path, which no origin has. */
export function webOrigin(text: string): string {
  const { origin, base } = baseUrl("use the URL", webUrl(text));
  if (base !== origin) throw wrongValue(text, `an origin, which has no path; did you mean ${origin}?`);
  return origin;
}

/** Parses repeated origins into one list. */
export function origins(text: string, before: readonly string[]): readonly string[] {
  return [...before, text === allOrigins ? text : webOrigin(text)];
}

/** Parses a path to write to. */
export function writtenPath(text: string): string {
  if (/^\w+:\/\//.test(text)) throw wrongValue(redactedUrl(text), "a path on this machine, not a URL");
  return text;
}

/**
 * Parses the name of an environment variable.
 * @throws UsageError that does not show the text, which may be the credential itself.
 */
export function variableName(option: string): (text: string) => string {
  return (text) => {
    if (/^[A-Za-z_]\w*$/.test(text)) return text;
    throw new UsageError(
      `Cannot use the value of ${option} (not shown, it may be a secret): wanted the name of an environment variable, such as API_TOKEN`,
    );
  };
}

/** Makes the parser of a text that fits a pattern. */
export function fitting(pattern: RegExp, wanted: string): (text: string) => string {
  return (text) => {
    if (!pattern.test(text)) throw wrongValue(text, wanted);
    return text;
  };
}

/** Parses repeated path patterns into one list. */
export function pathPatterns(text: string, before: readonly string[]): readonly string[] {
  try {
    pathPattern(text);
  } catch {
    throw wrongValue(text, "a path such as /search/**: * stands for what is within a segment, ** for anything");
  }
  return [...before, text];
}

/**
 * Parses the parts of requests to compare: names of matchers, separated by commas.
 * @example
 * matching("method,path"); // ["method", "path"]
 */
export function matching(text: string): Rule {
  const names = text.split(",").map((name) => name.trim());
  const known = [...Object.keys(matchers), "header:NAME", "cookie:NAME"];
  const stranger = names.find((name) => matcherNamed(name, {}) === undefined);
  if (stranger !== undefined) throw wrongValue(stranger, `some of ${known.join(",")}${didYouMean(stranger, known)}`);
  return names;
}

/**
 * Parses differences to ignore: a path pattern, and parts of a request, separated by spaces.
 * @example
 * exceptions("/orders/** query.t body:/meta/requestId", []); // [{ path: "/orders/**", ignore: ["query.t", "body:/meta/requestId"] }]
 */
export function exceptions(text: string, before: readonly MatchException[]): MatchException[] {
  const [path = "", ...ignore] = text.trim().split(/\s+/);
  if (ignore.length === 0)
    throw wrongValue(text, "a pattern of paths and what to leave out, such as '/orders/** query.t'");
  pathPatterns(path, []);
  asUsage(() => comparedBy([], [{ path, ignore }]));
  return [...before, { path, ignore }];
}

/** Where a clock stands, or starts: epoch seconds. */
export type ClockSetting =
  | { readonly kind: "recorded" }
  | { readonly kind: "stopped"; readonly at: number }
  | { readonly kind: "running"; readonly from: number | null };

/**
 * Parses a clock: `recorded`, `real`, a time at which it stands, or `real@` and a time from which it runs.
 * @example
 * clockSetting("real@2026-01-01T00:00:00Z"); // { kind: "running", from: 1767225600 }
 */
export function clockSetting(text: string): ClockSetting {
  if (text === "recorded") return { kind: "recorded" };
  if (text === "real") return { kind: "running", from: null };
  const [, running, moment = ""] = /^(real@)?(.*)$/s.exec(text) ?? [];
  const seconds = /^\d+$/.test(moment) ? Number(moment) : momentOf(moment);
  if (!(seconds <= 8_640_000_000_000))
    throw wrongValue(text, "recorded, real, a time such as 2026-01-01T00:00:00Z, or real@ and a time");
  return running === undefined ? { kind: "stopped", at: seconds } : { kind: "running", from: seconds };
}

/**
 * Parses the pace of streams: 0, `recorded`, a multiple such as `2x`, or `clock`.
 * @example
 * paceSetting("2x"); // 2
 */
export function paceSetting(text: string): Pace {
  if (text === "recorded") return 1;
  if (text === "clock") return "clock";
  const [, number] = /^(\d+(?:\.\d+)?)x?$/.exec(text) ?? [];
  if (!Number.isFinite(Number(number)))
    throw wrongValue(text, "0 for at once, recorded, a multiple such as 2x, or clock");
  return Number(number);
}

function momentOf(text: string): number {
  return /^\d{4}-\d\d-\d\d/.test(text) ? Math.floor(Date.parse(text) / 1000) : Number.NaN;
}
