import { createHash } from "node:crypto";
import type { Exchange, HeaderList } from "../../src/exchange.ts";
import type { SecretMemory } from "../../src/redact/memory/secret-memory-interface.ts";
import { utf8 } from "../tapes.ts";

/** What a client and a service tell each other. */
export interface Told {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: HeaderList;
  readonly body?: string;
  readonly answered?: HeaderList;
  readonly answer?: string;
}

/** Makes an exchange of what a client and a service tell each other. */
export function told({ method = "GET", target = "/", headers = [], body, answered = [], answer = "" }: Told): Exchange {
  return {
    request: { method, target, principal: "anonymous", headers, body: body === undefined ? null : utf8(body) },
    response: { status: 200, headers: answered, body: utf8(answer) },
  };
}

/** What looks like a token; another for each seed. */
export function opaque(seed: unknown): string {
  return createHash("sha256").update(String(seed)).digest("hex").slice(0, 32);
}

/** A client that begins a session, and returns the name that each of its requests gets. */
export function visitor(
  memory: SecretMemory,
  who: string,
  issued = `sid=${opaque(who)}`,
): (asked: Told & { readonly status?: number }) => string | undefined {
  const cookie = issued.replaceAll(/;[^,]*,? ?/g, "; ");
  memory.exchange(told({ answered: issued.split(", ").map((each) => ["set-cookie", each] as const) }));
  return ({ status = 200, ...asked }) => {
    const { request, response } = told({ ...asked, headers: [["cookie", cookie]] });
    return memory.exchange({ request, response: { ...response, status } }).request.session;
  };
}

/** A login, and what its client asks then. */
export function login(memory: SecretMemory, who: string, sid: string): readonly Exchange[] {
  return [
    told({
      method: "POST",
      target: "/login",
      body: JSON.stringify({ login: who, password: `hunter2${who}` }),
      answered: [["set-cookie", `sid=${sid}; Path=/; HttpOnly`]],
      answer: JSON.stringify({ access_token: `${sid}-access`, refresh_token: `${sid}-refresh` }),
    }),
    told({ target: `/sessions/${sid}/items?key=${sid}-access`, headers: [["cookie", `sid=${sid}; theme=dark`]] }),
  ].map(memory.exchange);
}

/**
 * Returns a text, or a value as JSON, as it comes and as it is on disk. Its secrets stand between « and »; behind their
 * kind, where that is not the given one: `sid=«cookie|x1»`. Of kind `number` is a number without quotes.
 */
export function marked(value: unknown, kind = "field"): { readonly raw: string; readonly clean: string } {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const secret = /«(?:([a-z-]+)\|)?([^»]*)»/g;
  return {
    raw: text.replace(secret, "$2"),
    clean: text.replace(secret, (_, own = kind) => (own === "number" ? "777000000" : `__redacted-${own}__`)),
  };
}

const placeholder = /__redacted-[\w.-]+?__|77700[0-5]\d{3}/g;
/** Returns a text with secrets between « and » as it is sent. */
export const asSent = (text: string): string => text.replace(/[«»]/g, "");
/** Returns it with ¤ in place of each secret. */
export const asHidden = (text: string): string => text.replace(/«[^»]*»/g, "¤");
/** Returns a text with ¤ in place of each placeholder. */
export const seen = (text: string): string => text.replace(placeholder, "¤");
