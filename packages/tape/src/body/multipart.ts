// Bodies of several parts (RFC 2046, section 5.1): under one boundary, and by the names of a form's parts (RFC 7578).
import type { Body, HeaderList, HeldBody } from "../exchange.ts";
import { headerOf } from "../http/headers.ts";
import type { ChunkChange } from "../text/rewriter.ts";
import { bytesOf, latin1Bytes, latin1Text, toBase64 } from "./body.ts";

const boundaryParameter = /(\bboundary=)(?:"([^"]+)"|([^\s;]+))/i;

/** Returns the boundary of a multipart body; undefined if it has none. */
export function boundaryOf(headers: HeaderList): string | undefined {
  const type = headerOf(headers, "content-type") ?? "";
  return /^multipart\//i.test(type) ? boundaryParameter.exec(type)?.slice(2).find(Boolean) : undefined;
}

/**
 * Replaces the boundary of a multipart message by a fixed one: clients, and many servers, generate a new one each time,
 * and no part depends on it (RFC 2046, section 5.1.1). Leaves out the length that a part states, which is wrong once a
 * secret in it is hidden, and names parts anew that another one refers to by a name that is made up. A body in a file is left to {@link pinnedPieces}.
 */
export function pinParts<Message extends { readonly headers: HeaderList; readonly body: Body | null }>(
  message: Message,
): Message {
  const boundary = boundaryOf(message.headers);
  if (boundary === undefined) return message;
  const headers = message.headers.map(
    ([name, value]) =>
      [name, name === "content-type" ? value.replace(boundaryParameter, "$1boundary") : value] as const,
  );
  return { ...message, headers, body: withText(message.body, (text) => underOwnBoundaries(text, boundary)) };
}

/** Does the same as {@link pinParts} for a body in pieces. */
export function pinnedPieces(boundary: string): ChunkChange {
  const line = `--${boundary}`;
  const pinned = (text: string): Uint8Array<ArrayBuffer> =>
    latin1Bytes(withoutLengths(text.replaceAll(line, "--boundary")));
  let held = "";
  return {
    chunk(bytes) {
      const text = held + latin1Text(bytes);
      const last = text.lastIndexOf(line);
      const end = last < 0 || text.length - last > longestHead ? Math.max(0, text.length + 1 - line.length) : last;
      held = text.slice(end);
      return pinned(text.slice(0, end));
    },
    end: () => pinned(held),
  };
}

// With the head of the request that the part is, as in OData's batches.
const partHead =
  /--boundary\d*\r?\n(?:[^\r\n]{1,400}\r?\n){0,8}(?:\r?\n[A-Z]{3,9} [^\r\n]{1,400} HTTP\/1\.\d\r?\n(?:[^\r\n]{1,400}\r?\n){0,8})?/g;
/** More characters than {@link partHead} matches. */
const longestHead = 8192;

function withoutLengths(text: string): string {
  return text.replace(partHead, (head) => head.replace(/^content-length:[^\r\n]*\r?\n/gim, ""));
}

/** A part of a form. */
interface FormPart {
  readonly name: string;
  readonly content: string;
}

/** The parts of a form. */
export function formPartsOf(body: Body | null, boundary: string): readonly FormPart[] {
  const parts: FormPart[] = [];
  withFormParts(body, boundary, (part) => {
    parts.push(part);
    return part.content;
  });
  return parts;
}

/**
 * Changes the parts of a form.
 * @param change Returns the new content of a part; null to leave it out.
 */
export function withFormParts<Kind extends Body | null>(
  body: Kind,
  boundary: string,
  change: (part: FormPart) => string | null,
): Kind {
  const line = `--${boundary}`;
  return withText(body, (text) => {
    const kept = text.split(line).flatMap((part) => {
      const head = formHead.exec(part)?.[0] ?? "";
      const [whole, quoted, plain = ""] = fieldName.exec(head) ?? [];
      const rest = part.slice(head.length);
      if (whole === undefined || !rest.endsWith("\n")) return [part];
      const changed = change({ name: quoted ?? plain, content: rest.replace(/\r?\n$/, "") });
      return changed === null ? [] : [`${head}${changed}\r\n`];
    });
    return kept.join(line);
  });
}

const formHead = /^\r?\n(?:[^\r\n]+\r?\n)+\r?\n/;
const fieldName = /^content-disposition:[ \t]*form-data;[^\r\n]*?\bname=(?:"([^"\r\n]*)"|([^\s;"]+))/im;

function withText<Kind extends Body | null>(body: Kind, change: (text: string) => string): Kind {
  if (body === null || body.encoding === "file") return body;
  if (body.encoding === "utf8") return { ...body, text: change(body.text) };
  return { ...body, text: toBase64(latin1Bytes(change(latin1Text(bytesOf(body as HeldBody))))) };
}

const partOfParts =
  /^(content-type:[ \t]*multipart\/[^\r\n]{0,200}?\bboundary=)(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/gim;

// A part may itself have parts (RFC 2046, section 5.1.5), as in OData's batches.
function underOwnBoundaries(text: string, boundary: string): string {
  const inner: string[] = [];
  const outer = text.replaceAll(`--${boundary}`, "--boundary");
  const named = outer.replaceAll(partOfParts, (_head, before: string, quoted?: string, plain?: string) => {
    inner.push(quoted ?? plain ?? "");
    return `${before}boundary${inner.length}`;
  });
  return withoutAttachNames(
    withoutLengths(inner.reduce((changed, each, at) => changed.replaceAll(`--${each}`, `--boundary${at + 1}`), named)),
  );
}

// Telegram's clients make up the name of a part, and another part says where it is: https://core.telegram.org/bots/api#sending-files
const attached = /attach:\/\/([\w-]{8,64})(?![\w-])/g;
const mostAttached = 20;

function withoutAttachNames(text: string): string {
  if (!text.includes("attach://")) return text;
  const names = new Set([...text.matchAll(attached)].map(([, name = ""]) => name).filter((name) => /\d/.test(name)));
  return [...names].slice(0, mostAttached).reduce((changed, name, at) => {
    const part = `name="${name}"`;
    return changed.includes(part)
      ? changed
          .replaceAll(new RegExp(`attach://${name}(?![\\w-])`, "g"), `attach://attached${at + 1}`)
          .replaceAll(part, `name="attached${at + 1}"`)
      : changed;
  }, text);
}
