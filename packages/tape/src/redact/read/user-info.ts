import { isPlaceholder } from "../placeholder.ts";
import { looksLikeIdentifier } from "../secret-entropy.ts";
import type { Place } from "./place.ts";

// Up to the last "@" before the path, as URL parsers read it; the user ends at the first ":". What looks like a port
// before a comma or a bracket is one: "https://host:8080,ada@other.example".
const userInfo = /:\/\/([^\s"'<>\\/?#:]*):(?!\d{1,5}[,;'`)\]}|])([^\s"<>\\/?#]*)@/g;
const userAlone = /:\/\/([\w.~%-]{16,512})@/g;
const ofCurl = /\s(?:-u|--user)[ =]["']?([^\s:"'\\]{1,64}:[^\s"'\\]{1,128})/g;
// jdbc:oracle:thin:ada/password@host
const thin = /:thin:([\w$#]{1,30}\/[^\s"'<>\\/@]{1,64})@/gi;

/**
 * Reads user and password of the URLs within a text. A user alone stays where it is a name, as in `ssh://git@host`,
 * and goes where it is opaque: services take a token there. A user beside a placeholder stays.
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
  for (const { index, 1: user = "" } of text.matchAll(userAlone))
    if (!looksLikeIdentifier(user))
      places.push({ start: index + 3, end: index + 3 + user.length, where: "credentials", name: "" });
  for (const { index, 0: whole, 1: pair = "" } of text.matchAll(ofCurl))
    places.push({
      start: index + whole.length - pair.length,
      end: index + whole.length,
      where: "credentials",
      name: "",
    });
  for (const { index, 1: pair = "" } of text.matchAll(thin))
    places.push({
      start: index + 6 + pair.indexOf("/") + 1,
      end: index + 6 + pair.length,
      where: "credentials",
      name: "password",
    });
  return places;
}
