import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../../.ci/property.ts";
import { bodyOf } from "../../src/body/body.ts";
import { codeOf, UpstreamError } from "../../src/http/upstream-error.ts";
import { createSecretMemory } from "../../src/redact/memory/secret-memory.ts";
import type { SecretMemory } from "../../src/redact/memory/secret-memory-interface.ts";
import type { LateChunkChange } from "../../src/text/rewriter.ts";

const encoder = new TextEncoder();
const row = '{"id":12345,"login":"octocat","url":"https://api.github.com/users/octocat","site_admin":false},';

function filler(characters: number): string {
  return row.repeat(Math.ceil(characters / row.length)).slice(0, characters);
}

async function through(change: LateChunkChange, bytes: Uint8Array, size = 65_536): Promise<Buffer> {
  const out: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) out.push(await change.chunk(bytes.slice(at, at + size)));
  return Buffer.concat([...out, await change.end()]);
}

function memory(): SecretMemory {
  return createSecretMemory({ secrets: [{ alias: "full", value: "s3cr3t-t0ken-abc" }] });
}

const github = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
// A value that goes by two names has the placeholder of the one that was read first: in parts, it may be another.
const secrets: ReadonlyArray<readonly [shows: string, text: string, secret: string]> = [
  ["a known credential", "x s3cr3t-t0ken-abc y", "s3cr3t-t0ken-abc"],
  ["the same in base64", `"${btoa("me:s3cr3t-t0ken-abc")}"`, btoa("me:s3cr3t-t0ken-abc").slice(6, -4)],
  ["the same, percent-encoded in part", "?x=s3cr3t%2Dt0ken-abc&", "s3cr3t%2Dt0ken"],
  ["a published format", ` ${github} `, github],
  ["a member by its name", '"access_token": "Kx82hdG63nd93jdG73",', "Kx82hdG63nd93jdG73"],
  ["a member within JSON within JSON", String.raw`"{\"password\": \"Pw82hdG63nd93jdG73\"}",`, "Pw82hdG63nd93jdG73"],
  [
    "every string of an object",
    '"access_token":{"a":"Kx82hdG63nd93jdG73","b":["Zz82hdG63nd93jdG73"]},',
    "Zz82hdG63nd93jdG73",
  ],
  ["a line", "\nDB_PASSWORD=Pw82hdG63nd93jdG73\n", "Pw82hdG63nd93jdG73"],
  ["user and password of a URL", " https://ada:Kx82hdG63nd9@host/ ", "Kx82hdG63nd9"],
  ["a document in base64", ` ${btoa('{"password":"Pw82hdG63nd93jdG73"}')} `, btoa('{"password":"Pw82hdG63nd93jdG73"}')],
];

// A part ends about there; what is cut must not show.
const end = 272 * 1024 - 16 * 1024;
test.each(secrets)(
  "a large body is gone over in parts, and hides %s wherever they are cut",
  async (_shows, text, secret) => {
    const before = filler(end + 2 * text.length);
    const hidden = (said: string): number => said.split("__redacted-").length;
    for (const shift of [0, 1, Math.floor(text.length / 2), text.length - 1]) {
      for (const cut of [end - shift, end + 16 * 1024 - shift]) {
        const body = encoder.encode(
          before.slice(0, cut - (cut % row.length)) + " ".repeat(cut % row.length) + text + filler(300_000),
        );
        const clean = (await through(memory().body(false), body)).toString();
        expect(clean.includes(secret)).toBe(false);
        // Not one for each part of it.
        expect(hidden(clean)).toBe(hidden(memory().text(text)));
        expect(clean.length).toBeGreaterThan(body.length - 2 * text.length);
      }
    }
  },
);

test("a large body is text however its characters are cut, and is read again where something was hidden", async () => {
  const names = encoder.encode(`${"é".repeat(40)}{"пароль":"Pw82hdG63"}`);
  expect((await through(memory().body(false), names, 7)).toString()).not.toContain("Pw82");
  // Without the blank that was hidden, the whole line is a value.
  const line = encoder.encode('DB_PASSWORD=a1b2c3"token":" d4');
  expect((await through(memory().body(false), line)).toString()).toBe("DB_PASSWORD=__redacted-password.dfd__");
});

test("a large body comes out the same however it comes in, and a second time", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...secrets), fc.nat(150_000)), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      fc.integer({ min: 1000, max: 90_000 }),
      async (parts, isText, size) => {
        const said = parts.map(([[, text], length]) => filler(length) + text).join("é");
        const bytes = isText ? encoder.encode(said) : Buffer.from(`${said}\u00ff`, "latin1");
        const clean = await through(memory().body(false), bytes);
        expect((await through(memory().body(false), bytes, size)).equals(clean)).toBe(true);
        expect((await through(memory().body(false), clean)).equals(clean)).toBe(true);
        // As one that is read as a whole.
        const { body } = memory().response({ status: 200, headers: [], body: bodyOf(bytes) });
        expect(clean.toString(isText ? "utf8" : "base64") === body?.text).toBe(true);
      },
    ),
    law(8),
  );
});

test.each([
  ["a string of more than 8 MiB", `"${"a1B2c3D4".repeat(1_200_000)}"`, "is larger than 8388608 bytes"],
  [
    "an object of 60,000 values",
    `{${'"k":"a1B2c3D4e5F6g7H8i9J0k1L2m3N4",'.repeat(60_000)}"z":1}`,
    "has more than 20000 values",
  ],
])("a secret that is %s is refused, since it holds other clients up", async (_what, secret, refusal) => {
  const bytes = encoder.encode(`{"token":${secret}}`);
  const error = await through(memory().body(false), bytes).catch((error: unknown) => error);
  expect(error).toMatchObject({ message: `A secret in the body ${refusal}` });
  // Its bound is not that of the body.
  expect(String(new UpstreamError("GET", "/", codeOf(error), 30))).toMatch(/a secret of more bytes or values/);
});

test("noise comes out as it came in, but for what is known and published formats", async () => {
  const noise = Buffer.from(
    Array.from({ length: 700_000 }, (_, at) => (Math.imul(at ^ (at >>> 7), 0x9e3779b1) >>> 11) & 255),
  );
  expect((await through(memory().body(false), noise)).equals(noise)).toBe(true);
  // The shortest format, with no text around it.
  const slack = Buffer.from(`\xffxoxb-${"1a".repeat(5)}\xff`, "latin1");
  const planted = Buffer.concat([noise, encoder.encode(` ${github} s3cr3t-t0ken-abc `), noise, slack, noise]);
  const clean = (await through(memory().body(false), planted)).toString("latin1");
  expect(clean).toContain("__redacted-github-token__ __redacted-full__");
  expect(clean).toContain("\xff__redacted-slack-token__\xff");
  const hidden =
    "__redacted-github-token____redacted-full____redacted-slack-token__".length -
    github.length -
    "s3cr3t-t0ken-abcxoxb-1a1a1a1a1a".length;
  expect(clean.length).toBe(planted.length + hidden);
});

test("what stands between noise is read as any text", async () => {
  const noise = Buffer.from(
    Array.from({ length: 700_000 }, (_, at) => (Math.imul(at ^ (at >>> 7), 0x9e3779b1) >>> 11) & 255),
  );
  const field = '\r\n--x\r\nContent-Disposition: form-data; name="password"\r\n\r\nKx82hdG63nd93jdG73\r\n--x--\r\n';
  for (const end of [0, 1000, 131_072, 147_456 - 100, 147_456]) {
    const planted = Buffer.concat([noise.subarray(0, end), Buffer.from(field), noise.subarray(end, end + 300_000)]);
    expect((await through(memory().body(true), planted)).includes("Kx82hdG63nd93jdG73")).toBe(false);
  }
  const last = Buffer.concat([noise, Buffer.from(field)]);
  expect((await through(memory().body(true), last)).includes("Kx82hdG63nd93jdG73")).toBe(false);
});

test("what an answer names is hidden in what follows, in a large body too, and what a request sends has a tag", async () => {
  const own = memory();
  const body = `{"token":"Kx82hdG63nd93jdG73"}${filler(600_000)}/x/Kx82hdG63nd93jdG73`;
  expect((await through(own.body(false), encoder.encode(body))).toString().endsWith("/x/__redacted-field__")).toBe(
    true,
  );
  expect(own.target("/x/Kx82hdG63nd93jdG73")).toBe("/x/__redacted-field__");
  expect((await through(memory().body(true), encoder.encode(body))).toString()).toMatch(
    /^\{"token":"__redacted-field\.[\da-f]{10}__"/,
  );
});

test("a member that is longer than a part is read as a whole", async () => {
  const secret = `Kx82hdG6${"3nd93jdG73".repeat(90_000)}`;
  expect((await through(memory().body(false), encoder.encode(`{"token":"${secret}","a":1}`))).toString()).toBe(
    '{"token":"__redacted-field__","a":1}',
  );
});

test("a column of CSV goes by the line above it however far down", async () => {
  const rows = Array.from({ length: 1000 }, (_, at) => `${at},"${"a, ".repeat(100)}",hunter${at}x,note`).join("\r\n");
  const clean = (await through(memory().body(false), encoder.encode(`id,name,token,text\r\n${rows}`))).toString();
  expect(clean.match(/hunter/g)).toBeNull();
  expect(clean.match(/a, ",__redacted-field(?:\.0\d{3})?__,note/g)).toHaveLength(1000);
});

test("a body that comes at once is read in turns with the event loop", async () => {
  let isOver = false;
  const reading = Promise.resolve(
    memory()
      .body(true)
      .chunk(encoder.encode("a word ".repeat(150_000))),
  ).then(() => {
    isOver = true;
  });
  let turns = 0;
  for (; !isOver; turns++) await new Promise(setImmediate);
  await reading;
  expect(turns).toBeGreaterThan(6);
});
