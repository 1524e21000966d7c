import type { Door } from "./door.ts";
import { functionDoor } from "./doors/function.ts";
import { nockFetchDoor, nockHttpDoor } from "./doors/nock.ts";
import { bunDoor, denoDoor, socketDoor } from "./doors/socket.ts";

/**
 * Every door there is. They are opened one at a time: a nock door closes the network, and so the socket, to the whole
 * process.
 */
export const doors: readonly Door[] = [functionDoor, socketDoor, denoDoor, bunDoor, nockFetchDoor, nockHttpDoor];
