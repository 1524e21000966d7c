import type { Door } from "./door.ts";
import { functionDoor } from "./doors/function.ts";
import { nockFetchDoor, nockHttpDoor } from "./doors/nock.ts";
import { bunDoor, denoDoor, socketDoor } from "./doors/socket.ts";

/**
 * Every door there is. They are opened one at a time: a nock door closes the network, and so the socket, to the whole
 * process.
 */
export const doors: readonly Door[] = [functionDoor, socketDoor, denoDoor, bunDoor, nockFetchDoor, nockHttpDoor];

/** Why none of them speaks HTTP/2. */
export const noHttp2: string =
  "no such door; listen() speaks HTTP/1.1, which every client of the API falls back to, and Deno.serve and Bun.serve speak HTTP/2 over TLS alone";
