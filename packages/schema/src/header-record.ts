/**
 * Header fields in any form of a client: `Headers` or a map, pairs, Node's `rawHeaders`, the objects of a HAR file, or
 * a record. In a record a number may stand for its digits, as in Node's `setHeader` and published fixtures.
 */
export type HeaderSource =
  | Iterable<readonly [name: string, value: string]>
  | ReadonlyArray<string>
  | ReadonlyArray<{ readonly name: string; readonly value: string }>
  | Readonly<Record<string, string | number | readonly string[] | undefined>>;

/**
 * Brings header fields into one form: a record with names in lower case. Repeated fields are joined as HTTP joins them;
 * anything that is not a header field stays, for a check to refuse.
 * @example
 * headerRecord(["ETag", '"1"']); // { etag: '"1"' }
 * headerRecord(new Headers({ ETag: '"1"' })); // { etag: '"1"' }
 */
export function headerRecord(headers: unknown): unknown {
  if (typeof headers !== "object" || headers === null) return headers;
  const fields = fieldsOf(headers);
  if (fields === undefined) return headers;
  const record = new Map<string, unknown>();
  for (const [name, value] of fields) {
    if (value === undefined) continue;
    const key = name.toLowerCase();
    const known = record.get(key);
    const joined = Array.isArray(value) ? value.join(", ") : typeof value === "number" ? String(value) : value;
    record.set(key, known === undefined ? joined : `${known}, ${joined}`);
  }
  return Object.fromEntries(record);
}

type Field = readonly [name: string, value: unknown];

function fieldsOf(headers: object): readonly Field[] | undefined {
  if (!(Symbol.iterator in headers)) return Object.entries(headers);
  const list: readonly unknown[] = [...(headers as Iterable<unknown>)];
  if (list.length % 2 === 0 && list.every((item) => typeof item === "string")) {
    return list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1]] as const] : []));
  }
  const fields = list.map((item) => (Array.isArray(item) ? item : [named(item, "name"), named(item, "value")]));
  return fields.every(([name]) => typeof name === "string") ? (fields as unknown as readonly Field[]) : undefined;
}

function named(item: unknown, key: "name" | "value"): unknown {
  return (item as Readonly<Record<string, unknown>> | null | undefined)?.[key];
}
