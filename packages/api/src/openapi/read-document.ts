import { isObject, type JsonObject, pointerTo } from "@tapedeck/tape";
import type { CredentialForm, Operation, Parameter } from "../api.ts";
import { OpenApiError } from "./openapi-error.ts";
import { followReference, membersOf } from "./reference.ts";

/** The facts about an API in an OpenAPI document. */
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
    const [key, found] =
      version === undefined && "swagger" in document ? ["swagger", document["swagger"]] : ["openapi", version];
    throw new OpenApiError(
      `"${key}" (at /${key}) is ${JSON.stringify(found ?? null)}, and only OpenAPI 3.0 and 3.1 are known`,
    );
  }
  // In 3.1 a document may hold components or webhooks alone.
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
    operations: operationsIn(document),
    credentials: credentialsIn(document, schemes),
  };
}

function originsIn(servers: unknown): readonly string[] | undefined {
  if (!Array.isArray(servers)) return undefined;
  const origins = servers.flatMap((server: unknown) => {
    const url = isObject(server) && typeof server["url"] === "string" ? URL.parse(server["url"]) : null;
    return url === null ? [] : [url.origin];
  });
  return origins.length === 0 ? undefined : [...new Set(origins)];
}

function operationsIn(document: JsonObject): readonly Operation[] {
  const common = securityOf(document["security"]) ?? "none";
  const prefix = basePathIn(document["servers"]);
  return Object.entries(membersOf(document["paths"] ?? {}, "/paths")).flatMap(([path, given]) => {
    if (!path.startsWith("/")) {
      if (path.startsWith("x-")) return [];
      throw new OpenApiError(`the path "${path}" (at /paths) does not begin with "/"`);
    }
    const place = pointerTo("/paths", path);
    const item = membersOf(followReference(document, given, place), place);
    const shared = parametersIn(document, item["parameters"], `${place}/parameters`);
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
      return [
        {
          id: typeof id === "string" ? id : `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          path: prefix + path,
          parameters,
          credential: securityOf(said["security"]) ?? common,
          sequence: null,
          sameForEveryone: false,
          responses: responsesIn(document, said["responses"], `${at}/responses`),
        },
      ];
    });
  });
}

// A server's URL may have a path: every path of the document stands behind it.
function basePathIn(servers: unknown): string {
  const [first] = Array.isArray(servers) ? servers : [];
  const given = isObject(first) && typeof first["url"] === "string" ? first["url"] : "";
  const variables = isObject(first) && isObject(first["variables"]) ? first["variables"] : {};
  const url = given.replace(/\{([^{}]*)\}/g, (placeholder, name: string) => {
    const variable = variables[name];
    return isObject(variable) ? String(variable["default"] ?? placeholder) : placeholder;
  });
  const path = url.replace(/^(?:[a-z][a-z\d+.-]*:)?\/\/[^/]*/i, "").replace(/[?#].*$/s, "");
  return path.includes("{") ? "" : (URL.parse(path, "http://localhost")?.pathname ?? "/").replace(/\/+$/, "");
}

function securityOf(security: unknown): Operation["credential"] | null {
  if (!Array.isArray(security)) return null;
  const named = security.filter((each) => isObject(each) && Object.keys(each).length > 0);
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

function responsesIn(document: JsonObject, given: unknown, place: string): ReadonlyMap<string, unknown> {
  const schemas = new Map<string, unknown>();
  for (const [status, each] of Object.entries(isObject(given) ? given : {})) {
    const where = `${place}/${status}`;
    const response = followReference(document, each, where);
    const content = isObject(response) && isObject(response["content"]) ? response["content"] : {};
    const types = Object.keys(content);
    const type = types.find((each) => /^(?:application\/|[^;]*\+)json\b/i.test(each)) ?? types.find(isAnyText);
    const body = content[type ?? ""];
    // A status without a schema stands there too, so that "default" does not speak of it.
    schemas.set(status === "default" ? status : status.toUpperCase(), isObject(body) ? body["schema"] : undefined);
  }
  return schemas;
}

function isAnyText(type: string): boolean {
  return /^(?:text\/plain|\*\/\*)/i.test(type);
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
    if (place === "header")
      return scheme["name"].toLowerCase() === "authorization" ? [] : [{ header: scheme["name"].toLowerCase() }];
    return place === "query" ? [{ query: scheme["name"] }] : place === "cookie" ? [{ cookie: scheme["name"] }] : [];
  });
  return forms.length === 0 ? undefined : forms;
}
