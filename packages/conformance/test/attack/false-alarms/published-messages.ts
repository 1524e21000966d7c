// Whole messages of a published API: what its description gives as examples, under the targets that it describes.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** A body, and the target that it is sent to or answers. */
export interface PublishedMessage {
  readonly name: string;
  readonly method: string;
  readonly target: string;
  readonly isSent: boolean;
  readonly text: string;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly example?: unknown; readonly examples?: object }>>;
}

interface Operation {
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Finds what the examples hold of tokens, keys and passwords: to hide it is no false alarm. */
export const secretOfExample: RegExp =
  /(?:token|password|\/pem|\/credentials\/\d+): |secret: (?!https:)|[?&](?:token|sig)=/;

/** Reads the examples of GitHub's OpenAPI document: of each operation what it is sent, and what it answers. */
export async function publishedMessages(): Promise<readonly PublishedMessage[]> {
  const file = createRequire(import.meta.url).resolve("@octokit/openapi/generated/api.github.com.json");
  const whole = JSON.parse(await readFile(file, "utf8")) as Description;
  const resolved = <Value extends object>(value: Value): Value => {
    const { $ref } = value as { readonly $ref?: string };
    const path = $ref?.split("/").slice(1) ?? [];
    return path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], $ref ? whole : value) as Value;
  };
  const examplesOf = (content: Content | undefined): readonly string[] =>
    Object.values(resolved(content ?? {}).content ?? {}).flatMap(({ example, examples = {} }) =>
      [example, ...Object.values(examples).map((each) => resolved(each).value)]
        .filter((value) => value !== undefined)
        .map((value) => (typeof value === "string" ? value : JSON.stringify(value))),
    );
  return Object.entries(whole.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody, responses = {} }]) => {
      const asked = { name: `${method} ${path}`, method: method.toUpperCase(), target: path.replace(/[{}]/g, "") };
      return [
        ...examplesOf(requestBody).map((text) => ({ ...asked, isSent: true, text })),
        ...Object.values(responses).flatMap((each) =>
          examplesOf(each).map((text) => ({ ...asked, isSent: false, text })),
        ),
      ];
    }),
  );
}
