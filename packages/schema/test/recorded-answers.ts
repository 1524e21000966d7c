import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { ResourceName } from "../src/index.ts";
import { resourceOf } from "./resource-of.ts";

/** Where a package is installed. */
export const folderOf = (name: string): string =>
  dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

/** A published document that answers a route of the contract. */
export interface Published {
  readonly from: string;
  readonly resource: ResourceName;
  readonly document: unknown;
}

interface Exchange {
  readonly from: string;
  readonly path: string;
  readonly status: number;
  readonly response: unknown;
  readonly headers: Readonly<Record<string, unknown>> | null;
  readonly rawHeaders?: readonly string[];
}

// What the live service answered once: as it came (raw), and with ids and dates made neutral by the publisher (normalized).
function exchanges(edition: "raw" | "normalized"): readonly Exchange[] {
  const folder = join(folderOf("@octokit/fixtures"), "scenarios/api.github.com");
  return readdirSync(folder).flatMap((scenario) => {
    const recorded: readonly Exchange[] = JSON.parse(
      readFileSync(join(folder, scenario, `${edition}-fixture.json`), "utf8"),
    );
    return recorded.map((exchange, index) => ({ ...exchange, from: `${scenario} #${index}, ${edition}` }));
  });
}

/** The bodies in `@octokit/fixtures`. */
export function bodies(edition: "raw" | "normalized"): readonly Published[] {
  return exchanges(edition).flatMap(({ from, path, status, response }) => {
    const resource = resourceOf(path, status);
    return resource === null ? [] : { from, resource, document: response };
  });
}

/** The header fields in `@octokit/fixtures`, by their names in lower case. */
export function headers(edition: "raw" | "normalized"): readonly Published[] {
  return exchanges(edition)
    .filter(({ path, status }) => (resourceOf(path, status) ?? "error") !== "error")
    .map((exchange) => ({ from: exchange.from, resource: "response-headers", document: headersOf(exchange) }));
}

function headersOf({ headers, rawHeaders }: Exchange): unknown {
  if (rawHeaders === undefined) return headers;
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  return Object.fromEntries(names.map((name, index) => [name, rawHeaders[2 * index + 1]]));
}
