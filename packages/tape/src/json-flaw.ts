/** A place in a text; both are counted from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

// One token and the white space before it. The string's pattern makes no choice at each character: that would overflow
// the stack on a long one.
const token =
  /[ \t\n\r]*(?:([{}[\],:])|("[^"\\\p{Cc}]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\p{Cc}]*)*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/uy;

/** What may come next. */
type Due = "value" | "value or ]" | "name" | "name or }" | ":" | ", or end";

/**
 * Where a text stops being JSON; null where it is JSON. Runtimes say so in words of their own, with an excerpt of the
 * text, which may be a secret.
 * @see RFC 8259
 * @example
 * jsonFlaw('{\n  "a": 1,\n}'); // { line: 3, column: 1 }
 */
export function jsonFlaw(text: string): TextPlace | null {
  const open: ("{" | "[")[] = [];
  let due: Due = "value";
  let at = 0;
  while (due !== ", or end" || open.length > 0) {
    token.lastIndex = at;
    const [whole, sign, string] = token.exec(text) ?? [];
    const next: Due | null =
      whole === undefined ? null : after(due, sign ?? (string === undefined ? "scalar" : "string"), open);
    if (whole === undefined || next === null) return placeAt(text, at + blanksAt(text, at));
    due = next;
    at += whole.length;
  }
  at += blanksAt(text, at);
  return at === text.length ? null : placeAt(text, at);
}

// Null where the token must not stand there.
function after(due: Due, token: string, open: ("{" | "[")[]): Due | null {
  const inside = open.at(-1);
  if (token === "}" || token === "]") {
    const mayEnd = token === "}" ? due === "name or }" : due === "value or ]";
    if (!mayEnd && !(due === ", or end" && inside === (token === "}" ? "{" : "["))) return null;
    open.pop();
    return ", or end";
  }
  if (due === "name" || due === "name or }") return token === "string" ? ":" : null;
  if (due === ":") return token === ":" ? "value" : null;
  if (due === ", or end") return token !== "," || inside === undefined ? null : inside === "{" ? "name" : "value";
  if (token === "{" || token === "[") {
    open.push(token);
    return token === "{" ? "name or }" : "value or ]";
  }
  return token === "," || token === ":" ? null : ", or end";
}

function blanksAt(text: string, at: number): number {
  return /^[ \t\n\r]*/.exec(text.slice(at))?.[0].length ?? 0;
}

function placeAt(text: string, at: number): TextPlace {
  const lines = text.slice(0, at).split("\n");
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}
