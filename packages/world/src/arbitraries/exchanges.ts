import type { ResourceName } from "@tapedeck/schema";
import { anonymous, type Exchange, headerList } from "@tapedeck/tape";
import fc from "fast-check";
import { settle } from "../domain.ts";
import { fromSchema } from "./from-schema.ts";
import { placeOf } from "./schema.ts";

/** The kinds of documents that a route of the contract answers with, and the path of one. */
const routes: Readonly<Partial<Record<ResourceName, (document: never) => string>>> = {
  user: ({ login }: { login: string }) => `/users/${encodeURIComponent(login)}`,
  repository: ({ full_name }: { full_name: string }) =>
    `/repos/${full_name.split("/").map(encodeURIComponent).join("/")}`,
  repositories: () => "/user/repos",
  "rate-limit": () => "/rate_limit",
};

/**
 * Exchanges as a recording has them: a GET of the contract, and a 200 with the document and the headers of its schema.
 * @example
 * fc.assert(fc.property(exchanges("user"), (exchange) => fromHar(toHar(tapeOf(exchange)))));
 */
export function exchanges(name: "user" | "repository" | "repositories" | "rate-limit"): fc.Arbitrary<Exchange> {
  const documents = fromSchema(placeOf(name)).map((document) => settle(name, document));
  const headers = fromSchema(placeOf("response-headers")).map((document) => settle("response-headers", document));
  return fc.tuple(documents, headers, fc.constantFrom(anonymous, "token")).map(([document, fields, principal]) => ({
    request: {
      method: "GET",
      target: routes[name]?.(document as never) ?? "/",
      principal: name === "repositories" ? "token" : principal,
      headers: [],
      body: null,
    },
    response: {
      status: 200,
      headers: headerList(
        Object.entries(fields as Readonly<Record<string, unknown>>).filter(
          (field): field is [string, string] => typeof field[1] === "string" && /^[a-z][a-z0-9-]*$/.test(field[0]),
        ),
      ),
      body: { encoding: "utf8", text: JSON.stringify(document) },
    },
  }));
}
