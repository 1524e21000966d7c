// What a session is named by whose user a header names.
import { expect, test } from "vitest";
import { createSecretMemory } from "../../src/redact/memory/secret-memory.ts";
import { namesIn, withoutHeader } from "../../src/redact/memory/session-names.ts";
import { opaque, told, visitor } from "./told.ts";

test("a user in a header names a session first, and what changes something in it does so after", () => {
  const memory = createSecretMemory();
  const visits = ["ada", "bob", "ada"].map((user, nth) => {
    const ask = visitor(memory, `${user} ${nth}`);
    const put = told({
      method: "POST",
      target: "/cart",
      body: `{"item":${nth}}`,
      headers: [["cookie", `sid=${opaque(`${user} ${nth}`)}`]],
    });
    const named = (): string | undefined => {
      const { request, response } = told({
        target: "/me",
        headers: [
          ["cookie", `sid=${opaque(`${user} ${nth}`)}`],
          ["x-actor", user],
        ],
      });
      return memory.exchange({ request, response }).request.session;
    };
    return [named(), named(), memory.exchange(put).request.session, ask({ target: "/me" })];
  });
  const [ada, bob, again] = visits;
  expect(ada?.[0]).toMatch(/^\+~[\da-f]{10}$/);
  expect(ada?.[1]).toBe(ada?.[0]?.slice(1));
  expect(ada?.[2]).toMatch(/^~[\da-f]{10} \+[\da-f]{10}$/);
  expect(ada?.[3]).toBe(ada?.[2]?.replace("+", ""));
  expect(again?.slice(0, 2)).toEqual(ada?.slice(0, 2));
  expect(again?.[3]).not.toBe(ada?.[3]);
  expect(bob?.[0]).not.toBe(ada?.[0]);
});

test("a first request that changes something, with a user in a header, names a session by both", () => {
  const memory = createSecretMemory();
  const [ada, bob] = ["ada", "bob"].map((user) => {
    const cookie = ["cookie", `sid=${opaque(user)}`] as const;
    memory.exchange(told({ answered: [["set-cookie", cookie[1]]] }));
    const put = told({ method: "POST", target: "/cart", body: "item=1", headers: [cookie, ["x-actor", user]] });
    return memory.exchange(put).request.session?.split(" ");
  });
  expect(ada?.[0]).toMatch(/^\+~[\da-f]{10}$/);
  expect(bob?.[0]).not.toBe(ada?.[0]);
  expect(bob?.[1]).toBe(ada?.[1]);
  const { before, after } = namesIn(ada?.join(" "));
  expect([before, withoutHeader(after), withoutHeader(ada?.[0]?.slice(1) ?? "")]).toEqual(["", ada?.[1], ""]);
});
