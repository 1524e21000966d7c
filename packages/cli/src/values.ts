import { redactedUrl } from "@tapedeck/tape";
import { WrongCall, wrongValue } from "./mistake.ts";

/** Reads a whole number from a lower to an upper bound. */
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

/**
 * Reads `NAME=VALUE`, again and again, into one record.
 * @example
 * program.option("--token <ALIAS=ENV_NAME>", "…", pairs(String), {});
 */
export function pairs<Value>(
  read: (text: string) => Value,
): (text: string, before: Readonly<Record<string, Value>>) => Readonly<Record<string, Value>> {
  return (text, before) => {
    const [, name, value] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined) throw wrongValue(text, "NAME=VALUE");
    return { ...before, [name]: read(value) };
  };
}

/** Reads an http or https URL. */
export function webUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  const wanted = "a URL such as https://api.service.example";
  const shown = redactedUrl(text);
  // Commander would show all of it.
  if (shown !== text) throw new WrongCall(`Cannot use the URL "${shown}": wanted ${wanted}`);
  throw wrongValue(text, wanted);
}

/** Reads a vendor's word: it becomes part of header names. */
export function vendorWord(text: string): string {
  if (!/^[a-z][a-z0-9-]*$/.test(text)) throw wrongValue(text, "small letters, digits and hyphens, such as service");
  return text;
}

/** Reads where the clock stands: `recorded`, `real`, or a moment, which becomes epoch seconds. */
export function clockSetting(text: string): "recorded" | "real" | number {
  if (text === "recorded" || text === "real") return text;
  const milliseconds = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(milliseconds)) throw wrongValue(text, "recorded, real, or a time such as 2026-01-01T00:00:00Z");
  return Math.floor(milliseconds / 1000);
}
