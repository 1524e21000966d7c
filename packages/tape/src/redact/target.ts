import type { Hide } from "./placeholder.ts";

const mostLevels = 3;

/**
 * Hides what a target says in its parameters once they are decoded, as a server reads them: a URL with a password in it, a
 * document of JSON, a header. What holds no secret stays as it was written.
 * @param text Hides the secrets of a text.
 * @param isSecret Whether a value is a secret by its name or its looks.
 */
export function hideInTarget(
  target: string,
  text: (text: string) => string,
  hide: Hide,
  isSecret: (name: string, value: string) => boolean,
): string {
  const at = target.indexOf("?");
  if (at < 0) return hideDecoded(target, text, encodeURI);
  const [query = "", ...fragment] = target.slice(at + 1).split("#");
  const pairs = query.split("&").map((pair) => {
    const equals = pair.indexOf("=");
    if (equals < 0) return hideDecoded(pair, text, encodeURIComponent);
    const [name, value] = [pair.slice(0, equals), pair.slice(equals + 1)];
    return `${name}=${isSecret(decoded(name), value) ? hide("parameter", value, decoded(name)) : hideDecoded(value, text, encodeURIComponent)}`;
  });
  const rest = fragment.length === 0 ? "" : `#${fragment.join("#")}`;
  return `${hideDecoded(target.slice(0, at), text, encodeURI)}?${pairs.join("&")}${rest}`;
}

function hideDecoded(raw: string, text: (text: string) => string, encode: (text: string) => string): string {
  if (!/[%+]/.test(raw)) return raw;
  let said = raw.replaceAll("+", encode === encodeURI ? "+" : " ");
  for (let level = 0; level < mostLevels && said.includes("%"); level++) {
    const next = decoded(said);
    if (next === said) break;
    said = next;
    const clean = text(said);
    if (clean === said) continue;
    let written = encode(clean.toWellFormed());
    for (let again = 0; again < level; again++) written = encode(written);
    return written
      .replace(/%(?:25)*5B/gi, "[")
      .replace(/%(?:25)*5D/gi, "]")
      .replace(/%(?:25)*3A(?=[\w-]{1,12}\])/gi, ":");
  }
  if (said === raw || raw.includes("%")) return raw;
  const clean = text(said);
  return clean === said ? raw : encode(clean.toWellFormed()).replace(/%5B/gi, "[").replace(/%5D/gi, "]");
}

/** A text without its percent-escapes; one that is none stays. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
      try {
        return decodeURIComponent(run);
      } catch {
        return run;
      }
    });
  }
}
