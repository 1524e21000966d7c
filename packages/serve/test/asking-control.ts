import type { IncomingRequest, Player } from "@tapedeck/replay";
import { expect } from "vitest";
import { control } from "../src/index.ts";

/** When the tapes were recorded. */
export const moment = 1_767_225_600;

/** Returns a request to the control API, or to another path. */
export function asking(target: string, method = "GET", further: Partial<IncomingRequest> = {}): IncomingRequest {
  return {
    method,
    target: target.startsWith("/") ? target : `/_tapedeck/${target}`,
    headers: {},
    body: null,
    base: "http://127.0.0.1:8787",
    address: "127.0.0.1",
    ...further,
  };
}

/** Returns the answer of the control API; null for a request that is not its own. */
export async function told(
  player: Player,
  ask: IncomingRequest,
): Promise<{ readonly status: number; readonly value: unknown } | null> {
  const reply = await control(player)(ask);
  if (reply === null) return null;
  const body = new TextDecoder().decode(reply.body ?? new Uint8Array());
  expect(reply.headers).toEqual([
    ["cache-control", "no-store"],
    ["content-length", String(reply.body?.length)],
    ["content-type", "application/json; charset=utf-8"],
  ]);
  expect(body.endsWith("\n")).toBe(true);
  return { status: reply.status, value: JSON.parse(body) };
}
