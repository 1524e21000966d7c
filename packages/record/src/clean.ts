import { Buffer } from "node:buffer";
import {
  bytesOf,
  canonical,
  createScrubber,
  type Exchange,
  type KnownSecret,
  pinNoise,
  type RecordedRequest,
  type RecordedResponse,
  rewriter,
  type Scrubber,
  type ScrubOptions,
} from "@tapedeck/tape";
import { mayRepeat } from "./may-repeat.ts";
import type { Credential } from "./send/credential.ts";
import { rewritten, type Upstream } from "./send/upstream.ts";
import { sentSecrets } from "./sent-secrets.ts";

/** What a recording hides and pins. */
export interface CleanOptions {
  readonly upstream: Upstream;
  readonly credentials: readonly Credential[];
  readonly scrub: Omit<ScrubOptions, "secrets" | "onRedact">;
  readonly recordedAt: number;
  readonly onRedact: (kind: string) => void;
}

/** Makes what came over the wire fit to be written down. */
export interface Cleaner {
  /** @param unnamed Credentials of this request that no alias was given for. They are hidden from then on. */
  exchange(raw: Exchange, unnamed: readonly KnownSecret[]): Exchange;
  /** The request as {@link Cleaner.exchange} would write it; counts nothing as hidden. */
  request(raw: RecordedRequest, unnamed: readonly KnownSecret[]): RecordedRequest;
  /** What an exchange holds that is to be hidden wherever it is repeated, and its text without that at its own places. */
  survey(raw: Exchange): { readonly sent: readonly KnownSecret[]; readonly text: string };
  /** Hides values from then on in all but the paths of requests. */
  learn(secrets: readonly KnownSecret[]): void;
  /** Hides secrets in a text that goes to a log or an error: also what the last hundred messages sent or were sent. */
  text(text: string): string;
}

/** What hides a set of secrets. */
interface Hiding {
  readonly secrets: readonly KnownSecret[];
  readonly scrubber: Scrubber;
  /** For the path of a request: it is a name, and hides credentials alone. */
  readonly path: Scrubber;
}

const recentKept = 100;
const hidingsKept = 16;

/**
 * Makes a cleaner: the origin replaced, secrets hidden, noise pinned, and all in its one order.
 *
 * A credential, given or sent as `Authorization`, is hidden in every text. What was sent or set under a secret's name is
 * hidden where the exchange repeats it (see `sentSecrets`), but not in the path of its request: that is what the file is
 * named after and what a replay looks for, and a replay knows only credentials and the shapes of tokens.
 */
export function createCleaner({ upstream, credentials, scrub, recordedAt, onRedact }: CleanOptions): Cleaner {
  const named = credentials.map(({ alias, token }) => ({ alias, value: token }));
  const rewrite = rewriter([upstream.base, new URL(upstream.base).origin], upstream.origin);
  // A credential that was sent once is hidden from then on: clients put it into paths and bodies as well.
  const sentCredentials = new Map<string, KnownSecret>();
  const learned = new Map<string, KnownSecret>();
  const recent = new Map<string, KnownSecret>();

  let kinds: string[] = [];
  const scrubberOf = (secrets: readonly KnownSecret[]): Scrubber =>
    createScrubber({ ...scrub, secrets: [...named, ...secrets], onRedact: (kind) => kinds.push(kind) });

  let forPaths = scrubberOf([]);
  let forRun: Hiding = { secrets: [], scrubber: forPaths, path: forPaths };
  const hidings = new Map<string, Hiding>();
  const heed = (unnamed: readonly KnownSecret[], values: readonly KnownSecret[] = []): void => {
    const [newCredentials, newValues] = [unnamed, values].map((secrets) =>
      secrets.filter(({ value }) => !sentCredentials.has(value) && !named.some((given) => given.value === value)),
    ) as [KnownSecret[], KnownSecret[]];
    const before = sentCredentials.size + learned.size;
    for (const secret of newCredentials) sentCredentials.set(secret.value, secret);
    for (const secret of newValues) learned.set(secret.value, secret);
    if (sentCredentials.size + learned.size === before) return;
    hidings.clear();
    if (newCredentials.length > 0) forPaths = scrubberOf([...sentCredentials.values()]);
    const secrets = [...sentCredentials.values(), ...learned.values()];
    forRun = { secrets, scrubber: learned.size > 0 ? scrubberOf(secrets) : forPaths, path: forPaths };
  };
  // The same cookies come again and again, and a scrubber takes long to make.
  const hidingOf = (sent: readonly KnownSecret[]): Hiding => {
    const key = JSON.stringify(sent);
    const kept = hidings.get(key);
    const secrets = [...forRun.secrets, ...sent];
    const hiding = kept ?? { secrets, scrubber: scrubberOf(secrets), path: forPaths };
    hidings.delete(key);
    hidings.set(key, hiding);
    for (const oldest of hidings.keys()) if (hidings.size > hidingsKept) hidings.delete(oldest);
    return hiding;
  };
  const names = createScrubber(scrub);
  const isSecretMember = (name: string): boolean => {
    const member = JSON.stringify({ [name]: "x" });
    return names.text(member) !== member;
  };

  const hide = (raw: Exchange, { scrubber, path }: Hiding): Exchange => {
    kinds = [];
    if (path === scrubber) return scrubber.exchange(raw);
    const { target } = raw.request;
    const query = target.indexOf("?");
    const [before, after] = query < 0 ? [target, ""] : [target.slice(0, query), target.slice(query)];
    const { request, response } = scrubber.exchange({ ...raw, request: { ...raw.request, target: after } });
    return { request: { ...request, target: path.text(before) + request.target }, response };
  };
  const surveyed = (raw: Exchange): { readonly clean: Exchange; readonly sent: readonly KnownSecret[] } => {
    const clean = hide(raw, forRun);
    const isKnown = (value: string): boolean => [...named, ...forRun.secrets].some((known) => known.value === value);
    const sent = sentSecrets(raw, clean, isSecretMember).filter(({ value }) => !isKnown(value));
    for (const secret of sent) recent.set(secret.value, secret);
    for (const oldest of recent.keys()) if (recent.size > recentKept) recent.delete(oldest);
    return { clean, sent };
  };
  const hidden = (came: Exchange): Exchange => {
    const raw = rewritten(came, rewrite);
    const { clean, sent } = surveyed(raw);
    const repeated = sent.length === 0 ? [] : repeatedIn(textOf(clean), sent);
    return repeated.length === 0 ? clean : hide(raw, hidingOf(repeated));
  };
  const written = (exchange: Exchange): Exchange => canonical(pinNoise(exchange, recordedAt));
  return {
    exchange(raw, unnamed) {
      heed(unnamed);
      const clean = hidden(raw);
      for (const kind of kinds) onRedact(kind);
      return written(clean);
    },
    request(raw, unnamed) {
      heed(unnamed);
      return written(hidden({ request: raw, response: nothing })).request;
    },
    survey(raw) {
      const { clean, sent } = surveyed(rewritten(raw, rewrite));
      return { sent, text: textOf(clean) };
    },
    learn: (secrets) => heed([], secrets),
    text(text) {
      const repeated = repeatedIn(text, [...recent.values()]);
      return (repeated.length === 0 ? forRun : hidingOf(repeated)).scrubber.text(text);
    },
  };
}

const nothing: RecordedResponse = { status: 204, headers: [], body: null };

function repeatedIn(text: string, secrets: readonly KnownSecret[]): readonly KnownSecret[] {
  return secrets.filter(({ value }) => mayRepeat(value)(text));
}

// Bytes one character each, as they are scrubbed.
function textOf({ request, response }: Exchange): string {
  const bodies = [request.body, response.body].map((body) =>
    body?.encoding === "base64" ? Buffer.from(bytesOf(body)).toString("latin1") : body?.text,
  );
  return [request.target, ...[...request.headers, ...response.headers].map(([, value]) => value), ...bodies].join("\n");
}
