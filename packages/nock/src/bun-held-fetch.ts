// Bun's `fetch`, when a client stored it before nock was loaded: it cannot be intercepted, but for each request it
// looks up the proxy in the environment. While the network is closed, that proxy is ours and refuses. Other clients go
// by `process.env`, which does not show it.
import process from "node:process";

type Listen = (options: object) => { readonly port: number; unref(): void };

const thisMachine = "localhost,127.0.0.1,::1";
const settings = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"].flatMap((name) => [name, name.toLowerCase()]);
const refusal =
  "the network is closed while a player is mounted, and the client took its fetch before @tapedeck/nock was loaded: " +
  "load that first, by bun test --preload @tapedeck/testing";

let address: string | undefined;
let closed: { readonly real: NodeJS.ProcessEnv; readonly shown: NodeJS.ProcessEnv } | null = null;

/**
 * Refuses such a `fetch`.
 * @param listen `Bun.listen`.
 * @param isHere Whether a player answers for an origin of this machine: requests to other ports of it are refused as
 *   well then, as a proxy cannot be left out for all ports but one.
 */
export function refuseHeldFetch(listen: Listen, isHere: boolean): void {
  address ??= refusingProxy(listen);
  if (closed === null) {
    const real = process.env;
    const shown = Object.fromEntries(settings.flatMap((name) => (name in real ? [[name, real[name]]] : [])));
    closed = { real, shown };
    process.env = showing(shown, real);
  }
  for (const name of settings) closed.real[name] = /^no/i.test(name) ? (isHere ? "" : thisMachine) : address;
}

/** Undoes {@link refuseHeldFetch}. */
export function allowHeldFetch(): void {
  if (closed === null) return;
  const { real, shown } = closed;
  closed = null;
  for (const name of settings) delete real[name];
  process.env = Object.assign(real, shown);
}

/** Of Bun's own, which types leave out. */
const direct: object = { proxy: false };

/** Returns a `fetch` without proxy, while stored ones go through ours. */
export function withoutProxy(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  const sent: typeof fetch = (input, init) => fetch(input, closed === null ? init : { ...direct, ...init });
  return Object.assign(sent, fetch); // Bun's has a method.
}

function showing(settingsShown: NodeJS.ProcessEnv, real: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const of = (name: string | symbol): NodeJS.ProcessEnv => (settings.includes(String(name)) ? settingsShown : real);
  return new Proxy(real, {
    get: (_, name) => Reflect.get(of(name), name),
    set: (_, name, value) => Reflect.set(of(name), name, value),
    has: (_, name) => Reflect.has(of(name), name),
    deleteProperty: (_, name) => Reflect.deleteProperty(of(name), name),
    defineProperty: (_, name, property) => Reflect.defineProperty(of(name), name, property),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(of(name), name),
    ownKeys: () => Reflect.ownKeys(real).filter((name) => Reflect.has(of(name), name)),
  });
}

function refusingProxy(listen: Listen): string {
  const head = `HTTP/1.1 501 ${refusal}\r\nconnection: close\r\ncontent-length: ${refusal.length}`;
  const data = (socket: { end(text: string): void }): void => socket.end(`${head}\r\n\r\n${refusal}`);
  const server = listen({ hostname: "127.0.0.1", port: 0, socket: { data } });
  server.unref();
  return `http://127.0.0.1:${server.port}`;
}
