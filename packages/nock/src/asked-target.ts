// nock hears of a request of `node:http` by way of a URL parser and a `Request`: there `//users/ada` names a host, dots in a
// path are taken out, and a TRACE is a GET. A header says how it was asked. Read next: `mount.ts`.
import { ClientRequest } from "node:http";
import type { IncomingRequest } from "@tapedeck/replay";

const field = "x-tapedeck-asked";

// Of a request as Node and Deno have it; its types leave this method out, and Bun has none.
const prototype = ClientRequest.prototype as unknown as { _implicitHeader?: (this: ClientRequest) => void };

let real: typeof prototype._implicitHeader;

/**
 * Has requests say how they are asked, where nock would tell it otherwise.
 * @param answers Whether a player answers for an origin: what goes to any other is left as it is.
 */
export function tellTargets(answers: (origin: string) => boolean): void {
  const implicit = prototype._implicitHeader;
  if (real !== undefined || implicit === undefined) return;
  real = implicit;
  prototype._implicitHeader = function () {
    const { method, path, protocol } = this;
    const origin = `${protocol}//${this.getHeader("host")}`;
    const isAltered = method === "TRACE" || !isParsedAsIs(path, origin);
    if (isAltered && answers(origin)) {
      this.setHeader(field, `${method} ${path}`);
      // The same path to the parser, and no host.
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

/** A request as it was asked. */
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
