import type { Body, Exchange, HeaderList } from "../exchange.ts";
import { principalNamed } from "../formats/imported.ts";
import { headerList, headerOf } from "../http/headers.ts";
import { ownReason } from "../http/reason-phrase.ts";
import { isIssuedAuthorization } from "../redact/memory/issued-authorization.ts";
import { type BodyMembers, bodyIn, type ReadSidecar } from "./body-layout.ts";
import { flowIn } from "./chunks.ts";
import type { HarEntry, NameValue } from "./entry-types.ts";
import { messagesIn, type WrittenConversation } from "./messages.ts";
import { headersOf } from "./shared-headers.ts";

/** Returns the headers of an entry. Browsers list HTTP/2's pseudo-headers (`:method`) among the others. */
export function fieldsOf(headers: readonly NameValue[]): HeaderList {
  const fields: (readonly [string, string])[] = [];
  for (const { name, value } of headers) if (!name.startsWith(":")) fields.push([name, value]);
  return headerList(fields);
}

/** Returns whether a header is the mark of a principal, which is not among a request's headers. */
function isMark([name, value]: HeaderList[number]): boolean {
  return name === "authorization" && !isIssuedAuthorization(value);
}

/**
 * Reads an entry that tapedeck wrote, as it is.
 * @param origin The one that its target is relative to.
 * @param failure Makes the error to throw for a member that cannot be read.
 */
export function ownExchange(
  entry: HarEntry,
  origin: string,
  sidecar: ReadSidecar,
  failure: (member: string, wrong: string) => Error,
): Exchange {
  const { request, response } = entry;
  const headers = fieldsOf(request.headers);
  const read = <T>(member: string, task: () => T): T => {
    try {
      return task();
    } catch (error) {
      throw error instanceof RangeError ? failure(member, error.message) : error;
    }
  };
  const body = (member: string, members?: BodyMembers | null): Body | null =>
    read(member, () => bodyIn(members ?? {}, sidecar));
  return {
    request: {
      method: request.method,
      target: request.url.startsWith(`${origin}/`) ? request.url.slice(origin.length) : request.url,
      principal: principalNamed(
        headerOf(headers.filter(isMark), "authorization") ?? headerOf(headers, "authorization"),
      ),
      headers: headers.filter((each) => !isMark(each)),
      body: body("request/postData", request.postData && { ...request.postData, encoding: request.postData._encoding }),
      ...(request._session !== undefined && { session: request._session }),
    },
    response: {
      status: response.status,
      ...ownReason(response.status, response.statusText),
      headers: read("response/_headers", () => headersOf(response, sidecar)),
      ...flowIn(response),
      ...messagesIn(entry as WrittenConversation),
      body: body("response/content", response.content),
    },
  };
}
