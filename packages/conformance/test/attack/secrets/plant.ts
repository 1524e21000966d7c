// A secret that is planted in a conversation: at one place, in one coding, and again in what follows.

import { Buffer } from "node:buffer";
import { randomFrom } from "../../../../../.ci/seeded-random.ts";
import { codings } from "./codings.ts";
import { type Message, type Place, places } from "./places.ts";

/** A request that a client sends, and what the service answers. */
export interface Step {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Said over a WebSocket. */
  readonly messages?: readonly Message[];
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    /** The service breaks the connection instead. */
    readonly broken?: boolean;
  };
}

/** What was planted where, and the conversation that holds it. */
export interface Plant {
  readonly id: number;
  readonly place: string;
  readonly coding: string;
  readonly secret: string;
  readonly steps: readonly Step[];
}

/** A part of each secret: what is searched for. */
export const marker = "zQ7vK2x9";

const ok = { status: 200, headers: { "content-type": "application/json" }, body: '{"ok":true}' } as const;

// Larger than the number of pairs, and a prime: one pair after the other, far apart.
const step = 1_000_003;

/**
 * Plants one secret. As many as there are pairs of a place and a coding are one of each pair; what it is, the seed
 * says.
 */
export function plantOf(id: number, seed: number, at?: Place): Plant {
  const random = randomFrom(seed * 1_000_003 + id);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const pair = (seed + id * step) % (places.length * codings.length);
  const place = at ?? (places[pair % places.length] as Place);
  const coding = codings[Math.floor(pair / places.length)] as (typeof codings)[number];
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  const run = (length: number): string => Array.from({ length }, () => pick([...letters])).join("");
  const secret = `${run(3)}${marker}${run(6 + Math.floor(random() * 18))}`;
  const { again = secret } = place.plant(secret);
  const rest = again === null ? [] : followed(id, coding.code(again), random() < 0.1);
  const steps = [stepAt(id, place, secret), ...rest];
  return { id, place: place.name, coding: coding.name, secret, steps };
}

function stepAt(id: number, { plant }: Place, secret: string): Step {
  const { method, target = "", headers = {}, body, answered = {}, answer, messages } = plant(secret);
  const asked = { method: method ?? (body === undefined ? "GET" : "POST"), target: `/p${id}/first${target}`, headers };
  const said = answer === undefined ? ok.body : answer;
  const conversation = messages && { messages };
  return {
    ...asked,
    ...conversation,
    body: body ?? null,
    answer: { ...ok, headers: { ...ok.headers, ...answered }, body: said },
  };
}

// What was sent or issued comes again: in a path, a query, a header, a body, an answer, and an error.
function followed(id: number, coded: string, breaks: boolean): readonly Step[] {
  const inUrl = encodeURIComponent(coded);
  const line = coded.replace(/[^\t\x20-\x7e]/g, "");
  const headers = {
    "x-note": `see ${line} there`,
    "if-none-match": `"${line}"`,
    "user-agent": `acme/1 (${line})`,
    "idempotency-key": line,
    referer: `https://a.example/${inUrl}`,
  };
  const again: Step = {
    method: "GET",
    target: `/p${id}/later/${inUrl}?note=${inUrl}`,
    headers,
    body: null,
    answer: {
      status: 200,
      headers: { "content-type": "text/plain", "x-seen": `it was ${line}`, etag: `"${line}"` },
      body: `you said ${coded} and ${JSON.stringify({ deep: { said: coded } })}`,
    },
  };
  const posted: Step = { ...again, method: "POST", target: `/p${id}/posted`, headers: {}, body: `text ${coded} text` };
  const broken: Step = { ...again, target: `/p${id}/broken/${inUrl}`, answer: { ...again.answer, broken: true } };
  return breaks ? [again, posted, broken] : [again, posted];
}

/** A body for a message: latin1 stands for bytes. */
export function bytesOf(body: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(body, "latin1"));
}

/** A message over a WebSocket: a text unless it has other bytes. */
export function messageOf(data: string): string | Uint8Array<ArrayBuffer> {
  return /^[\t\r\n -~]*$/.test(data) ? data : bytesOf(data);
}
