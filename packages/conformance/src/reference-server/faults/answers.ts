import { isAccount, type ReferenceFault, withBody, withDocument, withHeaders } from "../fault.ts";

export type AnswerFault =
  | "id-as-text"
  | "error-without-message"
  | "not-found-as-410"
  | "json-as-html"
  | "uncacheable"
  | "version-4"
  | "zen-two-lines"
  | "zen-stuck"
  | "city-in-object"
  | "city-unnamed";

/** Answers that look wrong. */
export const answerFaults: Readonly<Record<AnswerFault, ReferenceFault>> = {
  "id-as-text": {
    what: "the id of an account is text",
    reply: (reply, { segments }) =>
      isAccount(reply, segments)
        ? withDocument(reply, (document) => ({ ...document, id: String(document["id"]) }))
        : reply,
  },
  "error-without-message": {
    what: "an error has no message",
    reply: (reply) => (reply.status >= 400 ? withDocument(reply, ({ message: _, ...rest }) => rest) : reply),
  },
  "not-found-as-410": {
    what: "what is not there is called gone",
    reply: (reply) => (reply.status === 404 ? { ...reply, status: 410 } : reply),
  },
  "json-as-html": {
    what: "JSON is called HTML",
    reply: (reply) =>
      reply.headers["content-type"]?.startsWith("application/json")
        ? withHeaders(reply, { "content-type": "text/html; charset=utf-8" })
        : reply,
  },
  uncacheable: { what: "no answer has cache-control", reply: (reply) => withHeaders(reply, { "cache-control": null }) },
  "version-4": {
    what: "lists are of another version",
    reply: (reply, { segments }) =>
      segments.at(-1) === "repos" ? withHeaders(reply, { "x-service-media-type": "service.v4; format=json" }) : reply,
  },
  "zen-two-lines": {
    what: "/zen is two lines",
    reply: (reply, { segments }) =>
      segments.at(-1) === "zen" && reply.body ? withBody(reply, `${reply.body}\nAnd more.`) : reply,
  },
  "zen-stuck": {
    what: "/zen always says the same",
    reply: (reply, { segments }) => (segments.at(-1) === "zen" && reply.body ? withBody(reply, "Again.") : reply),
  },
  "city-in-object": {
    what: "a city count is a member of an object",
    reply: (reply) => (reply.status === 200 && reply.body ? withBody(reply, `{"count":${reply.body}}`) : reply),
  },
  "city-unnamed": {
    what: "the 404 of a city does not name the others",
    reply: (reply) =>
      reply.status === 404 ? withDocument(reply, (document) => ({ ...document, message: "Not Found" })) : reply,
  },
};
