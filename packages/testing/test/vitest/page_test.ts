// A tape in a test that has a page's globals; vitest.test.ts runs this, to record and to replay.
import process from "node:process";
import { useTape } from "@tapedeck/testing";
import { expect, test } from "vitest";

const from = String(process.env["API_URL"]);
const taped = useTape({ from, dir: String(process.env["API_RECORDINGS"]) });

test(
  "by fetch",
  taped(async () => {
    const sent = await fetch(`${from}/notes`, { method: "POST", body: '{"text":"hi"}' });
    expect(await sent.text()).toBe('POST /notes {"text":"hi"}');
  }),
);

test(
  "by the page's own request",
  taped(async () => {
    const { XMLHttpRequest } = globalThis as unknown as { XMLHttpRequest: new () => PageRequest };
    const request = new XMLHttpRequest();
    const loaded = new Promise<void>((resolve) => {
      request.onloadend = () => resolve();
    });
    request.open("GET", `${from}/notes/1`);
    request.send();
    await loaded;
    expect(request.responseText).toBe("GET /notes/1 ");
  }),
);

interface PageRequest {
  readonly responseText: string;
  onloadend: () => void;
  open(method: string, url: string): void;
  send(): void;
}
