import { createHash } from "node:crypto";
import { createRecorder } from "@tapedeck/record";
import { createPlayer } from "@tapedeck/replay";
import { readTapes } from "@tapedeck/tape/files";
import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { textOf } from "./logins/play.ts";

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const basic = (pair: string): RequestInit => ({ headers: { authorization: `Basic ${btoa(pair)}` } });
const post = (headers: Record<string, string>, body: string): RequestInit => ({ method: "POST", headers, body });

/** Where an answer shows a value, and how a client reads it there. */
const shown: Readonly<
  Record<string, { method: string; show: (value: string) => Shown; read: (text: string) => string }>
> = {
  "a member that no list has": {
    method: "POST",
    show: (ref) => ({ body: JSON.stringify({ ref }) }),
    read: valueIn(/"ref":"(.+?)"/),
  },
  "a list's member that no list has": {
    method: "GET",
    show: (ref) => ({ body: JSON.stringify([{ ref }]) }),
    read: valueIn(/"ref":"(.+?)"/),
  },
  "a member by the name of a token": {
    method: "POST",
    show: (value) => ({ body: JSON.stringify({ access_token: value }) }),
    read: valueIn(/"access_token":"(.+?)"/),
  },
  "a header that no list has": {
    method: "POST",
    show: (ref) => ({ header: ref, body: "{}" }),
    read: valueIn(/^x-ref: (.+)$/m),
  },
};

interface Shown {
  readonly body: string;
  readonly header?: string;
}

function valueIn(pattern: RegExp): (text: string) => string {
  return (text) => pattern.exec(text)?.[1] ?? "";
}

/** Where a client sends it. */
const sent: Readonly<Record<string, (value: string) => readonly [query: string, init: RequestInit]>> = {
  "as a bearer": (value) => ["", { headers: { authorization: `Bearer ${value}` } }],
  "as Basic's password": (value) => ["", basic(`ada:${value}`)],
  "as Basic's user": (value) => ["", basic(`${value}:`)],
  "as a session's header": (value) => ["", { headers: { "x-session-id": value } }],
  "as a cookie": (value) => ["", { headers: { cookie: `sid=${value}` } }],
  "as a parameter": (value) => [`?token=${value}`, {}],
  "as a key": (value) => [`?key=${value}`, {}],
  "as a parameter that no list has": (value) => [`?ref=${value}`, {}],
  "in a path": (value) => [`/of/${value}`, {}],
  "in a form": (value) => ["", post(form, `a=1&token=${value}`)],
  "as a password": (value) => ["", post(json, JSON.stringify({ user: "ada", password: value }))],
  "in JSON": (value) => ["", post(json, JSON.stringify({ key: value, a: 1 }))],
};
/** What any other value gets as well, where nothing else tells two requests apart. */
const isInHeader = (init: RequestInit): boolean => init.method === undefined && init.headers !== undefined;

const cells = Object.keys(sent).flatMap((first, nth) =>
  Object.keys(sent).map((then, at) => ({ from: Object.keys(shown)[(nth + at) % 4] ?? "", first, then })),
);
const issuedTo = (cell: number, run: number): string =>
  createHash("sha256").update(`${cell} ${run}`).digest("base64url").slice(0, 24);

test("a value that is sent in one place and then in another is the same one in both", async () => {
  const from = await serveUpstream((request, response) => {
    const [, step, cell = ""] = (request.url ?? "").split(/[/?]/);
    const { show } = shown[cells[Number(cell)]?.from ?? ""] ?? {};
    const { body, header } = step === "open" && show ? show(issuedTo(Number(cell), 0)) : { body: `"${step} ${cell}"` };
    response.writeHead(200, { ...json, ...(header && { "x-ref": header }) }).end(body);
  });
  const out = await tempFolder();
  type Send = (request: Request) => Promise<Response>;
  const ask = async (send: Send, target: string, init: RequestInit): Promise<string> => {
    const answer = await send(new Request(`http://localhost${target}`, init));
    return `${answer.status}\nx-ref: ${answer.headers.get("x-ref")}\n${await answer.text()}`;
  };
  const walk = async (send: Send, cell: number): Promise<readonly string[]> => {
    const { from, first, then } = cells[cell] as (typeof cells)[number];
    const value = shown[from]?.read(await ask(send, `/open/${cell}`, { method: shown[from].method })) ?? "";
    const answers: string[] = [];
    for (const [step, place] of [
      ["first", first],
      ["then", then],
    ] as const) {
      const [query, init] = sent[place]?.(value) ?? ["", {}];
      answers.push(await ask(send, `/${step}/${cell}${query}`, init));
    }
    return answers;
  };
  const record = async (): Promise<void> => {
    const recorder = await createRecorder({ from, out, origin: "http://localhost" });
    for (const cell of cells.keys()) await walk(async (request) => recorder.player(request), cell);
    await recorder.close();
  };
  await record();
  const text = await textOf(out);
  const player = createPlayer({ tapes: (await readTapes(out)).map(({ tape }) => tape) });
  for (const [cell, names] of cells.entries())
    expect([names, await walk(player, cell)]).toEqual([
      names,
      [`200\nx-ref: null\n"first ${cell}"`, `200\nx-ref: null\n"then ${cell}"`],
    ]);
  for (const [cell, { first }] of cells.entries()) {
    const [query, init] = sent[first]?.(issuedTo(cell, 7)) ?? ["", {}];
    if (!isInHeader(init))
      expect([cells[cell], await ask(player, `/first/${cell}${query}`, init)]).toEqual([
        cells[cell],
        expect.stringMatching(/^(?!200)/),
      ]);
  }
  expect(text).not.toContain(issuedTo(0, 0));
});
