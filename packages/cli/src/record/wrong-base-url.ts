import type { OutgoingResponse } from "@tapedeck/replay";
import { textAnswer } from "@tapedeck/replay/internal";
import { isLoopback } from "@tapedeck/tape/internal";
import { shownUrl } from "../command/shown-url.ts";

/**
 * Refuses a request for another host. If a client uses the recorder as a forward proxy, its requests and their
 * credentials would otherwise go to the recorded service.
 * @param base The base URL that the client asked.
 * @param from Base URL of that service.
 * @returns null for a request that was meant for us, or for that service.
 * @see RFC 9110, section 15.5.20 (421)
 */
export function wrongBaseUrl(base: string, from: string): OutgoingResponse | null {
  const { host } = new URL(base);
  if (isLoopback(host) || host === new URL(from).host) return null;
  const detail = `Cannot record a request to ${host}: only ${shownUrl(from)} is recorded; ask for its paths at the address of TAPEDECK_URL`;
  const problem = JSON.stringify({ title: "Meant for another host", status: 421, detail });
  return textAnswer(421, "application/problem+json; charset=utf-8", problem, [["x-tapedeck", "misdirected"]]);
}
