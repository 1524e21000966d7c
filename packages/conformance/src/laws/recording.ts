// The recorder records a service on a socket of this machine into a folder.

import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer, type OutgoingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { createRecorder, type Recorder, type RecorderOptions } from "@tapedeck/record";
import fc from "fast-check";
import { anyText } from "../../../../.ci/any-text.ts";
import { type ContractLaw, law } from "../law.ts";
import { assertHidden, secrets, sentIn } from "./secrets.ts";

/** An answer of the service. */
interface Served {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Uint8Array;
  /** Where it is cut into two chunks, if it flows. */
  readonly cut?: number | null;
}

/** A case takes some milliseconds: it needs a folder and a socket. */
const share = 1 / 5;

/** Laws of recordings. */
export const recording: readonly ContractLaw[] = [
  law({
    id: "files-2",
    level: "unit",
    share,
    cases: fc.record({
      answers: fc.array(
        fc.record({
          target: fc.constantFrom("/users/ada", "/users/grace", "/zen?a=1&a=2", "/x/%F0%9F%A7%AE"),
          status: fc.constantFrom(200, 201, 404, 422),
          type: fc.constantFrom("application/json", "text/plain; charset=utf-8", "application/octet-stream"),
          text: fc.oneof(fc.json(), anyText(), fc.constant("")),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      used: fc.nat(900),
      day: fc.integer({ min: 10, max: 28 }),
    }),
    holds: async ({ answers, used, day }) => {
      const onDay = (nth: number, other: boolean): Served => {
        const { status, type, text } = answers[nth] ?? { status: 500, type: "text/plain", text: "" };
        const spent = (other ? used : 0) + nth + 1;
        const fields: Array<[string, string]> = [
          ["content-type", type],
          ["etag", `"${nth}"`],
          ["vary", "Accept"],
          ["date", `Sun, ${other ? day : 1} Mar 2026 10:00:00 GMT`],
          ["x-ratelimit-limit", "5000"],
          ["x-ratelimit-used", String(spent)],
          ["x-ratelimit-remaining", String(5000 - spent)],
          ["x-ratelimit-reset", String(4_000_000_000 + (other ? day : 0))],
          ["x-service-request-id", `${other ? day : 0}:${spent}`],
        ];
        const headers = Object.fromEntries(other ? fields.toReversed() : fields);
        return { status, headers, body: new TextEncoder().encode(text) };
      };
      const record = (other: boolean): Promise<string> =>
        recorded(
          {},
          (nth) => onDay(nth, other),
          async (recorder) => {
            for (const { target } of answers) await recorder.ask({ target });
          },
        );
      // The same answers on another day, with other counters, and headers in another order.
      assert.equal(await record(true), await record(false));
    },
  }),
  law({
    id: "secrets-2",
    level: "unit",
    share,
    cases: fc.record({
      secret: secrets,
      place: fc.constantFrom("parameter", "token", "Basic", "cookie", "body", "answered", "set-cookie", "known"),
      binary: fc.boolean(),
      cut: fc.option(fc.nat(200)),
    }),
    holds: async ({ secret, place, binary, cut }) => {
      const json = JSON.stringify({ deep: [{ client_secret: secret, text: JSON.stringify({ password: secret }) }] });
      const text = new TextEncoder().encode(place === "known" ? `what ${secret} is` : json);
      const bytes = binary ? Uint8Array.of(0xff, 0xfe, 0, ...text) : text;
      const whole = binary ? "application/octet-stream" : "application/json";
      const type = cut === null ? whole : "text/event-stream";
      const answers = place === "answered" || place === "known";
      const served: Served = {
        status: 200,
        headers: {
          "content-type": type,
          ...(place === "set-cookie" && { "set-cookie": `session=${secret}; Path=/` }),
        },
        body: answers ? bytes : new TextEncoder().encode("{}"),
        cut,
      };
      const tokens = place === "known" ? { mine: secret } : {};
      const written = await recorded(
        { tokens },
        () => served,
        async (recorder) => {
          const query = place === "parameter" ? `?client_secret=${encodeURIComponent(secret)}` : "";
          const body = place === "body" || place === "known" ? { body: bytes } : {};
          const headers = { "content-type": type, ...sentIn(place, secret) };
          const asked = new Request(`${recordedAs}/users/ada${query}`, { method: "POST", headers, ...body });
          await (await recorder.player(asked)).arrayBuffer();
        },
      );
      assert.match(written, /"entries"/);
      assertHidden(written, secret);
      for (const [, encoded = ""] of written.matchAll(/"text": "([A-Za-z0-9+/]{16,}={0,2})"/g))
        assertHidden(atob(encoded), secret);
    },
  }),
];

/** The origin in the recordings, since the port of the service varies. */
const recordedAs = "https://api.service.example";

/** Records a service, and returns the text of all written files. */
async function recorded(
  options: Pick<RecorderOptions, "tokens">,
  answer: (nth: number) => Served,
  use: (recorder: Recorder) => Promise<void>,
): Promise<string> {
  let count = 0;
  const server = createServer((incoming, outgoing) => {
    const { status, headers, body, cut = null } = answer(count);
    count += 1;
    incoming.resume().on("end", () => {
      outgoing.writeHead(status, headers);
      if (cut === null) outgoing.end(body);
      else outgoing.write(body.subarray(0, cut), () => outgoing.end(body.subarray(cut)));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const out = await mkdtemp(join(tmpdir(), "tapedeck-recording-"));
  try {
    const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const recorder = await createRecorder({ ...options, from, out, origin: recordedAs });
    try {
      await use(recorder);
    } finally {
      await recorder.close();
    }
    const files = await readdir(out, { recursive: true, withFileTypes: true });
    const names = files
      .filter((file) => file.isFile())
      .map((file) => relative(out, join(file.parentPath, file.name)))
      .toSorted();
    return (await Promise.all(names.map(async (name) => `${name}\n${await readFile(join(out, name), "utf8")}`))).join(
      "\n",
    );
  } finally {
    await new Promise((closed) => server.close(closed));
    await rm(out, { recursive: true });
  }
}
