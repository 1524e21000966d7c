import { readTemplate, templateOf, toldParts } from "../dialect/composite.ts";
import { dialects } from "../dialect/dialects.ts";
import { type ToldHeader, toldHeader } from "../dialect/header-index.ts";
import { formOfMoment } from "../dialect/moment.ts";
import type { RateLimitReading } from "../dialect/read.ts";
import { hasForm } from "../dialect/recognise.ts";
import { type AnyResponse, headerMap } from "../dialect/response.ts";
import type { Form, Told } from "../generated/scheme.ts";
import { memoizeShort } from "../limiter/memoize.ts";
import { unnamedPolicy } from "./policies.ts";

/** Collects the headers in which a service advertises its limits, and their forms. */
interface ObservedHeaders {
  /** @param hide Hides secrets in text that may be written to a file. */
  note(response: AnyResponse, reading: RateLimitReading, now: number, hide: (text: string) => string): void;
  /**
   * Returns the name of the dialect with exactly these headers, or the list of them.
   * @param dialect The likely dialect.
   * @param names The observed policies.
   */
  tell(dialect: string, names: readonly string[]): string | readonly Told[];
  /** Returns whether the service has at least the headers of a dialect, in its forms. */
  includes(dialect: string): boolean;
  /**
   * Returns headers about a limit that change from answer to answer and were not understood.
   * @param names The observed policies.
   */
  unread(names: readonly string[]): readonly string[];
}

type TellingValue = Told["value"];

interface Seen {
  readonly value: TellingValue;
  readonly policy: string | null;
  readonly forms: Map<Form, number>;
  /** The template of a header with several values. */
  readonly template: string | null;
  readonly partitionKey: boolean;
  allowed: boolean;
}

const mostHeaders = 256;
// The form on the right can also write the values of the form on the left.
const fuller: Readonly<Partial<Record<Form, Form>>> = {
  ...{ delta: "delta-decimal", epoch: "epoch-decimal", rfc3339: "rfc3339-decimal", "delta-unit": "duration" },
};
const counts: readonly Form[] = ["integer-list", "integer-window", "integer"];
const structured: readonly Form[] = ["structured-spaced", "structured", "structured-07"];

/** Makes a collector of the headers of one service. */
export function observeHeaders(): ObservedHeaders {
  const seen = new Map<string, Seen>();
  const changing = new Map<string, { readonly value: string; changes: boolean }>();
  const told = (): readonly Told[] =>
    Array.from(seen, ([header, { value, forms, template, partitionKey, allowed }]) => {
      const more = { ...(template !== null && { template }), ...(partitionKey && { partitionKey }) };
      const row = { header, value, form: usualForm(forms), ...more };
      return allowed ? row : { ...row, when: "refused" };
    });
  // A use without a policy of its own is the cost of that answer.
  const isCounted = (header: string, names: readonly string[]): boolean => {
    const { value, policy = null } = seen.get(header) ?? {};
    return value !== undefined && (value !== "used" || policy === null || names.includes(policy));
  };
  return {
    note(response, reading, now, hide) {
      const allowed = reading.refusal === null;
      for (const [name, text] of headerMap(response)) {
        const told = toldHeader(name);
        const parts = toldParts(name, text);
        const isComposite = parts.length > 0;
        const value = isComposite ? "template" : told && valueToldBy(name, told, text, reading, now);
        const form = value === null ? null : formOf(value, text, told?.unit ?? null);
        if ((speaksOfLimits(name) || value === "used") && (told === null || value !== null)) {
          const before = changing.get(name);
          if (before !== undefined) before.changes ||= before.value !== text;
          else if (changing.size < mostHeaders) changing.set(name, { value: text, changes: false });
        }
        if (value === null || form === null) continue;
        const known = seen.get(name) ?? {
          ...{ value, policy: told?.policy ?? null, forms: new Map<Form, number>(), allowed },
          template: isComposite ? hide(templateOf(text, parts)) : null,
          partitionKey: isOfAll(value) && /;\s*pk=:/.test(text),
        };
        // If a header tells one number and later a list, the first form is kept.
        if (known.value !== value || (!seen.has(name) && seen.size >= mostHeaders)) continue;
        seen.set(name, known);
        known.forms.set(form, (known.forms.get(form) ?? 0) + 1);
        known.allowed ||= allowed;
      }
    },
    includes: (dialect) => covers(told(), dialects[dialect]?.tell ?? []),
    tell(dialect, names) {
      // Of several policies, the one without a name is the one with the smallest share left.
      const isSplit = names.includes(`${unnamedPolicy}-2`);
      const policyOf = (named: string | null): string | null =>
        !(named === null && isSplit) && names.length > 1 && names.includes(named ?? unnamedPolicy)
          ? (named ?? unnamedPolicy)
          : null;
      const own = dialects[dialect]?.tell ?? [];
      if (covers(told(), own) && told().every((each) => own.some((row) => isLike(row, each)))) return dialect;
      return told()
        .filter(({ value, template }) => !isWord(value) && (template === undefined || canTell(template, names)))
        .filter(({ header = "" }) => isCounted(header, names))
        .map((each) => {
          const policy = isOfAll(each.value) ? null : policyOf(seen.get(each.header ?? "")?.policy ?? null);
          return { ...each, ...(policy !== null && { policy }) };
        });
    },
    unread: (names) =>
      [...changing].flatMap(([name, { changes }]) =>
        changes && !(names.length > 0 && isCounted(name, names)) ? [name] : [],
      ),
  };
}

function valueToldBy(
  name: string,
  { value }: ToldHeader,
  text: string,
  { refusal, policies, retryAt, retryFrom }: RateLimitReading,
  now: number,
): TellingValue | null {
  if (value === "window" || value === "template") return null;
  if (value !== "retry") return value;
  // On an allowed request, it is another word for the reset, if both say the same time.
  const says = refusal === null && retryFrom === "response" && name === "retry-after" && text !== "";
  const at = retryAt ?? now;
  return says && policies.some(({ resetsAt }) => resetsAt !== null && Math.abs(resetsAt - at) <= 2) ? "reset" : null;
}

function formOf(value: TellingValue, text: string, unit: number | null): Form | null {
  switch (value) {
    case "limit":
    case "remaining":
    case "used":
      return counts.find((form) => hasForm(text, form) && /^[\d.,;= w]+$/.test(text)) ?? null;
    case "reset": {
      const form = formOfMoment(text);
      return form === "delta" && unit === 1e-3 ? "delta-ms" : form;
    }
    case "template":
      return "template";
    case "policies":
    case "standings":
      return structured.find((form) => hasForm(text, form)) ?? null;
    default:
      return "text";
  }
}

function usualForm(forms: ReadonlyMap<Form, number>): Form {
  const [[usual] = ["text" as const]] = [...forms].toSorted(([, a], [, b]) => b - a);
  const more = fuller[usual];
  return more !== undefined && forms.has(more) ? more : usual;
}

/** Returns whether all policies of a template were observed. */
function canTell(template: string, names: readonly string[]): boolean {
  const { policies, strange } = readTemplate(template);
  return strange === null && policies.every((name) => names.includes(name));
}

const isWord = (value: TellingValue): boolean =>
  value === "name" || value === "bucket" || value === "scope" || value === "reason" || value === "global";
const isOfAll = (value: TellingValue): boolean => value === "policies" || value === "standings";

/** Returns whether all headers that a dialect always has were observed. */
function covers(told: readonly Told[], dialect: readonly Told[]): boolean {
  const always = dialect.filter(({ header, when }) => header !== undefined && when === undefined);
  return always.length > 0 && always.every((row) => told.some((each) => isLike(row, each)));
}

function isLike(row: Told, each: Told): boolean {
  const [before = "", after] = (row.header ?? "").split("{policy}");
  const header = each.header ?? "";
  const same = after === undefined ? header === before : header.startsWith(before) && header.endsWith(after);
  return (
    same &&
    row.value === each.value &&
    row.template === each.template &&
    row.partitionKey === each.partitionKey &&
    (row.form === each.form || fuller[each.form] === row.form)
  );
}

const speaksOfLimits = memoizeShort((name: string): boolean => /rate-?limit|quota|throttl/.test(name));
