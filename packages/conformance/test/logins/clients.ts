// Clients of the service, each with its own cookies and tokens, one for each way to log in.
import { createHash } from "node:crypto";
import { digestLogin, keyOf, passwords } from "./service.ts";

/** A client, as plain data. */
export interface ClientPlan {
  readonly kind: string;
  readonly user: string;
  /** What it decides where it has a choice. */
  readonly choices: readonly number[];
}

/** Sends a request to the service, to its recorder or to its replay. */
export type Send = (request: Request) => Promise<Response>;

/** What a client saw: the status and whose answer it was; and how often the account had asked. */
export interface Seen {
  readonly whose: string;
  readonly nth: string;
}

/** What a client sees of a request that nobody recorded. */
export const miss: Seen = { whose: "miss", nth: "" };

interface Client {
  readonly user: string;
  readonly password: string;
  readonly pick: (most: number) => number;
  /** Sends a request with the client's cookies, and keeps those that come. */
  readonly ask: (target: string, sent?: Sent) => Promise<Answer>;
}

interface Sent {
  readonly json?: object;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly seen: Seen;
  readonly body: Readonly<Record<string, string>>;
  readonly location: string;
  /** The nonce of a challenge; "" for none. */
  readonly nonce: string;
}

type Steps = AsyncGenerator<Answer>;
type Visit = (target: string) => Steps;

async function* visits({ pick }: Client, visit: Visit): Steps {
  for (let left = 2 + pick(3); left > 0; left -= 1) yield* visit(["/me", "/orders", "/cart"][pick(3)] ?? "");
}

const plainly = ({ ask }: Client): Visit =>
  async function* (target) {
    yield await ask(target);
  };
const withHeaders = ({ ask }: Client, headers: () => Sent["headers"]): Visit =>
  async function* (target) {
    yield await ask(target, { headers: headers() ?? {} });
  };
const bearer = (client: Client, token: () => string): Visit =>
  withHeaders(client, () => ({ authorization: `Bearer ${token()}` }));
const basic = (client: Client, password: () => string): Visit =>
  withHeaders(client, () => ({ authorization: `Basic ${btoa(`${client.user}:${password()}`)}` }));

function login({ user, password, pick }: Client, more: Readonly<Record<string, string>> = {}): Sent {
  const fields = { ...more, username: user, password };
  return pick(2) === 0 ? { json: fields } : { form: fields };
}

async function* visitor(client: Client, begin: Sent): Steps {
  yield await client.ask("/start", begin);
  if (client.pick(2) === 1) yield await client.ask("/cart");
  if (client.pick(2) === 1) yield await client.ask("/cart", { json: { item: 1 } });
  yield await client.ask("/signin", login(client));
  yield* visits(client, async function* (target) {
    yield await client.ask(target, client.pick(2) === 1 ? { json: { item: 1 } } : {});
  });
}

/** What a client does, by the way in which it logs in. */
const kinds: Readonly<Record<string, (client: Client) => Steps>> = {
  async *basic(client: Client): Steps {
    yield* visits(
      client,
      basic(client, () => client.password),
    );
  },
  async *"basic, at times with a wrong password"(client: Client): Steps {
    yield* visits(
      client,
      basic(client, () => (client.pick(2) === 0 ? client.password : "wrong-one")),
    );
  },
  async *digest(client: Client): Steps {
    yield* visits(client, async function* (target) {
      const answer = await client.ask(`${target}?digest`);
      yield answer;
      const authorization = digestLogin(client.user, client.password, answer.nonce);
      yield await client.ask(`${target}?digest`, { headers: { authorization } });
    });
  },
  async *"a token, renewed at times"(client: Client): Steps {
    let { body, ...rest } = await client.ask("/oauth/token", login(client, { grant_type: "password" }));
    yield { body, ...rest };
    const visit = bearer(client, () => body["access_token"] ?? "none");
    yield* visits(client, async function* (target) {
      yield* visit(target);
      if (client.pick(2) === 0) return;
      const fields = { grant_type: "refresh_token", refresh_token: body["refresh_token"] ?? "none" };
      ({ body, ...rest } = await client.ask("/oauth/token", { form: fields }));
      yield { body, ...rest };
    });
  },
  async *"a token in bodies"(client: Client): Steps {
    const { body, ...rest } = await client.ask("/oauth/token", login(client, { grant_type: "password" }));
    yield { body, ...rest };
    yield* visits(client, async function* (target) {
      yield await client.ask(target, { json: { session_token: body["access_token"] ?? "none" } });
    });
  },
  async *"a mutation"(client: Client): Steps {
    const fields = `username: "${client.user}", password: "${client.password}"`;
    const answer = await client.ask("/graphql", { json: { query: `mutation { login(${fields}) { token } }` } });
    yield answer;
    const token = answer.body["token"] ?? "none";
    yield* visits(client, async function* (target) {
      const headers = { authorization: `Bearer ${token}` };
      yield await client.ask("/graphql", { json: { query: `{ me(of: "${target}") { who } }` }, headers });
    });
  },
  async *"a session"(client: Client): Steps {
    yield await client.ask("/session", login(client));
    yield* visits(client, plainly(client));
  },
  async *"a session that each answer renews"(client: Client): Steps {
    yield await client.ask("/session", login(client));
    yield* visits(client, async function* (target) {
      yield await client.ask(`${target}?roll`);
    });
  },
  async *"a session, left and begun again"(client: Client): Steps {
    for (let left = 2; left > 0; left -= 1) {
      yield await client.ask("/session", login(client));
      yield* visits(client, plainly(client));
      yield await client.ask("/logout", { json: {} });
    }
  },
  async *"a session and basic"(client: Client): Steps {
    yield await client.ask("/session", login(client));
    yield* visits(client, client.pick(2) === 0 ? plainly(client) : basic(client, () => client.password));
  },
  async *"a session with tokens against forgery"(client: Client): Steps {
    const { body, ...rest } = await client.ask("/start");
    yield { body, ...rest };
    const token = body["csrf_token"] ?? "none";
    yield await client.ask("/session", login(client, { csrf_token: token }));
    yield* visits(client, async function* (target) {
      yield await client.ask(target, { json: { a: 1 }, headers: { "x-csrftoken": token } });
    });
  },
  "a visitor's session": (client) => visitor(client, {}),
  "a visitor's session, begun by a POST": (client) => visitor(client, { json: { item: 1 } }),
  async *"a session by redirects"(client: Client): Steps {
    const state = createHash("sha256").update(`state of ${client.user}`).digest("base64url").slice(0, 24);
    const answer = await client.ask(`/authorize?login_hint=${client.user}&state=${state}`);
    yield answer;
    yield await client.ask(answer.location || "/callback");
    yield* visits(client, plainly(client));
  },
  async *"a session by a key"(client: Client): Steps {
    yield await client.ask(`/key-session?api_key=${keyOf(client.user)}`);
    yield* visits(client, plainly(client));
  },
  async *"a key in a header"(client: Client): Steps {
    yield* visits(
      client,
      withHeaders(client, () => ({ "x-api-key": keyOf(client.user) })),
    );
  },
  async *"a key in a query"(client: Client): Steps {
    yield* visits(client, async function* (target) {
      yield await client.ask(`${target}?api_key=${keyOf(client.user)}`);
    });
  },
};

/** The ways to log in. */
export const kindNames: readonly string[] = Object.keys(kinds);

/** Starts a client: each step is one request, and gives what the client saw. It ends with its first miss. */
export async function* startClient({ kind, user, choices }: ClientPlan, send: Send): AsyncGenerator<Seen> {
  const jar = new Map<string, string>();
  let chosen = 0;
  const client: Client = {
    user,
    password: passwords[user] ?? "never-recorded8",
    pick: (most) => (choices[chosen++ % choices.length] ?? 0) % most,
    async ask(target, { json, form, headers = {} } = {}) {
      const cookie = Array.from(jar, ([name, value]) => `${name}=${value}`).join("; ");
      const body = json ? JSON.stringify(json) : form ? new URLSearchParams(form) : null;
      const response = await send(
        new Request(new URL(target, "http://localhost"), {
          method: body === null ? "GET" : "POST",
          headers: { ...(json && { "content-type": "application/json" }), ...(cookie && { cookie }), ...headers },
          body,
        }),
      );
      for (const each of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
        if (value === "") jar.delete(name);
        else jar.set(name, value);
      }
      return answerOf(response.status, response.headers, await response.json());
    },
  };
  for await (const { seen } of kinds[kind]?.(client) ?? []) {
    yield seen;
    if (seen === miss) return;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what the service says
function answerOf(status: number, headers: Headers, said: any): Answer {
  const body = said.data?.login ?? said.data?.me ?? said;
  const whose = `${status} ${body.who ?? ""}`;
  const [, nonce = ""] = /nonce="(.*?)"/.exec(headers.get("www-authenticate") ?? "") ?? [];
  const seen = status === 501 ? miss : { whose, nth: String(body.nth ?? "") };
  return { seen, body, location: headers.get("location") ?? "", nonce };
}
