import { bytesOf, latin1Text } from "../body/body.ts";
import type { Body } from "../exchange.ts";
import { mayIssue } from "./placeholder.ts";

/** White space that recordings leave out makes a body longer, if not by much. */
const mostTimesLonger = 4;
/** Bytes that may have been hidden in a body, at most. */
const mostHidden = 64 * 1024 * 1024;

/**
 * Returns how many bytes a recorded body may have had when it was sent: what is hidden in it may have been long.
 * @example
 * longestSent({ encoding: "utf8", text: "[1]" }); // 12
 */
export function longestSent(body: Body | null): number {
  if (body === null) return 0;
  const isFiled = body.encoding === "file";
  const length = isFiled ? body.bytes : body.text.length;
  const hides = isFiled || mayIssue(body.encoding === "utf8" ? body.text : latin1Text(bytesOf(body)));
  return mostTimesLonger * length + (hides ? mostHidden : 0);
}
