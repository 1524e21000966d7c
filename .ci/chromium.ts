// The browser of the tests that need one: Debian's headless shell, which does without what a window needs, and so with a
// quarter of the processor time; else the whole browser.
import { existsSync } from "node:fs";

const places = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"] as const;

/** The program. */
export const chromiumPath: string = places.find((place) => existsSync(place)) ?? places[0];

/** What the name of a test ends with that is left out for want of a browser; empty where there is one. */
export const noChromium: string = existsSync(chromiumPath) ? "" : ` (left out: no browser at ${chromiumPath})`;
