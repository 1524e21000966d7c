import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { validate } from "@tapedeck/schema";
import { checkArgument, didYouMean, jsonBreak, jsonSlip } from "@tapedeck/tape/internal";
import type { Api } from "../api.ts";
import { compileApi } from "../compile.ts";
import { cityCounts, github, service } from "../contract/apis.ts";
import type { ApiDescription } from "../description.ts";
import { OpenApiError } from "../openapi/reference.ts";
import { plain } from "../plain.ts";
import { checked, readDocument, refuseSpecial, whyUnreadable } from "./read-openapi.ts";

/** File name of a description, beside the recordings of its origin. */
export const apiFile = "api.json";

/** The APIs with a name. */
export const namedApis: ReadonlyMap<string, Api> = new Map(
  [plain, service, github, cityCounts].map((api) => [api.name, api]),
);

/**
 * Reads an API: by name, or from the file of its description.
 * @throws ApiError for an unknown name, a file that cannot be read, or an invalid description.
 * @example
 * (await readApi("github")).prefixes; // ["/api/v3"]
 */
export async function readApi(nameOrFile: string): Promise<Api> {
  const named = namedApis.get(nameOrFile);
  if (named) return named;
  checkArgument("read the description of an API", "its name", nameOrFile, "string");
  return compiled(
    await parsed(
      nameOrFile,
      textOf(nameOrFile, (cause) => refuse(nameOrFile, cause)),
    ),
  );
}

/**
 * Reads the descriptions beside recordings: the `api.json` of the folder or of an origin's folder.
 * @returns None where nothing is described; `plain` too where only some origins are.
 * @throws ApiError for a description that cannot be, or two of one origin.
 * @example
 * const [api] = await readApis("recordings");
 */
export async function readApis(dir: string): Promise<readonly Api[]> {
  return apisIn(await readDescriptions(dir));
}

/** A description as data, with the documents that it names; null for the folder of an origin that has none. */
export interface DescriptionFile {
  readonly file: string;
  readonly description: ApiDescription;
  /** The OpenAPI document, with the files that it refers to within it. */
  readonly document?: Readonly<Record<string, unknown>>;
}

/**
 * Reads the descriptions that stand beside recordings as data, which a packed file can hold. {@link apisIn} compiles them.
 * @throws ApiError for a description that cannot be read.
 */
export async function readDescriptions(dir: string): Promise<ReadonlyArray<DescriptionFile | null>> {
  checkArgument("read descriptions of APIs", "the folder", dir, "string");
  const folders = entriesOf(dir).filter((entry) => entry.isDirectory());
  const files = [dir, ...folders.map(({ name }) => join(dir, name)).sort()].map((each) => join(each, apiFile));
  const texts = files.map((file) =>
    textOf(file, (cause) => {
      if (cause.code === "ENOENT" || cause.code === "ENOTDIR") return null;
      throw new ApiError(file, whyUnreadable(cause), { cause });
    }),
  );
  return Promise.all(texts.map(async (text, at) => (text === null ? null : parsed(files[at] ?? "", text))));
}

/**
 * Compiles the descriptions of a folder.
 * @throws ApiError for a description that cannot be, or two of one origin.
 */
export async function apisIn(found: ReadonlyArray<DescriptionFile | null>): Promise<readonly Api[]> {
  const apis: Api[] = [];
  const fileOf = new Map<string, string>();
  for (const each of found) {
    if (each === null) continue;
    const { file } = each;
    const api = await compiled(each);
    for (const origin of api.origins) {
      const other = fileOf.get(origin);
      if (other !== undefined) throw new ApiError(file, `it describes ${origin}, which "${other}" describes too`);
      fileOf.set(origin, file);
    }
    apis.push(api);
  }
  // A description of one origin does not hold for another.
  const [own, ...others] = found;
  return own === null && apis.length > 0 && others.includes(null) ? [...apis, plain] : apis;
}

/** A description that cannot be used. */
export class ApiError extends RangeError {
  override readonly name = "ApiError";
  readonly file: string;
  constructor(file: string, detail: string, options?: ErrorOptions) {
    super(`Cannot use the API description "${file}": ${detail}`, options);
    this.file = file;
  }
}

async function parsed(file: string, text: string): Promise<DescriptionFile> {
  if (text.trim() === "") throw new ApiError(file, "it is empty; write {} or an API's description, or remove it");
  const broken = jsonBreak(text);
  if (broken !== null) {
    const where = `line ${broken.line}, column ${broken.column}`;
    throw new ApiError(
      file,
      `it is not JSON from ${where} on${jsonSlip(text)}; mend it there, or restore it from version control`,
    );
  }
  const value: unknown = JSON.parse(text);
  const [problem] = validate("api", value);
  if (problem) {
    const { path, expected, found } = problem;
    const [, keys] = /^one of the keys (.*)$/s.exec(expected) ?? [];
    const hint = didYouMean(path.slice(path.lastIndexOf("/") + 1), keys?.split(", ") ?? []);
    throw new ApiError(file, `${path === "" ? "it" : path}: expected ${expected}, found ${found}${hint}`);
  }
  const description = value as ApiDescription;
  if (description.openapi === undefined) return { file, description };
  const openapi = documentOf(file, description.openapi);
  const document = await readDocument(openapi).catch((cause: unknown) => inDescription(file, openapi, cause));
  return { file, description, document };
}

async function compiled({ file, description, document }: DescriptionFile): Promise<Api> {
  const base = namedApis.get(description.extends ?? "plain");
  if (base === undefined) {
    const known = [...namedApis.keys()];
    const hint = didYouMean(description.extends ?? "", known) || `; there are ${known.join(", ")}`;
    throw new ApiError(file, `/extends: there is no API "${description.extends}"${hint}`);
  }
  const openapi = documentOf(file, description.openapi ?? "");
  try {
    return compileApi(description, { base, ...(document !== undefined && (await checked(document, openapi))) });
  } catch (cause) {
    return inDescription(file, openapi, cause);
  }
}

/** Returns the path of a description's document, relative as the description's own is. */
function documentOf(file: string, named: string): string {
  return isAbsolute(named) ? named : join(dirname(file), named);
}

/** Throws the flaw of a description, or of the document that it names, as an {@link ApiError}. */
function inDescription(file: string, openapi: string, cause: unknown): never {
  if (!(cause instanceof RangeError)) throw cause;
  const isDocument = cause instanceof OpenApiError;
  const detail = isDocument
    ? `/openapi: the document "${cause.file ?? openapi}" cannot be read: ${cause.detail}`
    : cause.message;
  throw new ApiError(file, detail, { cause });
}

function entriesOf(dir: string): readonly Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    return [];
  }
}

// At once: Node's promises of files are a dozen modules, for which each start would wait.
function textOf<Other>(file: string, failed: (cause: NodeJS.ErrnoException) => Other): string | Other {
  try {
    refuseSpecial(statSync(file));
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (cause) {
    return failed(cause as NodeJS.ErrnoException);
  }
}

function refuse(name: string, cause: NodeJS.ErrnoException): never {
  const unknown = `it is neither ${[...namedApis.keys()].join(", ")}, nor a file`;
  const why = cause.code === "ENOENT" ? unknown : whyUnreadable(cause);
  throw new ApiError(name, `${why}${didYouMean(name, [...namedApis.keys()])}`, { cause });
}
