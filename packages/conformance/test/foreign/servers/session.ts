import type { RequestListener } from "node:http";
import { createRequire } from "node:module";
import type { Express, ExpressRequest, ExpressResponse } from "./express.ts";
import type { ForeignServer } from "./servers.ts";

const load = createRequire(import.meta.url);

/** A login by a form, and a session in a cookie. */
const form = { "content-type": "application/x-www-form-urlencoded" };

export { sessionLogin as session };

const sessionLogin: ForeignServer = {
  name: "express-session",
  start: async () => {
    const express = load("express") as Express;
    const session = load("express-session") as (options: object) => unknown;
    const app = express();
    app.use(express.urlencoded({ extended: false }));
    app.use(session({ secret: "a secret of the server alone", resave: false, saveUninitialized: false }));
    app.post("/login", (request: ExpressRequest, response: ExpressResponse) => {
      if (request.body["password"] !== "correct horse") return response.status(401).send("<p>wrong password</p>");
      request.session["name"] = request.body["name"];
      return response.redirect(303, "/me");
    });
    app.get("/me", (request: ExpressRequest, response: ExpressResponse) => {
      const { name } = request.session;
      return name === undefined ? response.status(401).json({ error: "log in" }) : response.json({ name });
    });
    app.post("/logout", (request: ExpressRequest, response: ExpressResponse) =>
      request.session["destroy"](() => response.status(204).end()),
    );
    return app as RequestListener;
  },
  program: async (ask) => {
    await ask("/me");
    const login = (password: string): Promise<Response> =>
      ask("/login", { method: "POST", headers: form, body: new URLSearchParams({ name: "ada", password }).toString() });
    await login("guessed");
    const cookie = (await login("correct horse")).headers.getSetCookie()[0]?.split(";")[0] ?? "";
    await ask("/me", { headers: { cookie } });
    await ask("/logout", { method: "POST", headers: { cookie } });
    await ask("/me", { headers: { cookie } });
  },
};
