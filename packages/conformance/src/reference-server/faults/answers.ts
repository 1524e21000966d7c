import { isAccount, type ReferenceFault, withBody, withDocument, withHeaders } from "../fault.ts";

/** Answers that look wrong. */
export const answerFaults: Readonly<Record<string, ReferenceFault>> = {
  "id-as-text": {
    what: "the id of an account is text",
    reply: (reply, { segments }) =>
      isAccount(reply, segments) && withDocument(reply, (document) => ({ ...document, id: String(document["id"]) })),
  },
  "error-without-message": {
    what: "an error has no message",
    reply: (reply) => reply.status >= 400 && withDocument(reply, ({ message: _, ...rest }) => rest),
  },
  "not-found-as-410": {
    what: "what is not there is called gone",
    reply: (reply) => reply.status === 404 && { ...reply, status: 410 },
  },
  "json-as-html": {
    what: "JSON is called HTML",
    reply: (reply) =>
      reply.headers["content-type"]?.startsWith("application/json") === true &&
      withHeaders(reply, { "content-type": "text/html; charset=utf-8" }),
  },
  uncacheable: { what: "no answer has cache-control", reply: (reply) => withHeaders(reply, { "cache-control": null }) },
  "version-4": {
    what: "lists are of another version",
    reply: (reply, { segments }) =>
      segments.at(-1) === "repos" && withHeaders(reply, { "x-service-media-type": "service.v4; format=json" }),
  },
  "zen-two-lines": {
    what: "/zen is two lines",
    reply: (reply, { segments }) =>
      segments.at(-1) === "zen" && reply.body !== null && withBody(reply, `${reply.body}\nAnd more.`),
  },
  "zen-stuck": {
    what: "/zen always says the same",
    reply: (reply, { segments }) => segments.at(-1) === "zen" && reply.body !== null && withBody(reply, "Again."),
  },
  "city-in-object": {
    what: "a city count is a member of an object",
    reply: (reply) => reply.status === 200 && reply.body !== null && withBody(reply, `{"count":${reply.body}}`),
  },
  "city-unnamed": {
    what: "the 404 of a city does not name the others",
    reply: (reply) =>
      reply.status === 404 && withDocument(reply, (document) => ({ ...document, message: "Not Found" })),
  },
};
