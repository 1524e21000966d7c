import { headerList, type RedactOptions } from "@tapedeck/tape";
import { checkArgument, checkRedact, mergeRedact, nameRules } from "@tapedeck/tape/internal";
import type { Api, Behaviour, CredentialForm, ErrorTemplate, Operation, Parameter, Preflight } from "./api.ts";
import type { ApiDescription } from "./description.ts";
import { describedBy } from "./openapi/read-document.ts";
import { plain } from "./plain.ts";
import { rateLimitOf } from "./rate-limit.ts";
import { routeTable } from "./route/route-table.ts";

/** Context for compiling a description. */
export interface CompileOptions {
  /** The API that it extends. Default: `plain`. */
  readonly base?: Api;
  /** Its parsed OpenAPI document. */
  readonly document?: unknown;
  /** Behaviour that data cannot describe. Default: the base's. */
  readonly behaviour?: Behaviour;
}

/**
 * Makes an API from its description. Objects are merged into those of the API it extends, lists replace its lists,
 * `null` removes a key.
 * @throws RangeError for a path template that no path can match, or an OpenAPI document that cannot be read.
 * @example
 * compileApi({ name: "strict", rateLimit: { limits: { token: 100 } } }, { base: github }).rateLimit?.policies[0]?.limits; // { anonymous: 60, token: 100 }
 */
export function compileApi(description: ApiDescription, options: CompileOptions = {}): Api {
  checkArgument("compile an API", "its description", description, "object");
  const { base = plain } = options;
  const document = options.document === undefined ? null : describedBy(options.document);
  const paging = inherited(base.paging, description.paging, (own) => ({ ...usualPaging, ...base.paging, ...own }));
  const operations = operationsOf(base, document?.operations ?? [], description, paging);
  const credentials = description.credentials ?? document?.credentials ?? base.credentials;
  const ownBase = description.base ?? base.base;
  const errors = {
    ...base.errors,
    ...(document !== null && document.operations.length > 0 && { ...saidByOpenApi, ...base.errors }),
    ...description.errors,
  };
  return {
    name: description.name ?? document?.name ?? base.name,
    origins: description.origins ?? document?.origins ?? base.origins,
    routes: routeTable(operations.map((each) => belowBase(each, ownBase))),
    base: ownBase,
    prefixes: description.prefixes ?? base.prefixes,
    slashes: description.slashes ?? base.slashes,
    credentials,
    rateLimit: rateLimitOf(base.rateLimit, description, operations),
    paging,
    errors: Object.fromEntries(Object.entries(errors).filter(([, each]) => each != null)),
    headers: headersOf(base.headers, description.headers),
    preflight: inherited(base.preflight, description.preflight, (own) => ({
      ...usualPreflight,
      ...base.preflight,
      ...own,
    })),
    requestId: inherited(base.requestId, description.requestId, ({ header, value }) => [header.toLowerCase(), value]),
    privateWithCredential: description.privateWithCredential ?? base.privateWithCredential,
    match: [...(description.match ?? []), ...base.match],
    redact: mergeRedact([
      base.redact,
      description.redact && checkRedact(description.redact, "the description"),
      redactOf(credentials),
    ]),
    behaviour: { ...base.behaviour, ...options.behaviour },
  };
}

/** Returns the names of credentials whose values would not be hidden by default. */
function redactOf(forms: readonly CredentialForm[]): RedactOptions {
  const headers = forms.flatMap((form) => ("header" in form ? form.header : []));
  const cookies = forms.flatMap((form) => ("cookie" in form ? form.cookie : []));
  const parameters = forms.flatMap((form) => ("query" in form ? form.query : []));
  if (headers.length + cookies.length + parameters.length === 0) return {};
  const byDefault = nameRules({});
  return {
    headers: headers.filter((name) => byDefault(name, "header") === null),
    cookies: cookies.filter((name) => byDefault(name, "cookie") === null),
    parameters: parameters.filter((name) => byDefault(name, "parameter") === null),
  };
}

const usualPaging = { style: "page", default: 30, max: 100 } as const;
const usualPreflight: Preflight = {
  methods: ["GET", "HEAD", "OPTIONS"],
  headers: "Accept, Content-Type",
  maxAgeSeconds: 86_400,
};

/** Errors that a list of operations implies; they have no body. */
const saidByOpenApi: Readonly<Record<string, ErrorTemplate>> = {
  methodNotAllowed: { status: 405, headers: { allow: "{allow}" } },
  unauthenticated: { status: 401 },
};

function operationsOf(
  base: Api,
  listed: readonly Operation[],
  { operations: further = {} }: ApiDescription,
  paging: Api["paging"],
): readonly Operation[] {
  const inherited = listed.length > 0 ? [] : base.routes.all.flatMap(({ operations }) => [...operations.values()]);
  // One that several servers have stands at several paths.
  const operations = [...new Set([...inherited, ...listed])];
  const named = (id: string | undefined): Operation | undefined => operations.find((each) => each.id === id);
  for (const [id, { method, path, like, ...said }] of Object.entries(further)) {
    const known = named(id) ?? named(like);
    if (!known && path === undefined)
      throw new RangeError(
        `Cannot describe the operation "${id}": ${like === undefined ? "no operation has this id" : `there is no operation "${like}"`}, and it gives no path; there are ${[...new Set(operations.map((each) => each.id))].join(", ") || "none"}`,
      );
    const blank: Operation = {
      id,
      method: "GET",
      path: "/",
      // No document tells which operation it belongs to: it may be a list, and one page is not the whole list.
      parameters: paging === null ? [] : [paging.page, paging.size].map(queryParameter),
      credential: "optional",
      sequence: null,
      sameForEveryone: false,
      responses: new Map(),
    };
    const described = (each: Operation): Operation => ({
      ...each,
      ...said,
      id,
      method: (method ?? each.method).toUpperCase(),
      path: path ?? each.path,
    });
    if (named(id) === undefined) operations.push(described(known ?? blank));
    else for (const [at, each] of operations.entries()) if (each.id === id) operations[at] = described(each);
  }
  return operations;
}

function belowBase(operation: Operation, base: string): Operation {
  const { path } = operation;
  return base !== "" && path.startsWith(`${base}/`) ? { ...operation, path: path.slice(base.length) } : operation;
}

function queryParameter(name: string): Parameter {
  return { name, in: "query", default: null, values: null };
}

/** Returns what a description makes of an inherited part: the same where it says nothing, none for null. */
function inherited<Part, Own>(base: Part | null, own: Own | null | undefined, make: (own: Own) => Part): Part | null {
  if (own === undefined || own === null) return own === null ? null : base;
  return make(own);
}

function headersOf(base: Api["headers"], own: ApiDescription["headers"] = {}): Api["headers"] {
  const kept = base.filter(([name]) => !(name in own));
  const added = Object.entries(own).filter((each): each is [string, string] => each[1] !== null);
  return headerList([...kept, ...added]);
}
