import { isPlaceholder } from "../placeholder.ts";
import type { Place } from "./place.ts";

// Up to the last "@" before the path, as URL parsers read it; the user ends at the first ":". What looks like a port
// before a comma or a bracket is one: "https://host:8080,ada@other.example".
const userInfo = /:\/\/([^\s"'<>\\/?#:]*):(?!\d{1,5}[,;'`)\]}|])([^\s"<>\\/?#]*)@/g;

/**
 * Reads user and password of the URLs within a text. A user alone stays: it is a name, as in `ssh://git@host`. So does a
 * user beside a placeholder.
 * @example
 * userInfos("see https://ada:s3cr3t@host/x"); // [{ start: 12, end: 22, where: "credentials", name: "" }]
 */
export function userInfos(text: string): readonly Place[] {
  const places: Place[] = [];
  for (const { index, 0: whole, 1: user = "", 2: password = "" } of text.matchAll(userInfo)) {
    const end = index + whole.length - 1;
    const said = `${user}:${password}`;
    // Of an image, by its digest: "docker://repo:tag@sha256:…".
    if (isPlaceholder(password) || isPlaceholder(said) || /^sha\d{1,3}:/.test(text.slice(end + 1, end + 9))) continue;
    places.push({ start: end - said.length, end, where: "credentials", name: "" });
  }
  return places;
}
