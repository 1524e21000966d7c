import { secondLoginsText } from "@tapedeck/replay/internal";
import { listed } from "@tapedeck/tape/internal";
import type { Remark, Summary } from "./summary.ts";

/** Returns a sentence for each remark on a recording. What to do about it is other words in a command than in a test. */
export function remarksOn({
  ambiguous = [],
  secondLogins = [],
  unfollowed,
  shared = [],
  outnumbered = [],
  redirects = [],
  unread = [],
  misaddressed = 0,
  refused,
  heldBack = 0,
}: Summary): Pick<Summary, "remarks"> {
  const remarks: readonly (readonly [Remark, boolean, string])[] = [
    [
      "ambiguous",
      ambiguous.length > 0,
      `two values share ${listed(ambiguous)}: requests that differ only in them count as one, and are replayed in recorded order`,
    ],
    ["secondLogins", secondLogins.length > 0, secondLoginsText(secondLogins)],
    [
      "unfollowed",
      unfollowed === true,
      "a secret is longer than 64 KiB, or one of more than 20,000: such are hidden at their own place, may be left where they come again, and a request that repeats one may be a miss",
    ],
    [
      "shared",
      shared.length > 0,
      `${listed(shared.map(({ request, earlier, placeholder }) => `${request}, and ${earlier} of an earlier run, issued ${placeholder}`))}: who sends it may get the other's answers`,
    ],
    [
      "outnumbered",
      outnumbered.length > 0,
      `earlier runs sent more of ${listed(outnumbered.map(({ method, target }) => `${method} ${target}`))}: their answers stay behind the new ones`,
    ],
    [
      "unread",
      unread.length > 0,
      `no name tells what is secret in ${listed(unread)}: a password or token in it is on file as it was sent, or is hidden in it without its length where it came elsewhere, too`,
    ],
    [
      "redirects",
      redirects.length > 0,
      `answers redirect to ${listed(redirects)}: what a client asks there is neither recorded nor replayed`,
    ],
    [
      "misaddressed",
      misaddressed > 0,
      `${misaddressed === 1 ? "a request was refused that proves" : `${misaddressed} requests were refused that prove`} with DPoP that the client asked the recorder's address, which is not the service's`,
    ],
    [
      "refused",
      refused > 0,
      `${refused === 1 ? "one answer" : `${refused} answers`} refused for a rate limit, and not kept: a replay refuses by that limit itself, or has a better answer`,
    ],
    [
      "heldBack",
      heldBack > 0,
      `${heldBack === 1 ? "one request was" : `${heldBack} requests were`} not sent, to spare the rate limit; the client got a 429 of tapedeck's own`,
    ],
  ];
  const held = remarks.filter(([, holds]) => holds);
  return held.length === 0
    ? {}
    : { remarks: Object.fromEntries(held.map(([remark, , sentence]) => [remark, sentence])) };
}
