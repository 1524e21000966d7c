import { isObject, type JsonObject, pointerTo } from "@tapedeck/tape/internal";
import type { CredentialForm, Operation, Parameter } from "../api.ts";
import { segmentsOf } from "../route/path-template.ts";
import { followReference, membersOf, OpenApiError } from "./reference.ts";

/** What an OpenAPI document says about an API. */
interface Described {
  readonly name: string | undefined;
  readonly origins: readonly string[] | undefined;
  readonly operations: readonly Operation[];
  readonly credentials: readonly CredentialForm[] | undefined;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/**
 * Reads what an OpenAPI document says.
 * @throws OpenApiError for a document that cannot be read, with the place in it.
 * @see OpenAPI 3.1.0, section 4.8
 */
export function describedBy(document: unknown): Described {
  if (!isObject(document)) throw new OpenApiError("it is no object");
  const version = document["openapi"];
  if (typeof version !== "string" || !/^3\.[01]\./.test(version)) {
    const key = version === undefined && "swagger" in document ? "swagger" : "openapi";
    const found = document[key];
    const said =
      found === undefined ? `it has no "openapi" (at /)` : `"${key}" (at /${key}) is ${JSON.stringify(found)}`;
    const advice = key === "swagger" ? "; convert it: npx swagger2openapi FILE --outfile openapi.json" : "";
    throw new OpenApiError(`${said}, and only OpenAPI 3.0 and 3.1 are known${advice}`);
  }
  // In 3.1 a document may consist of components or webhooks alone.
  if (
    document["paths"] === undefined &&
    (version.startsWith("3.0.") || !("components" in document || "webhooks" in document))
  )
    throw new OpenApiError('it has no "paths" (at /)');
  const schemes = membersOf(
    followReference(
      document,
      membersOf(document["components"], "/components")["securitySchemes"],
      "/components/securitySchemes",
    ),
    "/components/securitySchemes",
  );
  const { title } = membersOf(document["info"], "/info");
  return {
    name: typeof title === "string" ? title : undefined,
    origins: originsIn(document["servers"]),
    operations: operationsIn(document, schemes),
    credentials: credentialsIn(document, schemes),
  };
}

function originsIn(servers: unknown): readonly string[] | undefined {
  if (!Array.isArray(servers)) return undefined;
  const urls = servers
    .flatMap((server) => urlsOf(server, ({ enum: values }) => (Array.isArray(values) ? values : [])))
    .flatMap((url) => (/^[a-z][a-z\d+.-]*:\/\//i.test(url) ? [url.replace(/[?#].*$/s, "")] : []));
  // A host with a free variable differs between callers.
  if (urls.some((url) => /^[^/]*\/\/[^/]*\{/.test(url))) return undefined;
  const origins = urls.flatMap((url) => URL.parse(url)?.origin ?? []);
  return origins.length === 0 ? undefined : [...new Set(origins)];
}

/** Maximum number of URLs that the variables of one server are expanded to. */
const mostUrls = 256;

/** Returns the URLs of a server, one for each value of its variables; a variable without one stays in its braces. */
function urlsOf(server: unknown, valuesOf: (variable: JsonObject) => readonly unknown[]): readonly string[] {
  const url = isObject(server) && typeof server["url"] === "string" ? server["url"] : "";
  const variables = isObject(server) && isObject(server["variables"]) ? server["variables"] : {};
  return Object.entries(variables).reduce<readonly string[]>(
    (urls, [name, variable]) => {
      const values = isObject(variable) ? valuesOf(variable) : [];
      const spelled = urls.flatMap((each) => values.map((value) => each.replaceAll(`{${name}}`, String(value))));
      return spelled.length === 0 || spelled.length > mostUrls ? urls : spelled;
    },
    [url],
  );
}

function operationsIn(document: JsonObject, schemes: JsonObject): readonly Operation[] {
  const common = securityOf(document["security"], schemes) ?? "none";
  return Object.entries(membersOf(document["paths"] ?? {}, "/paths")).flatMap(([path, given]) => {
    if (!path.startsWith("/")) {
      if (path.startsWith("x-")) return [];
      throw new OpenApiError(`the path "${path}" (at /paths) does not begin with "/"`);
    }
    const place = pointerTo("/paths", path);
    const item = membersOf(followReference(document, given, place), place);
    const shared = parametersIn(document, item["parameters"], `${place}/parameters`);
    // Some documents distinguish operations of one path by a query or a fragment, for readers; no request's path has
    // one.
    const [bare = ""] = path.split(/[?#]/);
    checkTemplate(bare, place);
    return methods.flatMap((method) => {
      if (item[method] === undefined) return [];
      const at = `${place}/${method}`;
      const said = membersOf(item[method], at);
      const own = parametersIn(document, said["parameters"], `${at}/parameters`);
      const parameters = [
        ...shared.filter((each) => !own.some(({ name, in: where }) => name === each.name && where === each.in)),
        ...own,
      ];
      const id = said["operationId"];
      const operation: Operation = {
        id: typeof id === "string" ? id : `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path: bare,
        parameters,
        credential: securityOf(said["security"], schemes) ?? common,
        sequence: null,
        sameForEveryone: false,
        responses: bare === path ? responsesIn(document, said["responses"], `${at}/responses`) : new Map(),
      };
      const bases = basePathsIn(said["servers"] ?? item["servers"] ?? document["servers"]);
      return bases.map((base) => ({ ...operation, path: base + bare }));
    });
  });
}

function checkTemplate(path: string, place: string): void {
  try {
    segmentsOf(path);
  } catch (cause) {
    throw new OpenApiError(`${(cause as Error).message} (at ${place})`, { cause });
  }
}

// A server's URL may have a path, which precedes every path of the document.
function basePathsIn(servers: unknown): readonly string[] {
  return Array.isArray(servers) && servers.length > 0 ? [...new Set(servers.map(basePathOf))] : [""];
}

function basePathOf(server: unknown): string {
  const [url = ""] = urlsOf(server, ({ default: usual }) => [usual ?? []].flat());
  const path = url.replace(/^(?:[a-z][a-z\d+.-]*:)?\/\/[^/]*/i, "").replace(/[?#].*$/s, "");
  return path.includes("{") ? "" : (URL.parse(path, "http://localhost")?.pathname ?? "/").replace(/\/+$/, "");
}

// No request can show such a scheme (mutual TLS), or the document does not define it.
function securityOf(security: unknown, schemes: JsonObject): Operation["credential"] | null {
  if (!Array.isArray(security)) return null;
  const isShown = (name: string): boolean => isObject(schemes[name]) && schemes[name]["type"] !== "mutualTLS";
  const named = security.filter((each) => isObject(each) && Object.keys(each).some(isShown));
  if (named.length === 0) return "none";
  return named.length < security.length ? "optional" : "required";
}

function parametersIn(document: JsonObject, given: unknown, place: string): readonly Parameter[] {
  if (given === undefined) return [];
  if (!Array.isArray(given)) throw new OpenApiError(`${place} is no list`);
  return given.flatMap((each, at): Parameter[] => {
    const where = `${place}/${at}`;
    const parameter = membersOf(followReference(document, each, where), where);
    const { name, in: stands } = parameter;
    if (typeof name !== "string" || !["path", "query", "header", "cookie"].includes(String(stands))) {
      throw new OpenApiError(`the parameter at ${where} has no name or stands nowhere`);
    }
    const schema = followReference(document, parameter["schema"], `${where}/schema`);
    const usual = isObject(schema) ? schema["default"] : undefined;
    const values = isObject(schema) && Array.isArray(schema["enum"]) ? schema["enum"].map(String) : null;
    return [
      {
        name,
        in: stands as Parameter["in"],
        default: usual === undefined || (typeof usual === "object" && usual !== null) ? null : String(usual),
        values,
      },
    ];
  });
}

function responsesIn(document: JsonObject, given: unknown, place: string): Operation["responses"] {
  const schemas = new Map<string, ReadonlyMap<string, unknown>>();
  for (const [status, each] of Object.entries(isObject(given) ? given : {})) {
    const where = `${place}/${status}`;
    const response = followReference(document, each, where);
    const content = isObject(response) && isObject(response["content"]) ? response["content"] : {};
    const ofTypes = Object.entries(content).flatMap(([type, body]) =>
      isObject(body) && body["schema"] !== undefined ? [[type, body["schema"]] as const] : [],
    );
    // A status without a schema is listed too, so that "default" does not apply to it.
    schemas.set(status === "default" ? status : status.toUpperCase(), new Map(ofTypes));
  }
  return schemas;
}

function credentialsIn(document: JsonObject, schemes: JsonObject): readonly CredentialForm[] | undefined {
  const forms = Object.entries(schemes).flatMap(([name, given]): CredentialForm[] => {
    const scheme = membersOf(
      followReference(document, given, `/components/securitySchemes/${name}`),
      `/components/securitySchemes/${name}`,
    );
    const type = scheme["type"];
    if (type === "http" && typeof scheme["scheme"] === "string") return [{ scheme: scheme["scheme"].toLowerCase() }];
    if (type === "oauth2" || type === "openIdConnect") return [{ scheme: "bearer" }];
    const place = scheme["in"];
    if (type !== "apiKey" || typeof scheme["name"] !== "string") return [];
    if (place === "header") return [{ header: scheme["name"].toLowerCase() }];
    return place === "query" ? [{ query: scheme["name"] }] : place === "cookie" ? [{ cookie: scheme["name"] }] : [];
  });
  // Other content of `Authorization` comes last; if it is the only form, it is what is accepted without any.
  const isAny = (form: CredentialForm): boolean => "header" in form && form.header === "authorization";
  const named = forms.filter((form) => !isAny(form));
  return named.length === 0 ? undefined : [...named, ...forms.filter(isAny).slice(0, 1)];
}
