import { resourceOf, validate } from "@tapedeck/schema";
import { type Exchange, isJson } from "@tapedeck/tape";

/**
 * What keeps an answer from being what its route gives, each as a line; nothing where no schema speaks of it.
 * @example
 * checkAnswer(exchange); // ["/id: expected integer, found \"1\""]
 */
export function checkAnswer({ request, response }: Exchange): string[] {
  const { status, headers, body } = response;
  if (request.method !== "GET" || body?.encoding !== "utf8") return [];
  const resource = resourceOf(request.target, status);
  if (resource === null || (status >= 400 && !isJson(headers))) return [];
  let value: unknown = body.text;
  if (resource !== "zen") {
    try {
      value = JSON.parse(body.text);
    } catch {
      return ["the body: expected JSON, found other text"];
    }
  }
  return validate(resource, value).map(
    ({ path, expected, found }) => `${path === "" ? "the body" : path}: expected ${expected}, found ${found}`,
  );
}
