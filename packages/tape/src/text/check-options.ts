import type { Exchange } from "../exchange.ts";
import { didYouMean } from "./nearest.ts";

const kinds = {
  count: "a whole number from 1",
  function: "a function",
  object: "an object",
  string: "a text",
} as const;

/** What an argument has to be: the engine's word for its type. */
type Kind = keyof typeof kinds;

/** The names of all options, with their types; `true` for any. */
export type OptionKinds<Options> = Readonly<Record<keyof Options, true | Kind>>;

/**
 * Refuses options that do not exist, are missing, or are of another type. No compiler looks at JavaScript: a mistyped
 * option would silently do nothing.
 * @param what What the caller cannot do then: "open a tape".
 * @param required The names of those that a caller must give.
 * @throws RangeError that names the option; for an unknown one, the nearest.
 * @example
 * checkOptions("open a tape", { mod: "record" }, { mode: true }); // throws: unknown option "mod"; did you mean "mode"?
 */
export function checkOptions(
  what: string,
  options: unknown,
  known: OptionKinds<Record<string, unknown>>,
  required: readonly string[] = [],
): void {
  checkArgument(what, "the options", options, "object");
  const given = options as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined)
    throw new RangeError(`Cannot ${what}: unknown option "${unknown}"${didYouMean(unknown, Object.keys(known))}`);
  for (const [name, kind] of Object.entries(known)) {
    const isNeeded = required.includes(name);
    if (given[name] === undefined && !isNeeded) continue;
    if (kind !== true) checkArgument(what, `the option "${name}"`, given[name], kind);
    else if (given[name] === undefined) throw new RangeError(`Cannot ${what}: the option "${name}" is missing`);
  }
}

/**
 * Refuses an argument of another type. The message has its type alone: a value may be a secret.
 * @throws RangeError with what was found and what is wanted.
 * @example
 * checkArgument("listen", "the handler", undefined, "function"); // throws: found undefined for the handler; give a function
 */
export function checkArgument(what: string, name: string, value: unknown, kind: Kind): void {
  const found = typeOf(value);
  if (kind === "count" ? Number.isSafeInteger(value) && Number(value) >= 1 : found === kind) return;
  throw new RangeError(`Cannot ${what}: found ${found} for ${name}; give ${kinds[kind]}`);
}

/**
 * Refuses what is no list of tapes.
 * @throws RangeError with what was found and what is wanted.
 * @example
 * checkTapes("export tapes", await readTapes("recordings")); // throws: tape 1 has no exchanges; of what readTapes() gives, …
 */
export function checkTapes(what: string, tapes: readonly unknown[]): void {
  if (!Array.isArray(tapes)) throw new RangeError(`Cannot ${what}: found ${typeOf(tapes)} for the tapes; give a list`);
  const wrong = tapes.findIndex((tape) => !Array.isArray((tape as { readonly exchanges?: unknown } | null)?.exchanges));
  if (wrong >= 0)
    throw new RangeError(
      `Cannot ${what}: tape ${wrong + 1} has no exchanges; of what readTapes() gives, take .map(({ tape }) => tape)`,
    );
}

/**
 * Returns the exchange that a user's function gave in place of one.
 * @throws TypeError if it gave something else, such as a promise where none is awaited.
 * @example
 * checkReturned("beforeStore", undefined); // throws: Cannot take what beforeStore returned: it is no exchange; …
 */
export function checkReturned(from: string, given: Exchange): Exchange {
  const { request, response } = (given ?? {}) as Partial<Exchange>;
  const isRequest = typeof request?.target === "string" && Array.isArray(request.headers);
  const isResponse = Number.isInteger(response?.status) && Array.isArray(response?.headers);
  if (isRequest && isResponse && isBody(request.body) && isBody(response?.body)) return given;
  throw new TypeError(
    `Cannot take what ${from} returned: it is no exchange; have it return what it was given, with other values`,
  );
}

function isBody(given: unknown): boolean {
  return (
    given === null || given === undefined || typeof (given as { readonly encoding?: unknown }).encoding === "string"
  );
}

function typeOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}

/**
 * Reads an argument that is the URL of a service.
 * @throws RangeError with what was found and what is wanted.
 * @example
 * checkUrl("open a tape", "from", "api.example"); // throws: from is "api.example"; give a URL such as https://api.example
 */
export function checkUrl(what: string, name: string, value: string): URL {
  const url = URL.parse(value);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new RangeError(`Cannot ${what}: ${name} is ${JSON.stringify(value)}; give a URL such as https://api.example`);
}
