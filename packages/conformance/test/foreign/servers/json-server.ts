import type { RequestListener } from "node:http";
import { createRequire } from "node:module";
import type { ForeignServer } from "./servers.ts";

interface JsonServer {
  readonly create: () => RequestListener & { readonly use: (...handlers: readonly unknown[]) => void };
  readonly defaults: (options: { readonly logger: boolean }) => unknown;
  readonly router: (database: object) => unknown;
}

const json = { "content-type": "application/json" };

/** REST with writes, whose answers are JSON with white space. */
export const jsonServer: ForeignServer = {
  name: "json-server",
  start: async () => {
    const { create, defaults, router } = createRequire(import.meta.url)("json-server") as JsonServer;
    const app = create();
    const posts = [1, 2, 3].map((id) => ({ id, title: `Post ${id}`, tags: ["naïve", "é".repeat(id * 5)] }));
    app.use(defaults({ logger: false }), router({ posts }));
    return app;
  },
  steps: [
    { path: "/posts" },
    { path: "/posts?_page=2&_limit=1" },
    { path: "/posts/9" },
    { path: "/posts", method: "POST", headers: json, body: '{"title": "new"}' },
    { path: "/posts", method: "POST", headers: json, body: '{"title": "another"}' },
    { path: "/posts" },
    { path: "/posts/1", method: "PUT", headers: json, body: '{"title":"put"}' },
    { path: "/posts/1" },
    { path: "/posts/2", method: "PATCH", headers: json, body: '{"title":"patched"}' },
    { path: "/posts/2" },
    { path: "/posts/2", method: "HEAD" },
    { path: "/posts/2", method: "DELETE" },
    { path: "/posts/2" },
    { path: "/posts" },
  ],
};
