import { createHash } from "node:crypto";
import type { Tokens } from "@tapedeck/api";
import { createPlayer, stoppedClock } from "@tapedeck/replay";
import { bodyOf, pinnedMoment, type Tape } from "@tapedeck/tape";
import { type Adapter, keptAt } from "../adapter.ts";
import { homeApis } from "../home-apis.ts";
import type { ObservedResponse, TestRequest } from "../message.ts";

/** A step of a golden run: a request, or a move of the clock. */
type TranscriptStep = TestRequest | { readonly advanceSeconds: number };

/** The recordings to play, and the requests in their order. */
export interface GoldenRun {
  readonly name: string;
  readonly tapes: readonly Tape[];
  readonly tokens: Tokens;
  /** Requests per window without a credential: few, so that the run uses them up. */
  readonly anonymousLimit: number;
  readonly steps: readonly TranscriptStep[];
}

/**
 * Sends a golden run through an adapter, and returns all requests and answers as text. It is the same at every adapter,
 * on every runtime.
 */
export async function transcript(adapter: Adapter, goldenRun: GoldenRun): Promise<string> {
  const clock = stoppedClock(pinnedMoment);
  const api = homeApis({ limits: { anonymous: goldenRun.anonymousLimit } });
  const { tapes, tokens } = goldenRun;
  const [options, letGo] = keptAt(adapter, { tapes, tokens, api, clock });
  const player = createPlayer(options);
  const { ask, close } = await adapter.open(player);
  try {
    const pages: string[] = [];
    for (const step of goldenRun.steps) {
      if ("advanceSeconds" in step) {
        clock.advance(step.advanceSeconds);
        pages.push(`+ ${step.advanceSeconds} s\n`);
      } else {
        pages.push(page(step, await ask(step)));
      }
    }
    return pages.join("\n");
  } finally {
    await close();
    letGo();
  }
}

/** Returns the SHA-256 of a transcript, in hexadecimal digits. */
export function transcriptHash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function page({ method, target, headers }: TestRequest, answer: ObservedResponse): string {
  const lines = [
    `> ${method} ${target}`,
    ...Object.entries(headers).map(([name, value]) => `> ${name}: ${value}`),
    `< ${answer.status}`,
    ...answer.headers.map(([name, value]) => `< ${name}: ${value}`),
    ...(answer.body.length === 0 ? [] : [written(answer.body)]),
  ];
  return `${lines.join("\n")}\n`;
}

function written(bytes: Uint8Array): string {
  const { encoding, text } = bodyOf(bytes) ?? { encoding: "utf8", text: "" };
  return encoding === "utf8" ? text : `base64 ${text}`;
}
