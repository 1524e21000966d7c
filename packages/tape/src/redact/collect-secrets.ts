import type { Body, Exchange, HeaderList } from "../exchange.ts";
import { headerOf } from "../headers.ts";
import { isJson } from "../json-text.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { KnownSecret } from "./scrubber.ts";
import { looksLikeIdentifier, looksLikeWord } from "./secret-entropy.ts";

/**
 * The values of an exchange that are to be hidden wherever else it repeats them. Whatever is hidden at its own place is
 * hidden there whatever it looks like; this says what is a secret in other places too.
 *
 * - What was hidden whole counts: a parameter of the target or of a form, a secret header, each cookie (also one that is
 *   set), a member of a JSON body; by its name, or because it looks like a token.
 * - A value that may be an ordinary word does not (`looksLikeWord`): `?token=repository` would hide half an answer. Where
 *   ordinary values are the rule, one that may be a name does not either (`looksLikeIdentifier`): in cookies (`dotcom_user=octocat1`),
 *   parameters whose name is a word itself (`code`, `signature`), and members within a value that is hidden as a whole.
 *
 * The path of the target is not rewritten by what this finds, or a replay could not find the recording: see
 * `createSanitizer`.
 * @param raw As it came, with its origin replaced.
 * @param clean The same, scrubbed.
 * @param isSecretMember Whether a member of that name is hidden.
 * @returns Each with the kind of its own placeholder as alias.
 * @example
 * collectSecrets(raw, clean, isSecretMember); // [{ alias: "parameter", value: "s3cr3t-t0ken" }]
 */
export function collectSecrets(
  raw: Exchange,
  clean: Exchange,
  isSecretMember: (name: string) => boolean,
): readonly KnownSecret[] {
  const found: KnownSecret[] = [];
  const note = (value: string, placeholder: string, mayBeOrdinary: (value: string) => boolean): void => {
    if (isPlaceholder(placeholder) && !isPlaceholder(value) && !mayBeOrdinary(value))
      found.push({ alias: placeholder.slice(1, -1), value });
  };
  const pairs = (before: string, after: string): void => {
    const hidden = [...new URLSearchParams(after)];
    for (const [at, [name, value]] of [...new URLSearchParams(before)].entries()) {
      const [sameName, placeholder = ""] = hidden[at] ?? [];
      if (sameName === name) note(value, placeholder, isWordItself(name) ? looksLikeIdentifier : looksLikeWord);
    }
  };
  const members = (before: unknown, after: unknown, name: string): void => {
    if (typeof before === "string" && typeof after === "string") {
      note(before, after, after !== "[field]" || isSecretMember(name) ? looksLikeWord : looksLikeIdentifier);
    } else if (isRecord(before) && isRecord(after)) {
      // The items of a list go by the name of the list.
      for (const [key, value] of Object.entries(before)) members(value, after[key], Array.isArray(before) ? name : key);
    }
  };
  const inHeaders = (before: HeaderList, after: HeaderList): void => {
    for (const [at, [name, value]] of before.entries()) {
      const clean = after[at]?.[1] ?? "";
      if (clean === value) continue;
      if (name !== "cookie" && name !== "set-cookie") note(value, clean, looksLikeWord);
      else {
        const hidden = cookiesIn(name, clean);
        for (const [nth, said] of cookiesIn(name, value).entries())
          for (const cookie of said) note(cookie, hidden[nth]?.[0] ?? "", looksLikeIdentifier);
      }
    }
  };
  const inBody = (before: Body | null, after: Body | null, headers: HeaderList): void => {
    if (before?.encoding !== "utf8" || after?.encoding !== "utf8" || before.text === after.text) return;
    if (/form-urlencoded/i.test(headerOf(headers, "content-type") ?? "")) pairs(before.text, after.text);
    else if (isJson(headers)) members(parsed(before.text), parsed(after.text), "");
  };
  if (raw.request.target !== clean.request.target) pairs(queryOf(raw.request.target), queryOf(clean.request.target));
  for (const side of ["request", "response"] as const) {
    inHeaders(raw[side].headers, clean[side].headers);
    inBody(raw[side].body, clean[side].body, raw[side].headers);
  }
  return [...new Map(found.map((secret) => [secret.value, secret])).values()];
}

function isWordItself(name: string): boolean {
  return /^(?:code|sig|signature)$/i.test(name);
}

// RFC 6265, sections 4.1.1 and 4.2.1. Frameworks percent-encode what they put into a cookie.
function cookiesIn(name: string, value: string): readonly (readonly string[])[] {
  const cookies = name === "cookie" ? value.split(/;\s*/) : value.split(";", 1);
  return cookies.map((cookie) => {
    const text = cookie.slice(cookie.indexOf("=") + 1).replace(/^"(.*)"$/, "$1");
    try {
      return [...new Set([text, decodeURIComponent(text)])];
    } catch {
      return [text];
    }
  });
}

function queryOf(target: string): string {
  return /\?([^#]*)/.exec(target)?.[1] ?? "";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** The value of a JSON text; undefined for other text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
