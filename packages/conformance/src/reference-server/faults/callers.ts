import { type ReferenceFault, withHeaders } from "../fault.ts";

/** Callers mixed up. */
export const callerFaults: Readonly<Record<string, ReferenceFault>> = {
  "one-bucket": { what: "all callers spend the same quota", caller: (caller) => ({ ...caller, bucket: "all" }) },
  "basic-unknown": {
    what: "Basic is no form of a credential",
    ask: (ask) =>
      /^basic /i.test(ask.headers["authorization"] ?? "") && {
        ...ask,
        headers: { ...ask.headers, authorization: "none" },
      },
  },
  "malformed-taken": {
    what: "a malformed credential is taken for none",
    caller: (caller) => caller.credential === "bad" && { ...caller, credential: "none" },
  },
  "own-user-forbidden": {
    what: "/user is a 403 without a credential",
    reply: (reply, { headers }) => reply.status === 401 && !headers["authorization"] && { ...reply, status: 403 },
  },
  "private-shown": {
    what: "private documents are shown without a credential",
    caller: (caller) => ({ ...caller, scopes: ["repo"] }),
  },
  "credential-repeated": {
    what: "the credential comes back in a header",
    reply: (reply, { headers }) =>
      headers["authorization"] !== undefined && withHeaders(reply, { "x-seen": headers["authorization"] }),
  },
};
