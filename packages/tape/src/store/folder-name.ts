import { hash } from "node:crypto";
import { rememberLast } from "../text/remember-last.ts";

// Windows allows 260 characters for a whole path: with the names of its files, a folder has at most 180.
const longestName = 60;
const longestFolder = 100;
const longestDigest = 16;

// A path that is the name of its folder, as most are: it needs no parsing.
const plainPath = /^(?:\/(?!(?:aux|con|nul|prn|com\d|lpt\d)(?:\/|$))[a-z0-9_-]{1,60})+$/;

/** Returns the folder of an origin. */
const hostOf = rememberLast((origin: string) => hostName(new URL(origin)));

/**
 * Returns the folder of a resource in a collection of recordings: the host, with a port other than the scheme's own,
 * and the path, in lower case. Characters that a file system may refuse are replaced; a long name is cut, and ends with
 * a digest of the whole. Two resources may share a folder; each entry carries its own URL.
 * @example
 * folderOf("https://api.service.example", "/users/Ada/repos?page=2"); // "api.service.example/users/ada/repos"
 * folderOf("http://127.0.0.1:4100", "/v1"); // "127.0.0.1_4100/v1"
 */
export function folderOf(origin: string, target: string): string {
  const [path] = /^[^?#]*/.exec(target) as unknown as [string];
  if (path === "/") return hostOf(origin);
  if (plainPath.test(path)) {
    const folder = hostOf(origin) + path;
    if (folder.length <= longestFolder) return folder;
  }
  // Not resolved against the origin: "//x" would be another host.
  const url = new URL(target.startsWith("/") ? origin + target : target);
  const parts = [
    hostName(url),
    ...url.pathname
      .split("/")
      .filter((part) => part !== "")
      .map(folderName)
      // In the folder of an origin stands its description.
      .map((part, at) => (at === 0 && part === "api.json" ? "api-json" : part)),
  ];
  const folder = parts.join("/");
  if (folder.length <= longestFolder) return folder;
  let kept = "";
  for (const part of parts) {
    if (kept.length + part.length + longestDigest >= longestFolder) break;
    kept += `${part}/`;
  }
  return `${kept}${shortDigest(url.pathname)}`;
}

/**
 * Returns whether a folder of a collection belongs to a resource, whatever the scheme of its origin.
 * @param or "below": also whether the resource's folder is below it.
 * @example
 * isFolderOf("127.0.0.1_4100/v1", "/v1?page=2"); // true
 * isFolderOf("127.0.0.1_4100", "/v1?page=2", "below"); // true
 */
export function isFolderOf(folder: string, target: string, or?: "below"): boolean {
  const [host = ""] = folder.split("/");
  const origins = ["https", "http"].map((scheme) => `${scheme}://${host.replace(/_(\d+)$/, ":$1")}`);
  const isOwn = (own: string): boolean => own === folder || (or === "below" && own.startsWith(`${folder}/`));
  return origins.some((origin) => URL.canParse(origin) && isOwn(folderOf(origin, target)));
}

// `http://x` and `https://x` are two origins. Services of this machine seldom use TLS, others always do.
function hostName({ protocol, hostname, port }: URL): string {
  const host = folderName(hostname);
  const usual = /^(?:localhost|127(?:\.\d+){3})$/.test(hostname) ? "http:" : "https:";
  if (port === "" && protocol === usual) return host;
  return `${host}_${port || (protocol === "http:" ? 80 : 443)}`;
}

function folderName(part: string): string {
  const name = part.toLowerCase().replace(/[^a-z0-9._-]/g, "-");
  const short =
    name.length <= longestName ? name : `${name.slice(0, longestName - longestDigest - 1)}-${shortDigest(part)}`;
  return (
    short
      .replace(/^\.+|\.+$/g, "-")
      // "/x/recording.har" would take the place of a file of "/x".
      .replace(/\.har$/, "-har")
      // Windows reserves these names for devices, in any folder and with any suffix.
      .replace(/^(?:aux|con|nul|prn|com\d|lpt\d)(?=\.|$)/, "$&-")
  );
}

function shortDigest(text: string): string {
  return hash("sha256", text).slice(0, longestDigest);
}
