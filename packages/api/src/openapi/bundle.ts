import { isObject, type JsonObject, pointerTo } from "@tapedeck/tape/internal";
import { findReferences, followReference, OpenApiError, type SchemaReference, valueByFragment } from "./reference.ts";

/** The key under which a document holds its other files. */
const filesKey = "x-files";

/** A file of a document. */
export interface Part {
  /** Its name in errors; undefined for a document that is not a file. */
  readonly file?: string | undefined;
  readonly value: unknown;
  readonly references: readonly SchemaReference[];
  /** The JSON pointer of each anchor. */
  readonly anchors: ReadonlyMap<string, string>;
}

/**
 * Bundles a document without other files, and does not change it.
 * @throws OpenApiError for a reference to another file, one that leads nowhere, or a circle of references.
 */
export function bundleAlone(document: unknown): JsonObject {
  const found = findReferences(document);
  // Only anchors are rewritten, so a large document without any is not copied.
  const value = found.references.some(({ fragment }) => /^[^/]/.test(fragment)) ? copyOf(document) : document;
  return bundle(
    new Map([["", { value, ...(value === document ? found : findReferences(value)) }]]),
    ({ holder, place }) => {
      throw new OpenApiError(
        `"${holder.$ref}" (at ${place || "/"}) leads to another file; readOpenApi() of @tapedeck/api/files reads such documents`,
      );
    },
  );
}

/**
 * Bundles all parts into one document, in which each reference is internal. Changes its arguments.
 * @param parts By name; the document itself is "".
 * @param targetOf Returns the part that a reference to another file leads to.
 * @throws OpenApiError for a reference that leads nowhere, or a circle of references.
 */
export function bundle(
  parts: ReadonlyMap<string, Part>,
  targetOf: (reference: SchemaReference, from: string) => string,
): JsonObject {
  for (const [name, part] of parts) {
    for (const reference of part.references)
      relink(reference, part, parts, reference.file === "" ? name : targetOf(reference, name));
  }
  const document = parts.get("")?.value;
  if (!isObject(document)) throw new OpenApiError("it is no object");
  const others = [...parts].filter(([name]) => name !== "").map(([name, { value }]) => [name, value]);
  const whole: JsonObject = others.length === 0 ? document : { ...document, [filesKey]: Object.fromEntries(others) };
  for (const { references, file } of parts.values())
    for (const { holder, place } of references) followReference(whole, holder, place || "/", file);
  return whole;
}

function relink(
  { holder, fragment, place }: SchemaReference,
  from: Part,
  parts: ReadonlyMap<string, Part>,
  target: string,
): void {
  const { anchors, value } = parts.get(target) ?? from;
  const pointer = fragment === "" || fragment.startsWith("/") ? fragment : anchors.get(fragment);
  if (pointer === undefined || valueByFragment(value, pointer) === undefined)
    throw new OpenApiError(`"${holder.$ref}" (at ${place || "/"}) leads nowhere`, { file: from.file });
  const within = `#${target === "" ? "" : `/${filesKey}/${encodeURIComponent(pointerTo("", target).slice(1))}`}${pointer}`;
  if (holder.$ref !== within) holder.$ref = within;
}

function copyOf(document: unknown): unknown {
  try {
    return structuredClone(document);
  } catch (cause) {
    throw new OpenApiError("it holds what is no JSON", { cause });
  }
}
