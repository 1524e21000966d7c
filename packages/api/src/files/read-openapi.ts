import type { Stats } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, posix, relative, sep } from "node:path";
import { checkArgument } from "@tapedeck/tape/internal";
import type { Behaviour } from "../api.ts";
import type { Part } from "../openapi/bundle.ts";
import { OpenApiError, type SchemaReference } from "../openapi/reference.ts";

/** An OpenAPI document, with its checks. */
export interface OpenApiFile {
  /** The document, with the files that it refers to inside. */
  readonly document: unknown;
  /** The check of response bodies. */
  readonly behaviour: Behaviour;
}

/**
 * Reads an OpenAPI document, JSON or YAML, and the files in its folder that it refers to.
 * @throws OpenApiError for a file that cannot be read, and for a reference that leads nowhere, out of the document's
 *   folder or to another host.
 * @example
 * const { document } = await readOpenApi("openapi.yaml");
 */
export async function readOpenApi(file: string): Promise<OpenApiFile> {
  return checked(await readDocument(file), file);
}

/**
 * Makes the check of response bodies for a parsed document.
 * @param file File name for errors.
 * @throws OpenApiError for an invalid schema.
 */
export async function checked(document: Readonly<Record<string, unknown>>, file: string): Promise<OpenApiFile> {
  // The schema compiler takes a while to load, and an `api.json` alone needs none.
  const { bodyCheckOf } = await import("../openapi/check-body.ts");
  return named(file, () => ({ document, behaviour: { checkBody: bodyCheckOf(document) } }));
}

/** Reads a document like {@link readOpenApi}, as data. */
export async function readDocument(file: string): Promise<Readonly<Record<string, unknown>>> {
  const [{ parseDocument }, { bundle }, { findReferences }] = await Promise.all([
    import("../openapi/parse-document.ts"),
    import("../openapi/bundle.ts"),
    import("../openapi/reference.ts"),
  ]);
  checkArgument("read an OpenAPI document", "its file's name", file, "string");
  const folder = dirname(file);
  const parts = new Map<string, Part>();
  const names = new Map<SchemaReference, string>();
  const read = async (name: string): Promise<void> => {
    if (parts.has(name)) return;
    const path = name === "" ? file : join(folder, name);
    const text = await stat(path)
      .then((stats) => {
        refuseSpecial(stats);
        return readFile(path, "utf8");
      })
      .catch((cause: NodeJS.ErrnoException) => {
        throw new OpenApiError(whyUnreadable(cause), { file: path, cause });
      });
    const value = parseDocument(text, path);
    const part = { file: path, value, ...findReferences(value) };
    parts.set(name, part);
    for (const reference of part.references) {
      if (reference.file === "") continue;
      const named = await nameOf(reference, path, folder);
      const target = join(folder, named) === join(file) ? "" : named;
      names.set(reference, target);
      await read(target);
    }
  };
  await read("");
  return named(file, () => bundle(parts, (reference) => names.get(reference) ?? ""));
}

/** Runs a function, and adds the file's name to its error. */
function named<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof OpenApiError) || cause.file !== undefined) throw cause;
    throw new OpenApiError(cause.detail, { file, cause });
  }
}

/** Returns the file that a reference names, relative to the document's folder. */
async function nameOf({ holder, file, place }: SchemaReference, from: string, folder: string): Promise<string> {
  const refuse = (why: string): never => {
    throw new OpenApiError(`"${holder.$ref}" (at ${place || "/"}) ${why}`, { file: from });
  };
  if (/^(?:[a-z][\w+.-]+:|\/\/)/i.test(file))
    refuse("is not among the files beside it; download it, and name the file");
  const path = join(dirname(from), file.replaceAll("%20", " "));
  if (isAbsolute(file) || isOutside(folder, path)) refuse("leads out of the document's folder");
  const real = await realpath(path).catch((cause: NodeJS.ErrnoException) =>
    refuse(`leads nowhere: ${whyUnreadable(cause)}`),
  );
  if (isOutside(await realpath(folder), real)) refuse("leads out of the document's folder");
  return relative(folder, path).replaceAll(sep, posix.sep);
}

function isOutside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
}

/** Throws for a pipe or a device, which may have no end. A folder is told by reading it. */
export function refuseSpecial(stats: Stats): void {
  if (!stats.isFile() && !stats.isDirectory()) throw Object.assign(new Error("no file"), { code: "EFTYPE" });
}

/** Returns in words why a file cannot be read. */
export function whyUnreadable({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOENT" || code === "ENOTDIR") return "there is no such file";
  if (code === "EISDIR") return "it is a folder";
  if (code === "EFTYPE") return "it is a pipe or a device; put a file in its place";
  return code === "EACCES" || code === "EPERM" ? "it may not be read" : `it cannot be read (${code ?? message})`;
}
