// Whatever a long text holds, its reading pauses often: other clients are answered meanwhile.
import { expect, test } from "vitest";
import { createSecretMemory } from "../../src/redact/memory/secret-memory.ts";
import { createScrubber } from "../../src/redact/scrubber.ts";

const size = 64 * 1024;

function filled(at: (nth: number) => string): string {
  let all = "";
  for (let nth = 0; all.length < size; nth++) all += at(nth);
  return all;
}

const opaque = (nth: number): string => `${(nth * 2_654_435_761).toString(36)}x${(nth * 40_503 + 7).toString(36)}Kq9z`;
const percent = (text: string): string =>
  Array.from(text, (each) => `%${each.charCodeAt(0).toString(16).padStart(2, "0")}`).join("");

test.each<[shows: string, text: string]>([
  ["tokens", `[${filled((nth) => `{"token":"${opaque(nth)}"},`)}1]`],
  ["passwords", `[${filled((nth) => `{"password":"pw${nth}x"},`)}1]`],
  ["users", `[${filled((nth) => `{"id":${nth},"name":"user ${nth}","tags":["a","b"]},`)}1]`],
  ["numbers", `{"otp":[${filled((nth) => `${100_000 + nth},`)}1]}`],
  ["one string", `{"text":"${"a".repeat(size)}"}`],
  ["words", filled((nth) => `word${nth} `)],
  ["lists in lists", "[".repeat(size / 2) + "]".repeat(size / 2)],
  ["a form", filled((nth) => `token${nth}=${opaque(nth)}&`)],
  ["an encoded form", `a=${filled((nth) => percent(`token=${opaque(nth)}&`))}`],
  [
    "parts of a form",
    filled((nth) => `--b0\r\ncontent-disposition: form-data; name="password"\r\n\r\n${opaque(nth)}\r\n`),
  ],
  ["XML", `<a>${filled((nth) => `<password x="1">${opaque(nth)}</password>`)}</a>`],
  ["attributes", `<a>${filled((nth) => `<user name="ada" password="${opaque(nth)}"/>`)}</a>`],
  ["YAML", filled((nth) => `k${nth}:\n  password: ${opaque(nth)}\n`)],
  ["a table", `id,login,password\n${filled((nth) => `${nth},ada,${opaque(nth)}\n`)}`],
  ["base64", `{"payload":"${btoa(filled((nth) => `{"client_secret":"${opaque(nth)}"},`))}"}`],
  [
    "UTF-16",
    Array.from(
      filled((nth) => `"password":"${opaque(nth)}",`),
      (each) => `${each}\0`,
    ).join(""),
  ],
  ["escapes", `"${filled((nth) => JSON.stringify(`{"token":"${opaque(nth)}"}`).slice(1, -1))}"`],
  ["entities", filled((nth) => `<div data-props="{&quot;accessToken&quot;:&quot;${opaque(nth)}&quot;}"></div>`)],
  ["cookies", filled((nth) => `Cookie: sid=${opaque(nth)}; other=${opaque(nth + 1)}\n`)],
  ["URLs", filled((nth) => `https://ada:${opaque(nth)}@h.example/token/${opaque(nth + 1)} `)],
  ["keys", filled((nth) => `-----BEGIN PRIVATE KEY-----\n${btoa(opaque(nth))}\n-----END PRIVATE KEY-----\n`)],
  ["quotes", '"'.repeat(size)],
  ["backslashes", `"${"\\\\".repeat(size / 2)}"`],
  ["zeros", "\0".repeat(size)],
])("the reading of %s pauses", (_shows, text) => {
  let pauses = 0;
  const whole = <Clean>({ steps }: { readonly steps: () => Generator<void, Clean, void> }): Clean => {
    const reading = steps();
    for (let step = reading.next(); ; step = reading.next(), pauses++) if (step.done) return step.value;
  };
  const body = { encoding: "utf8", text } as const;
  createScrubber({}, { whole }).request({ method: "POST", target: "/", principal: "", headers: [], body });
  expect(text.length / pauses).toBeLessThan(16 * 1024);
});

test("a body of many parts that is in memory is read part by part", async () => {
  const users = filled((nth) => `{"id":${nth},"token":"${opaque(nth)}"},`);
  const text = `[${users.repeat(12)}1]`;
  const body = { encoding: "utf8", text } as const;
  const sent = { method: "POST", target: "/", principal: "", headers: [], body } as const;
  const memory = createSecretMemory();
  const late = memory.whenReady(() => memory.request(sent));
  expect(late).toBeInstanceOf(Promise);
  expect((await late).body).toEqual(createSecretMemory().request(sent).body);
});
