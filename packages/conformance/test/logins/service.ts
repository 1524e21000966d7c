// A service with every usual way to log in, which says in each answer whose it is and how often that path was asked.
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** The service's users, and what each types as a password. */
export const passwords: Readonly<Record<string, string>> = {
  ada: "blue-horse7",
  bob: "red-Cow22",
  cyd: "x7Kq29vTbP",
};

/** Returns the key of a user, which is the same in every run. */
export function keyOf(user: string): string {
  return digest(`key of ${user}`).slice(0, 30);
}

/** Returns a login by Digest, simplified: what a user signs with a password, and a nonce that the service issued. */
export function digestLogin(user: string, password: string, nonce: string): string {
  return `Digest username="${user}", nonce="${nonce}", response="${digest(`${user} ${password} ${nonce}`)}"`;
}

/** Handles one request of a run. */
export type Service = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly fields: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  readonly authorization: string;
  readonly key: string;
}

interface Said {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body: object;
}

/**
 * Starts a run of the service, with no one logged in. What it issues differs from run to run.
 * @example
 * const service = createService(1);
 */
export function createService(run: number): Service {
  const accounts = new Map(Object.keys(passwords).map((user) => [keyOf(user), user]));
  const visits = new Map<string, number>();
  const nonces = new Set<string>();
  let issued = 0;
  const issue = (account: string, prefix = ""): string => {
    issued += 1;
    const value = prefix + digest(`${run} ${issued}`).slice(0, 28);
    accounts.set(value, account);
    return value;
  };
  const checked = ({ username = "", password = "" }: Asked["fields"]): string | null =>
    passwords[username] === password ? username : null;
  const refused: Said = { status: 403, body: { error: "bad login" } };
  const session = (account: string): Said => ({
    headers: { "set-cookie": `sid=${issue(account)}; Path=/; HttpOnly` },
    body: { ok: true },
  });
  const tokens = (account: string): Said => ({
    body: { access_token: issue(account, "at_"), refresh_token: issue(account, "rt_"), token_type: "bearer" },
  });
  const challenge = (): string => {
    const nonce = issue("nonce", "n0");
    nonces.add(nonce);
    return `Digest realm="lab", nonce="${nonce}", algorithm=MD5`;
  };
  /** Each nonce is good for one request, as where a service counts them. */
  const signer = (login: string): string => {
    const [, user = ""] = /username="(.*?)"/.exec(login) ?? [];
    const [, nonce = ""] = /[\s,]nonce="(.*?)"/.exec(login) ?? [];
    return nonces.delete(nonce) && login === digestLogin(user, passwords[user] ?? "", nonce) ? user : `refused-${user}`;
  };
  const pages: Readonly<Record<string, (asked: Asked) => Said>> = {
    "/oauth/token": ({ fields }) => {
      const isRefresh = fields["grant_type"] === "refresh_token";
      const account = isRefresh ? accounts.get(fields["refresh_token"] ?? "") : checked(fields);
      return account ? tokens(account) : { status: 400, body: { error: "invalid_grant" } };
    },
    "/session": ({ fields }) => {
      const account = checked(fields);
      return account === null ? refused : session(account);
    },
    "/start": () => {
      const csrf = issue("csrf", "csrf");
      const cookies = [`sid=${issue("guest")}; Path=/`, `csrftoken=${csrf}; Path=/`];
      return { headers: { "set-cookie": cookies }, body: { csrf_token: csrf } };
    },
    "/signin": ({ fields, cookies }) => {
      const account = checked(fields);
      if (account === null || cookies["sid"] === undefined) return refused;
      accounts.set(cookies["sid"], account);
      return { body: { ok: true } };
    },
    "/logout": ({ cookies }) => {
      accounts.delete(cookies["sid"] ?? "");
      return { headers: { "set-cookie": "sid=; Path=/; Max-Age=0" }, body: { ok: true } };
    },
    "/key-session": ({ query }) => session(accounts.get(query.get("api_key") ?? "") ?? "guest"),
    "/authorize": ({ query }) => {
      const code = issue(query.get("login_hint") ?? "guest");
      return {
        status: 302,
        headers: { location: `/callback?code=${code}&state=${query.get("state")}` },
        body: {},
      };
    },
    "/callback": ({ query }) => session(accounts.get(query.get("code") ?? "") ?? "guest"),
  };
  const account = ({ query, cookies, authorization, key }: Asked): string => {
    const [scheme, credential = ""] = authorization.split(" ");
    if (scheme === "Basic") {
      const [user = "", password] = atob(credential).split(":");
      return passwords[user] === password ? user : `refused-${user}`;
    }
    if (scheme === "Digest") return signer(authorization);
    if (scheme === "Bearer") return accounts.get(credential) ?? "refused";
    if (cookies["sid"]) return accounts.get(cookies["sid"]) ?? "stale";
    return accounts.get(key || (query.get("api_key") ?? "")) ?? "nobody";
  };
  const graphql = (asked: Asked, document: string): Said => {
    const [, username = "", password = ""] = /username: "(.*?)", password: "(.*?)"/.exec(document) ?? [];
    if (username === "") return { body: { data: { me: page(asked).body } } };
    if (passwords[username] !== password) return { body: { errors: [{ message: "bad login" }] } };
    return { body: { data: { login: { token: issue(username) } } } };
  };
  const page = (asked: Asked): Said => {
    const token = asked.fields["session_token"];
    const who = token === undefined ? account(asked) : (accounts.get(token) ?? "refused");
    const visit = `${who} ${asked.path}`;
    visits.set(visit, (visits.get(visit) ?? 0) + 1);
    const isDigest = asked.query.has("digest");
    if (isDigest && (who === "nobody" || who.startsWith("refused")))
      return { status: 401, headers: { "www-authenticate": challenge() }, body: { who: "nobody" } };
    return {
      status: who.startsWith("refused") ? 401 : 200,
      headers: asked.query.has("roll") && asked.cookies["sid"] ? (session(who).headers ?? {}) : {},
      body: { who, nth: visits.get(visit) },
    };
  };
  return async (request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? "", "http://localhost");
    const text = Buffer.concat(await request.toArray()).toString();
    const fields = text.startsWith("{") ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
    const { authorization = "", cookie = "" } = request.headers;
    const cookies = Object.fromEntries(cookie.split("; ").map((each) => each.split("=")));
    const asked = { path, query, fields, cookies, authorization, key: String(request.headers["x-api-key"] ?? "") };
    const {
      status = 200,
      headers,
      body,
    } = path === "/graphql" ? graphql(asked, fields.query) : (pages[path] ?? page)(asked);
    response.writeHead(status, { "content-type": "application/json", ...(headers as object) });
    response.end(JSON.stringify(body));
  };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
