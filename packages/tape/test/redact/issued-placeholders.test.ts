import { expect, test } from "vitest";
import { createSecretMemory } from "../../src/redact/memory/secret-memory.ts";
import { opaque, told } from "./told.ts";

const issuing = (value: string) => told({ answer: JSON.stringify({ access_token: value }) }).response;
const [first, again, other] = [opaque(1), opaque(2), opaque(3)];

test("what an answer issues anew keeps the placeholder that is expected, and the next one gets its own", () => {
  const memory = createSecretMemory({ issuedBefore: { isTaken: (each) => each === "__redacted-field__" } });
  const expected = new Set(["__redacted-field__", "__redacted-cookie__"]);
  const read = (value: string): string => JSON.stringify(memory.response(issuing(value), { method: "POST" }).body);
  expect(memory.expecting(expected, () => read(first))).toContain("__redacted-field__");
  expect([...expected]).toEqual(["__redacted-cookie__"]);
  expect(memory.issuedAs("__redacted-field__")).toBe(first);
  expect(read(other)).toContain("__redacted-field.2__");
  expect(memory.expecting(new Set(["__redacted-field__"]), () => read(again))).toContain("__redacted-field__");
  expect(memory.issuedAs("__redacted-field__")).toBe(again);
});

test("two cookies of a GET that is asked again keep the placeholder that they share, those of a POST have one each", () => {
  const answered = ["sid", "csrf"].map((name, at) => ["set-cookie", `${name}=${[first, other][at]}`] as const);
  const cookies = (method: string): readonly string[] => {
    const memory = createSecretMemory({ issuedBefore: { isTaken: (each) => each === "__redacted-cookie__" } });
    const { headers } = memory.expecting(new Set(["__redacted-cookie__"]), () =>
      memory.response(told({ answered }).response, { method }),
    );
    return headers.map(([, value]) => value);
  };
  expect(cookies("GET")).toEqual(["sid=__redacted-cookie__", "csrf=__redacted-cookie__"]);
  expect(cookies("POST")).toEqual(["sid=__redacted-cookie__", "csrf=__redacted-cookie.2__"]);
});

/** A memory, and what it makes of an answer that sets cookies for a client that sends some. */
function setting() {
  const memory = createSecretMemory();
  const cookies = (set: readonly string[], sent = ""): readonly string[] => {
    const answered = set.map((each) => ["set-cookie", each] as const);
    const to = { method: "GET", headers: [["cookie", sent]] as const };
    return memory.response(told({ answered }).response, to).headers.map(([, value]) => value);
  };
  return { memory, cookies };
}

test("two cookies of a GET have one each by their names", () => {
  const { cookies } = setting();
  const [, csrf = ""] = cookies([`sid=${first}`, `csrf=${other}`]);
  expect(csrf).toMatch(/^csrf=__redacted-cookie\.[\da-f]{6}__$/);
  expect(cookies([`csrf=${again}`, `sid=${first}`])).toEqual([csrf, "sid=__redacted-cookie__"]);
});

test("two cookies with one value are sent what both were renewed to", () => {
  const { memory, cookies } = setting();
  cookies([`flow=${first}`, `resume=${first}`]);
  cookies([`resume=${again}`, `flow=${again}`], `resume=${first}`);
  expect(memory.issuedAs("__redacted-cookie__", "flow")).toBe(again);
});

test("a value that is issued again is expected no more", () => {
  const memory = createSecretMemory();
  const read = (): string => JSON.stringify(memory.response(issuing(first), { method: "POST" }).body);
  expect(read()).toContain("__redacted-field__");
  const expected = new Set(["__redacted-field__"]);
  memory.expecting(expected, read);
  expect(expected.size).toBe(0);
});

test("what anybody gets from a GET has another placeholder than somebody's login before it", () => {
  const memory = createSecretMemory();
  const read = (value: string, method: string): string =>
    JSON.stringify(memory.response(issuing(value), { method }).body);
  expect(read(first, "POST")).toContain("__redacted-field__");
  expect([read(again, "GET"), read(other, "GET")]).toEqual(Array(2).fill(expect.stringContaining("-field.0__")));
  expect(memory.issuedAs("__redacted-field__")).toBe(first);
});

// html/template of Go writes "+" so.
test.each(["&#43;", "&#x2B;", "+"])("a token that a page shows with %s is the one that its form sends", (plus) => {
  const memory = createSecretMemory();
  const token = `${first}+${other}`;
  const answer = `<input type="hidden" name="csrf_token" value="${token.replace("+", plus)}">`;
  memory.exchange(told({ target: "/login", answer }));
  const headers = [["content-type", "application/x-www-form-urlencoded"]] as const;
  const body = `csrf_token=${encodeURIComponent(token)}`;
  const { request } = memory.exchange(told({ method: "POST", target: "/login", headers, body }));
  expect(request.body?.text).toBe("csrf_token=__redacted-field__");
});

// Of CodeIgniter, Slim, ZNC, pfSense, Invision, Tomcat, Magento, Discuz and Moodle.
test.each([
  "csrf_test_name",
  "csrf_value",
  "_CSRF_Check",
  "__csrf_magic",
  "csrfKey",
  "CSRF_NONCE",
  "form_key",
  "formhash",
  "sesskey",
])("the token of a form is the same in each recording: %s", (name) => {
  const record = (token: string): readonly unknown[] => {
    const memory = createSecretMemory();
    const page = memory.exchange(told({ target: "/form", answer: `<input name="${name}" value="${token}">` }));
    const headers = [["content-type", "application/x-www-form-urlencoded"]] as const;
    const sent = memory.exchange(told({ method: "POST", target: "/form", headers, body: `${name}=${token}` }));
    return [page.response.body, sent.request.body];
  };
  expect(record(first)).toEqual(record(other));
});

test("what answers to GETs of two targets issue has two placeholders, also where an answer is read alone", () => {
  const memory = createSecretMemory();
  const read = (target: string, value: string): string =>
    memory.response(told({ answer: JSON.stringify({ sid: value }) }).response, { target }).body?.text ?? "";
  const texts = [read("/io", first), read("/io?sid=1", other), read("/io", again)];
  expect([texts[0] === texts[1], texts[0] === texts[2]]).toEqual([false, true]);
});
