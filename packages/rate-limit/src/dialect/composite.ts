// Headers that tell several values at once, or a share: "20:1,100:120", "200,2000", "18/5000", "total=100; remaining=99",
// '{"call_count":28}', "95%". They are split into parts, and written by a template. For structured fields see
// structured.ts.
import type { Standing } from "../limiter/policy.ts";
import { type ToldHeader, toldHeader, usageSeconds } from "./header-index.ts";
import { valueOfWords } from "./header-words.ts";
import { formOfMoment, type MomentForm, momentWriters } from "./moment.ts";

/** A number in the value of a header, and its meaning. */
export interface ToldPart {
  readonly policy: string | null;
  readonly value: "limit" | "remaining" | "used" | "reset";
  /** Whether it is a share of the limit, in percent. */
  readonly isShare: boolean;
  /** The window, if it is told beside the number, or known of the header. */
  readonly seconds: number | null;
  readonly text: string;
  /** Its position in the value. */
  readonly at: number;
}

type Kind = ToldPart["value"];

const longestValue = 4096;
const mostParts = 64;
const mayTell = /rate-?limit|quota|throttl/;
const number = "\\d{1,15}(?:\\.\\d{1,9})?";
const shapes = {
  share: new RegExp(`^(${number})%?$`),
  windows: /^\d{1,15}:\d{1,9}(?:\s*,\s*\d{1,15}:\d{1,9})*$/,
  list: /^\d{1,15}(?:\s*,\s*\d{1,15})+$/,
  ratio: /^(\d{1,15})\/(\d{1,15})$/,
};
const member = new RegExp(`"([A-Za-z][\\w-]{0,63})"\\s*:\\s*"?(${number})"?(?=\\s*[,}\\]])`, "g");
const field = new RegExp(`(?<![\\w-])([A-Za-z][\\w-]{0,63})\\s*=\\s*"?(${number})(?:/(\\d{1,15}))?(?![\\w.])`, "g");

/**
 * Splits a header with several values, or a share of a limit, into parts; returns none for another header.
 * @param name In lower case.
 * @example
 * toldParts("x-app-rate-limit-count", "3:1,9:120").map(({ policy, text }) => `${policy} ${text}`); // ["app-1s 3", "app-120s 9"]
 */
export function toldParts(name: string, text: string): readonly ToldPart[] {
  const told = toldHeader(name);
  if (told === null ? !mayTell.test(name) : !isCount(told.value) && told.value !== "template") return [];
  // A value of a header, RFC 9110, section 5.5.
  if (text.length > longestValue || !/\d/.test(text) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) return [];
  return partsIn(name, text, told).slice(0, mostParts);
}

function partsIn(name: string, text: string, told: ToldHeader | null): ToldPart[] {
  const seconds = usageSeconds[name] ?? null;
  const part = (
    policy: string | null,
    value: Kind,
    found: string,
    at: number,
    more: Partial<ToldPart> = {},
  ): ToldPart => {
    return { policy, value, isShare: false, seconds, text: found, at, ...more };
  };
  if (told !== null && isCount(told.value)) {
    const { value, policy, isShare = false } = told;
    const [, share] = shapes.share.exec(text) ?? [];
    if (share !== undefined) {
      const isOne = isShare || text.endsWith("%");
      return isOne ? [part(policy, value === "limit" ? "used" : value, share, 0, { isShare: true })] : [];
    }
    if (shapes.windows.test(text))
      return Array.from(text.matchAll(/(\d+):(\d+)/g), ({ 1: count = "", 2: window = "", index }) =>
        part(joined(policy, `${window}s`), value, count, index, { seconds: Number(window) }),
      );
    if (shapes.list.test(text)) {
      const counts = [...text.matchAll(/\d+/g)];
      // A header that was sent twice has one value.
      if (/,\s/.test(text) && counts.every(([count]) => count === counts[0]?.[0])) return [];
      return counts.map(({ 0: count, index }, nth) =>
        part(joined(policy ?? "limit", `${nth + 1}`), value, count, index),
      );
    }
  }
  const [, first, second] = shapes.ratio.exec(text) ?? [];
  if (told !== null && first !== undefined && second !== undefined)
    return [
      part(told.policy, told.value === "remaining" ? "remaining" : "used", first, 0),
      part(told.policy, "limit", second, first.length + 1),
    ];
  const unnamed = told?.policy ?? null;
  if (text.startsWith("{")) return membersIn(text, name.endsWith("usage"));
  return fieldsIn(text);

  function membersIn(json: string, areShares: boolean): ToldPart[] {
    return Array.from(json.matchAll(member)).flatMap(({ 0: all, 1: key = "", 2: found = "", index }) => {
      const at = index + all.lastIndexOf(found);
      if (!areShares) {
        const value = valueOfWords(key);
        return value === null ? [] : [part(unnamed, value, found, at)];
      }
      const policy = joined(ownName(name), key);
      return /access|tier|reset|duration/.test(key) ? [] : [part(policy, "used", found, at, { isShare: true })];
    });
  }

  function fieldsIn(fields: string): ToldPart[] {
    return Array.from(fields.matchAll(field)).flatMap(({ 0: all, 1: key = "", 2: found = "", 3: limit, index }) => {
      const at = index + all.indexOf(found, key.length);
      if (limit !== undefined) {
        const policy = key.replace(/-?(?:usage|used)$/, "") || unnamed;
        return [part(policy, "used", found, at), part(policy, "limit", limit, at + found.length + 1)];
      }
      const value = valueOfWords(key);
      return value === null ? [] : [part(unnamed ?? ownName(name), value, found, at)];
    });
  }
}

function isCount(value: ToldHeader["value"]): value is Exclude<Kind, "reset"> {
  return value === "limit" || value === "remaining" || value === "used";
}

const joined = (policy: string | null, word: string): string => (policy === null ? word : `${policy}-${word}`);

/** Returns the rest of a name without the words for limits. */
function ownName(name: string): string | null {
  return (
    name
      .replace(/^x-/, "")
      .replace(/-?(?:rate-?limit|quota|throttle)(?:-|$)/, "-")
      .replace(/^-|-(?:usage)?$/g, "") || null
  );
}

/** Returns the value of a header with each part replaced. */
export function withParts(text: string, parts: readonly ToldPart[], write: (part: ToldPart) => string): string {
  let from = 0;
  let written = "";
  for (const part of parts) {
    written += text.slice(from, part.at) + write(part);
    from = part.at + part.text.length;
  }
  return written + text.slice(from);
}

/**
 * Makes a template of a header's value: `{{policy.value}}` stands for each part.
 * @example
 * templateOf("18/50", toldParts("x-ratelimit", "18/50")); // "{{used}}/{{limit}}"
 */
export function templateOf(text: string, parts: readonly ToldPart[]): string {
  return withParts(text, parts, ({ policy, value, isShare, text: found }) => {
    const form = value === "reset" ? (formOfMoment(found) ?? "delta") : isShare ? `${value}%` : value;
    return `{{${policy === null ? "" : `${policy}.`}${form}}}`;
  });
}

const placeholder = /\{\{(?:([A-Za-z0-9][\w.-]{0,63})\.)?([a-z0-9-]+%?)\}\}/g;

/** A placeholder of a template: its value, and its policy if it names one. */
interface Placeholder {
  readonly policy: string | null;
  readonly write: (standing: Standing, now: number) => string;
}

const counts: Readonly<Record<string, Placeholder["write"]>> = {
  limit: ({ limit }) => String(limit),
  remaining: ({ remaining }) => String(remaining),
  used: ({ used }) => String(used),
  // The use is at least what is told, and the rest at most.
  "remaining%": ({ remaining, limit }) => String(limit === 0 ? 0 : Math.floor((remaining * 100) / limit)),
  "used%": ({ used, limit }) => String(limit === 0 ? 100 : Math.ceil((used * 100) / limit)),
};

function placeholderOf(policy: string | undefined, word: string): Placeholder | null {
  const moment = Object.hasOwn(momentWriters, word) ? momentWriters[word as MomentForm] : null;
  const write = moment === null ? counts[word] : ({ resetsAt }: Standing, now: number) => moment(resetsAt, now);
  return write === undefined ? null : { policy: policy ?? null, write };
}

/** Returns the policies that a template names, and an invalid placeholder in it; null if there is none. */
export function readTemplate(template: string): {
  readonly policies: readonly string[];
  readonly strange: string | null;
} {
  const found = [...template.matchAll(placeholder)];
  const strange = found.find(([, policy, word = ""]) => placeholderOf(policy, word) === null)?.[0];
  const rest = template.replace(placeholder, "");
  const unread = /\{\{.*?\}\}/.exec(rest)?.[0] ?? (found.length === 0 ? template : null);
  return { policies: found.flatMap(([, policy]) => policy ?? []), strange: strange ?? unread };
}

/**
 * Makes the function that fills a template; it returns null if a policy does not count.
 * @param template As {@link templateOf} makes it.
 */
export function templateWriter(
  template: string,
): (standings: readonly Standing[], shown: Standing, now: number) => string | null {
  const places = Array.from(template.matchAll(placeholder), ([, policy, word = ""]) => placeholderOf(policy, word));
  const literals = template.split(/\{\{.*?\}\}/);
  return (standings, shown, now) => {
    let text = literals[0] ?? "";
    for (const [nth, place] of places.entries()) {
      const standing = place?.policy ? standings.find(({ policy }) => policy.name === place.policy) : shown;
      if (place === null || standing === undefined || standing.policy.hidden) return null;
      text += place.write(standing, now) + (literals[nth + 1] ?? "");
    }
    return text;
  };
}

/** Returns whether the value of a header fits a template. */
export function isByTemplate(name: string, text: string, template: string): boolean {
  const parts = toldParts(name, text);
  return parts.length > 0 && templateOf(text, parts) === template;
}
