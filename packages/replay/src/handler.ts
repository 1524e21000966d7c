import type { Ask, Reply } from "./ask.ts";

/** The address of a caller in the same process. */
const here = "127.0.0.1";

/** Makes a fetch handler of an answer over plain data: it takes what `fetch` takes. */
export function handlerOf(
  answer: (ask: Ask) => Reply | Promise<Reply>,
): (input: Request | URL | string, init?: object) => Promise<Response> {
  return async (input, init) => {
    const request = typeof input === "string" || input instanceof URL ? new Request(input, init) : input;
    const { status, headers, body } = await answer(await askOf(request));
    return new Response(body, { status, headers: headers.map(([name, value]) => [name, value]) });
  };
}

/** Takes a `Request` apart for the synchronous core. */
export async function askOf(request: Request): Promise<Ask> {
  const { origin, pathname, search } = new URL(request.url);
  const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
  return {
    method: request.method,
    target: pathname + search,
    headers: Object.fromEntries(request.headers),
    body: body?.length ? body : null,
    base: origin,
    address: here,
  };
}
