import type { ControlApiOperation } from "./operation.ts";
import { named, schemas } from "./schema.ts";

const refused = { $ref: "#/components/responses/Refused" };

/** Describes operations in OpenAPI 3.1. */
export function describeControl(operations: Readonly<Record<string, ControlApiOperation>>): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const [method = "", path = ""] = name.split(" ");
    paths[`/${path}`] = { ...paths[`/${path}`], [method.toLowerCase()]: describe(operation) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "tapedeck control API",
      version: "0.1.0",
      description:
        "Steers a running replay. Unless told otherwise it answers callers on the same machine alone, under a name of that machine, and no page of another origin.",
    },
    servers: [{ url: "http://127.0.0.1:8787/_tapedeck" }],
    paths,
    components: {
      schemas: schemas(),
      responses: {
        Refused: { description: "Not done; the message says why.", content: json(named("Refusal")) },
      },
    },
  };
}

function describe({ id, summary, parameters, body, answer, refusals = [] }: ControlApiOperation): object {
  return {
    operationId: id,
    summary,
    parameters:
      parameters &&
      Object.entries(parameters).map(([name, { schema: whole, required }]) => {
        const { description, ...schema } = whole;
        return { name, in: "query", required, description, schema };
      }),
    requestBody: body && { required: true, content: json(body) },
    responses: {
      "200": { description: "Done.", content: json(answer) },
      ...Object.fromEntries([...refusals, 403].map((status) => [String(status), refused])),
    },
  };
}

function json(schema: object): object {
  return { "application/json": { schema } };
}
