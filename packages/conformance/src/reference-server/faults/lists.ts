import { type ReferenceFault, withBody, withDocument, withHeaders } from "../fault.ts";
import type { ReferenceResponse } from "../http/message.ts";

/** Lists that lead astray. */
export const listFaults: Readonly<Record<string, ReferenceFault>> = {
  "item-differs": {
    what: "a list shows other descriptions",
    reply: (reply, { segments }) =>
      segments.at(-1) === "repos" && withDocument(reply, (item) => ({ ...item, description: "…" })),
  },
  "link-backwards": {
    what: "Link names its links in the opposite order",
    reply: (reply) => relinked(reply, (link) => link.split(", ").reverse().join(", ")),
  },
  "next-loops": {
    what: "the next page is always the first",
    reply: (reply) => relinked(reply, (link) => link.replace(/([?&]page=)\d+(>; rel="next")/, "$11$2")),
  },
  "page-short": {
    what: "the second page lacks its last item",
    reply: (reply, { query }) =>
      query.get("page") === "2" &&
      reply.body !== null &&
      withBody(reply, JSON.stringify(JSON.parse(reply.body.toString()).slice(0, -1))),
  },
  "per-page-0": {
    what: "a page may be of size 0",
    reply: (reply, { query }) => query.get("per_page") === "0" && withBody(reply, "[]"),
  },
  "links-elsewhere": {
    what: "the links to other pages lead to another host",
    reply: (reply) => relinked(reply, (link) => link.replace(/\/\/[^/]+/g, "//elsewhere.example")),
  },
};

function relinked(reply: ReferenceResponse, change: (link: string) => string): ReferenceResponse | false {
  const { link } = reply.headers;
  return link !== undefined && withHeaders(reply, { link: change(link) });
}
