// Secrets in messages whose parts are told by their lengths: what is left is such a message again.
import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../../.ci/property.ts";
import { bodyOf, bytesOf, latin1Bytes, latin1Text } from "../../src/body/body.ts";
import { createSecretMemory } from "../../src/redact/memory/secret-memory.ts";
import { findPlaceholders } from "../../src/redact/placeholder.ts";
import { opaque, told } from "./told.ts";

/** A message: numbers, texts, and messages, each in a field. */
type Message = readonly (number | string | Message)[];

function varint(value: number): string {
  return value < 128
    ? String.fromCharCode(value)
    : String.fromCharCode((value % 128) + 128) + varint(Math.floor(value / 128));
}

function written(message: Message): string {
  return message
    .map((value, at) => {
      if (typeof value === "number") return varint((at + 1) * 8) + varint(value);
      const part = typeof value === "string" ? value : written(value);
      return varint((at + 1) * 8 + 2) + varint(part.length) + part;
    })
    .join("");
}

function replaced(message: Message, from: string, to: string): Message {
  return message.map((value) =>
    typeof value === "number"
      ? value
      : typeof value === "string"
        ? value.replaceAll(from, to)
        : replaced(value, from, to),
  );
}

const secret = opaque("a token");
// A text that looks like a message may be read as one: none begins with a "t".
const texts = fc
  .tuple(fc.stringMatching(/^[a-z ]{0,12}$/), fc.boolean())
  .map(([text, has]) => (has ? `t ${secret} ${text}` : `t${text}`));
const { message: messages } = fc.letrec<{ message: Message; nested: Message }>((tie) => ({
  message: fc.array(fc.oneof(fc.nat(), texts, tie("nested")), { maxLength: 5 }),
  nested: fc.oneof({ depthSize: "small" }, fc.constant([`t ${secret}`]), tie("message")),
}));

function hidden(type: string, binary: string): string {
  const memory = createSecretMemory();
  memory.exchange(told({ headers: [["x-api-key", secret]] }));
  const asked = told({ answered: [["content-type", type]] });
  const answer = { ...asked.response, body: bodyOf(latin1Bytes(binary)) };
  const once = memory.exchange({ ...asked, response: answer });
  expect(memory.exchange(once)).toEqual(once);
  return once.response.body === null ? "" : latin1Text(bytesOf(once.response.body));
}
const shown = (): string => hidden("text/plain", secret);
const framed = (flags: number, part: string): string =>
  String.fromCharCode(flags, 0, 0, Math.floor(part.length / 256), part.length % 256) + part;

test("a message of Protocol Buffers has the lengths of what is left, however deep a secret lies", () => {
  fc.assert(
    fc.property(messages, (message) => {
      const expected = written(replaced(message, secret, shown()));
      expect(hidden("application/x-protobuf", written(message))).toBe(expected);
      const frames = (part: string): string => framed(0, part) + framed(0x80, "grpc-status: 0\r\n");
      expect(hidden("application/grpc-web+proto", frames(written(message)))).toBe(frames(expected));
    }),
    law(50),
  );
});

test.each([
  ["another type", "application/octet-stream", written([1, secret]), written([1, secret]).replace(secret, shown())],
  ["what is no message", "application/proto", `\x07${secret}`, `\x07${shown()}`],
  ["a frame that is cut", "application/grpc", framed(0, `${secret}`).slice(0, -2), null],
  ["thousands of parts", "application/proto", written(Array(5000).fill(`t ${secret}`)), null],
  [
    "text at the end of a stream",
    "application/connect+proto",
    framed(2, `{"a":"${secret}"}`),
    framed(2, `{"a":"${shown()}"}`),
  ],
])("of %s, no secret is left", (_what, type, binary, expected) => {
  const left = hidden(type, binary);
  expect(left).not.toContain(secret);
  if (expected !== null) expect(left).toBe(expected);
});

test.each<[shows: string, target: string, sent: Message, answered: Message]>([
  [
    "the password and the session of a login, which have no names",
    "/acme.v1.Auth/Login",
    ["ada@example.com", "trustno one"],
    [7, secret],
  ],
  [
    "those in a message within",
    "/acme.v1.Auth/SignIn",
    [["web", "1.2.3", "en-US", "trustno one", "ada@example.com"], 3],
    [["t ok", [secret]]],
  ],
])("%s are hidden", (_shows, target, sent, answered) => {
  const memory = createSecretMemory();
  const asked = told({ method: "POST", target, headers: [["content-type", "application/proto"]] });
  const body = (message: Message) => bodyOf(latin1Bytes(written(message)));
  const exchange = {
    request: { ...asked.request, body: body(sent) },
    response: { ...asked.response, headers: [["content-type", "application/proto"]] as const, body: body(answered) },
  };
  const once = memory.exchange(exchange);
  expect(createSecretMemory().exchange(once)).toEqual(once);
  const texts = [once.request.body, once.response.body].map((each) => latin1Text(bytesOf(each)));
  const [password = "", token = ""] = texts.map((text) => findPlaceholders(text)[0]);
  expect(texts).toEqual([written(replaced(sent, "trustno one", password)), written(replaced(answered, secret, token))]);
  expect(
    memory.request({ ...asked.request, principal: "token", headers: [["authorization", `Bearer ${secret}`]] }).headers,
  ).toEqual([["authorization", expect.stringContaining(token)]]);
});

test.each<[place: number, login: readonly string[]]>([
  [1, ["ada", "trustno one"]],
  [0, ["trustno one", "ada"]],
  [1, ["ada@example.com", "trustno@one.more"]],
  [1, ["ada@example.com", "trustno@one.de"]],
  [1, ["ada", "trustno@one.more"]],
  [3, ["acme", "d1", "ada", "trustno one"]],
  [5, ["acme", "Pixel 8", "chess", "knight", "ada", "trustno one", "blue"]],
])("the password of a login, in place %i, is hidden by a tag of its own", (place, login) => {
  const asked = told({ method: "POST", target: "/acme.Auth/Login", headers: [["content-type", "application/proto"]] });
  const sent = (texts: readonly string[]): string => {
    const { body } = createSecretMemory().request({ ...asked.request, body: bodyOf(latin1Bytes(written(texts))) });
    return latin1Text(bytesOf(body));
  };
  const [right, again, wrong] = [login, login, login.with(place, "trustno two")].map(sent);
  expect(right).not.toContain("trustno");
  expect(right).toBe(again);
  expect(right).not.toBe(wrong);
});
