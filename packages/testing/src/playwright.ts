import { isLoopback } from "@tapedeck/tape/internal";
import { unknownHostError } from "./session/refusals.ts";
import { runningTest } from "./tape/running-test.ts";
import { tapePlaceOf } from "./tape/tape-place.ts";
import { createTape, type OpenTape, type TestTape } from "./tape/test-tape.ts";
import { appendUsage } from "./usage-log.ts";
import type { UseTapeOptions } from "./use-tape.ts";

/** The part of Playwright's `Request` that this entry needs. */
export interface PageRequest {
  url(): string;
  method(): string;
  allHeaders(): Promise<Record<string, string>>;
  postDataBuffer(): Uint8Array | null;
}

/** The part of Playwright's `Route` that this entry needs. */
export interface PageRoute {
  request(): PageRequest;
  fulfill(response: { status: number; headers: Record<string, string>; body: Buffer }): Promise<void>;
  abort(errorCode?: string): Promise<void>;
  fallback(): Promise<void>;
}

/** The part of Playwright's `BrowserContext` that this entry needs. */
export interface PageContext {
  route(matches: (url: URL) => boolean, handler: (route: PageRoute) => Promise<void>): Promise<unknown>;
}

/** The part of Playwright's `TestInfo` that this entry needs. */
export interface PageTest {
  readonly testId: string;
  readonly status?: string | undefined;
  readonly expectedStatus: string;
}

/** The fixtures that a test gets. */
export interface TapeFixtures {
  readonly tape: TestTape;
}

/** Them as `test.extend` takes them. */
export interface TapeFixtureOptions {
  readonly tape: [
    (
      fixtures: { readonly context: PageContext },
      use: (tape: TestTape) => Promise<void>,
      test: PageTest,
    ) => Promise<void>,
    { readonly auto: true },
  ];
}

/**
 * Makes the Playwright fixture that gives each test a tape: it answers the requests of the test's pages to the service.
 * Pages reach no other host except this machine, which may serve the application itself.
 * @throws RangeError, in the test, for options that cannot be used; RefusedError after it, if a page was refused
 *   something.
 * @example
 * const test = base.extend<TapeFixtures>(tapeFixtures({ from: "https://api.service.example" }));
 * test("shows an account", async ({ page, tape }) => {
 *   await page.goto("http://localhost:3000/ada");
 *   tape.assertAllPlayed();
 * });
 */
export function tapeFixtures({ strict = true, ...options }: UseTapeOptions): TapeFixtureOptions {
  return {
    tape: [
      // Playwright reads the names of the fixtures it needs from the parameter.
      async ({ context }, use, test) => {
        appendUsage({ kind: "declared", test: test.testId });
        const place = tapePlaceOf(options, runningTest([test]));
        const open = await createTape({ ...options, ...place });
        try {
          await context.route(
            ({ protocol }) => /^https?:$/.test(protocol),
            (route) => answer(route, open),
          );
          await use(open.tape);
        } finally {
          await open.tape.close();
          const passed = test.status === test.expectedStatus && !(strict && open.tape.refusals().length > 0);
          appendUsage({ kind: "ran", test: test.testId, tape: place.name, passed });
        }
        const [refusal] = open.tape.refusals();
        if (strict && refusal) throw refusal;
      },
      { auto: true },
    ],
  };
}

async function answer(route: PageRoute, { tape, session }: OpenTape): Promise<void> {
  const request = route.request();
  const { origin, host, pathname } = new URL(request.url());
  if (origin !== session.origin && isLoopback(host)) return route.fallback();
  if (origin !== session.origin) {
    session.onRefused(unknownHostError(request.method(), host + pathname, [session.origin]));
    return route.abort("blockedbyclient");
  }
  try {
    const response = await tape.fetch(await fetchRequest(request));
    const headers = Object.fromEntries(response.headers);
    const cookies = response.headers.getSetCookie();
    // Playwright takes several values as one per line.
    if (cookies.length > 0) headers["set-cookie"] = cookies.join("\n");
    await route.fulfill({ status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) });
  } catch {
    // The tape keeps the refusal; the page sees that the request failed.
    await route.abort("failed");
  }
}

async function fetchRequest(request: PageRequest): Promise<Request> {
  const method = request.method();
  // HTTP/2 has fields of its own, such as ":authority".
  const headers = Object.entries(await request.allHeaders()).filter(([name]) => !name.startsWith(":"));
  const body = method === "GET" || method === "HEAD" ? null : request.postDataBuffer();
  return new Request(request.url(), { method, headers, body: body as Uint8Array<ArrayBuffer> | null });
}
