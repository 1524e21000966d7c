// File systems take 255 bytes, archives and what encrypts names less.
const longestName = 100;

/**
 * The folder of a resource within a collection of recordings: the host and then the path, in small letters, with
 * anything a file system might mind replaced, and long names cut. Two resources may share a folder; each entry carries
 * its own URL.
 * @example
 * folderOf("https://api.service.example", "/users/Ada/repos?page=2"); // "api.service.example/users/ada/repos"
 */
export function folderOf(origin: string, target: string): string {
  // Not resolved against the origin: "//x" would be another host.
  const { host, pathname } = new URL(target.startsWith("/") ? origin + target : target);
  return [host, ...pathname.split("/")]
    .filter((part) => part !== "")
    .map((part) =>
      part
        .toLowerCase()
        .replace(/[^a-z0-9._-]/g, "-")
        .slice(0, longestName)
        .replace(/^\.+|\.+$/g, "-")
        // "/x/recording.har" would stand where the file of "/x" has to be.
        .replace(/\.har$/, "-har")
        // Windows knows devices by these names, in any folder and with any ending.
        .replace(/^(?:aux|con|nul|prn|com\d|lpt\d)(?=\.|$)/, "$&-"),
    )
    .join("/");
}
