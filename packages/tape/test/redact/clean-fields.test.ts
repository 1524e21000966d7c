import { expect, test } from "vitest";
import type { Exchange, HeaderList, RecordedRequest } from "../../src/exchange.ts";
import { createSecretMemory } from "../../src/redact/memory/secret-memory.ts";

const get = (headers: HeaderList): RecordedRequest => ({
  ...{ method: "GET", target: "/things", principal: "anonymous" },
  headers,
  body: null,
});

test("a header in which nothing was hidden is read again once its value is known as a secret", () => {
  const memory = createSecretMemory();
  const value = "q7Zt4Lw9Xb2Rk5Vn8Jd3";
  const named: HeaderList = [["content-language", value]];
  expect(memory.request(get(named)).headers).toEqual(named);
  const login: Exchange = {
    request: { ...get([]), method: "POST", target: "/login" },
    response: { status: 200, headers: [], body: { encoding: "utf8", text: JSON.stringify({ access_token: value }) } },
  };
  memory.exchange(login);
  expect(memory.request(get(named)).headers).not.toEqual(named);
});

test("a header that no recording had is read again once one has it", () => {
  const recorded = new Map<string, string>();
  const asked: string[] = [];
  const placeholderOf = (tag: string): string | undefined => {
    asked.push(tag);
    return recorded.get(tag);
  };
  const memory = createSecretMemory({ placeholderOf });
  const sent: HeaderList = [["content-language", "q7Zt4Lw9Xb2Rk5Vn8Jd3"]];
  expect(memory.request(get(sent)).headers).toEqual(sent);
  for (const tag of asked) recorded.set(tag, "__redacted-field__");
  expect(memory.request(get(sent)).headers).toEqual([["content-language", "__redacted-field__"]]);
});

test("what is hidden in a header counts each time", () => {
  const kinds: string[] = [];
  const memory = createSecretMemory({ onRedact: (kind) => kinds.push(kind) });
  const headers: HeaderList = [["x-api-key", "q7Zt4Lw9Xb2Rk5Vn8Jd3"]];
  const counted = (): readonly string[] => {
    memory.exchange({ request: get(headers), response: { status: 204, headers: [], body: null } });
    return kinds.splice(0);
  };
  const first = counted();
  expect(first).toContain("header");
  expect(counted()).toEqual(first);
});
