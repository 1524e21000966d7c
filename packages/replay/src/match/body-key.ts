import { type Body, bytesOf, graphqlIn, type HeaderList, headerOf, isJson, parsedJson, toBase64 } from "@tapedeck/tape";
import { canonicalJson } from "./json-value.ts";

/** Characters beyond which a text is compared as it stands: by value it would keep all other clients waiting. */
const longestByValue = 1024 * 1024;

/**
 * The form in which a body is compared: JSON by value, forms by their parameters, multipart under one boundary, GraphQL
 * by what it asks for; any other body as it is, and so is a text beyond a mebibyte.
 * @example
 * bodyKey([["content-type", "application/x-www-form-urlencoded"]], { encoding: "utf8", text: "b=2&a=1" }); // "a=1&b=2"
 */
export function bodyKey(headers: HeaderList, body: Body | null): string {
  if (body === null) return "";
  const type = headerOf(headers, "content-type") ?? "";
  if (/^multipart\//i.test(type)) return multipartKey(type, body);
  if (body.encoding !== "utf8" || body.text.length > longestByValue) return body.text;
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return formKey(body.text);
  // Clients may leave the type out, and interceptors hand bodies over parsed: JSON is known by itself as well.
  return isJson(headers) || type === "" || /^[[{]/.test(body.text.trimStart()) ? jsonKey(body.text) : body.text;
}

function jsonKey(text: string): string {
  const canonical = canonicalJson(text);
  if (!text.includes('"query"')) return canonical;
  const value = parsedJson(canonical) ?? canonical;
  const one = (each: unknown): unknown => {
    if (typeof each !== "object" || each === null || Array.isArray(each)) return each;
    const found = graphqlIn(each as Readonly<Record<string, unknown>>);
    return found === null ? each : { ...each, ...found };
  };
  const read = Array.isArray(value) ? value.map(one) : one(value);
  return canonicalJson(JSON.stringify(read));
}

function formKey(text: string): string {
  const parameters = new URLSearchParams(text);
  parameters.sort();
  return parameters.toString().replaceAll("%5B", "[").replaceAll("%5D", "]");
}

/** @see RFC 2046, section 5.1.1: the boundary is the sender's own, and nothing in a part says it. */
function multipartKey(type: string, body: Body): string {
  const boundary = /\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type)?.slice(1).find(Boolean);
  if (boundary === undefined) return body.text;
  if (body.encoding === "utf8") return body.text.replaceAll(`--${boundary}`, "--boundary");
  const binary = latin1.decode(bytesOf(body)).replaceAll(`--${boundary}`, "--boundary");
  return toBase64(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}

// A byte a character: windows-1252, which is what browsers mean by latin1, gives some bytes another one.
const latin1 = {
  decode(bytes: Uint8Array): string {
    let text = "";
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return text;
  },
};
