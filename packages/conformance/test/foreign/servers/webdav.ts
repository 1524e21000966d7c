import type { RequestListener } from "node:http";
import { createRequire } from "node:module";
import type { ForeignServer } from "./servers.ts";

interface WebDav {
  readonly v2: { readonly WebDAVServer: new (options: object) => { executeRequest: RequestListener } };
}

/** Methods beyond those of most APIs, and XML. */
export const webdav: ForeignServer = {
  name: "webdav-server",
  start: async () => {
    const { v2 } = createRequire(import.meta.url)("webdav-server") as WebDav;
    const server = new v2.WebDAVServer({ serverName: "webdav", version: "2" });
    return (request, response) => server.executeRequest(request, response);
  },
  steps: [
    { path: "/notes", method: "MKCOL" },
    { path: "/notes", method: "MKCOL" },
    { path: "/notes/a.txt", method: "PUT", body: "the first" },
    { path: "/notes/a.txt" },
    { path: "/notes/a.txt", method: "PUT", body: "the second" },
    { path: "/notes/a.txt" },
    { path: "/notes/a.txt", method: "DELETE" },
    { path: "/notes/a.txt" },
    { path: "/notes", method: "OPTIONS" },
  ],
};
