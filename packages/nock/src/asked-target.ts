// nock sees a request of `node:http` through a URL parser and a `Request`: there `//users/ada` names a host, dots in a
// path disappear, and a TRACE becomes a GET. So a header carries the original form. Read next: `mount.ts`.
import { ClientRequest, METHODS } from "node:http";
import type { IncomingRequest } from "@tapedeck/replay";

const field = "x-tapedeck-asked";

// A method of requests on Node and Deno; their types omit it, and Bun does not have it.
const prototype = ClientRequest.prototype as unknown as { _implicitHeader?: (this: ClientRequest) => void };

let real: typeof prototype._implicitHeader;

/**
 * Makes requests carry their original form where nock would change it.
 * @param answers Returns whether a player answers for an origin: requests to others are left as they are.
 */
export function tellTargets(answers: (origin: string) => boolean): void {
  const implicit = prototype._implicitHeader;
  if (real !== undefined || implicit === undefined) return;
  real = implicit;
  prototype._implicitHeader = function () {
    const { method, path, protocol } = this;
    const origin = `${protocol}//${this.getHeader("host")}`;
    const isKnown = METHODS.includes(method);
    const isAltered = method === "TRACE" || !isKnown || !isParsedAsIs(path, origin);
    if (isAltered && answers(origin)) {
      this.setHeader(field, `${method} ${path}`);
      // Where Node's parser refuses a method, nock never answers; under another method nock itself refuses the request.
      if (!isKnown) this.method = "POST";
      // The same path for the parser, but not a host.
      if (path.startsWith("//")) this.path = `/.${path}`;
    }
    implicit.call(this);
    this.path = path;
  };
}

/** Undoes {@link tellTargets}. */
export function untellTargets(): void {
  if (real !== undefined) prototype._implicitHeader = real;
  real = undefined;
}

/** Returns a request in its original form. */
export function asAsked(ask: IncomingRequest): IncomingRequest {
  const { [field]: asked, ...headers } = ask.headers;
  if (asked === undefined) return ask;
  const [, method = "", target = ""] = /^(\S+) (.*)$/s.exec(String(asked)) ?? [];
  return { ...ask, method, target, headers };
}

function isParsedAsIs(path: string, origin: string): boolean {
  if (path.startsWith("//")) return false;
  const url = URL.parse(path, origin);
  return url === null || url.pathname + url.search === path;
}
