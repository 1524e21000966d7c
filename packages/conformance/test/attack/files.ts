import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { commandFile } from "../command-file.ts";
import type { Attack } from "./attack.ts";

const secret = "planted-t0ken-outside";
const har = {
  request: { method: "GET", url: "http://localhost/inside", headers: [], queryString: [] },
  response: { status: 200, headers: [], content: { mimeType: "text/plain", text: "inside", size: 6 } },
};
const inside = JSON.stringify({ log: { version: "1.2", creator: { name: "x", version: "1" }, entries: [har] } });
const outside = JSON.stringify({ log: { entries: [{ request: { url: secret } }] } });

/** A hostile thing in a folder that is read: by name, what puts it there. */
const things: Readonly<Record<string, (folder: string, root: string) => void>> = {
  "a link to a file outside": (folder, root) => symlinkSync(join(root, "outside.har"), join(folder, "a.har")),
  "a link to a folder outside": (folder, root) => symlinkSync(root, join(folder, "out")),
  "a link to the folder itself": (folder) => symlinkSync(".", join(folder, "again")),
  "a link that leads nowhere": (folder) => symlinkSync("nowhere.har", join(folder, "b.har")),
  "a link to an endless device": (folder) => symlinkSync("/dev/zero", join(folder, "c.har")),
  "a pipe that nobody writes to": (folder) => execFileSync("mkfifo", [join(folder, "d.har")]),
  "a folder that is named as a recording": (folder) => mkdirSync(join(folder, "e.har")),
  "two hundred folders in each other": (folder) => mkdirSync(join(folder, ..."x".repeat(200)), { recursive: true }),
  "a name that is no UTF-8": (folder) =>
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff]), Buffer.from(".har")]), "{}"),
  "a name of control characters": (folder) => writeFileSync(join(folder, "f\n\u001b[31m.har"), "{}"),
  "bytes that are no UTF-8": (folder) => writeFileSync(join(folder, "g.har"), Buffer.from([0x7b, 0xff, 0x7d])),
  "keys twice": (folder) => writeFileSync(join(folder, "h.har"), '{"log":{},"log":{"entries":[]}}'),
  "an empty file": (folder) => writeFileSync(join(folder, "i.har"), ""),
  "a million brackets": (folder) => writeFileSync(join(folder, "j.har"), "[".repeat(1_000_000)),
  "an archive that holds more than it says": (folder) =>
    writeFileSync(
      join(folder, "k.zip"),
      Buffer.from("504b0304140000000800000000000000000004000000ffffffff0100", "hex"),
    ),
};

/** Commands that read a folder; the folder's place is put where it stands. */
const readers: ReadonlyArray<readonly string[]> = [
  ["verify", "FOLDER"],
  ["verify", "--fix", "FOLDER"],
  ["import", "FOLDER", "--to", "OUT"],
];

/** Hostile folders, read by the command: it ends, reads nothing outside, and shows no stack. */
export const files: Attack = {
  about: "links, pipes, devices, names and texts in a folder that verify and import read",
  run: async ({ only, say }) => {
    const failures: string[] = [];
    let tried = 0;
    let leaked = 0;
    for (const [name, put] of Object.entries(things)) {
      if (only !== undefined && only !== name) continue;
      for (const reader of readers) {
        const root = mkdtempSync(join(tmpdir(), "tapedeck-hostile-"));
        const folder = join(root, "folder");
        mkdirSync(folder);
        writeFileSync(join(root, "outside.har"), outside);
        writeFileSync(join(folder, "inside.har"), inside);
        put(folder, root);
        const words = reader.map((word) => (word === "FOLDER" ? folder : word === "OUT" ? join(root, "out") : word));
        const { output, code } = await run([commandFile, ...words]);
        tried += 1;
        const what = `${reader.slice(0, -1).join(" ")} of ${name}`;
        if (output.includes(secret)) leaked += 1;
        if (output.includes(secret)) failures.push(`${what}: it read what is outside`);
        if (output.includes("outside.har") || /again\/|out\//.test(output))
          failures.push(`${what}: it followed a link`);
        if (reader[0] === "import" && !/\b1 exchanges? of/.test(output))
          failures.push(`${what}: it lost the recording`);
        if (output.includes("\u001b[31m")) failures.push(`${what}: it prints control characters`);
        if (code === null) failures.push(`${what}: it did not end`);
        if (/^ +at .*:\d+:\d+|is a fault of tapedeck/m.test(output)) failures.push(`${what}: ${output.slice(0, 300)}`);
        say(`${what}: ${code}, ${output.split("\n", 1)[0]?.slice(0, 120)}`);
        rmSync(root, { recursive: true });
      }
    }
    return [{ attack: "hostile folders", tried, leaked, failures }];
  },
};

function run(words: readonly string[]): Promise<{ readonly output: string; readonly code: number | null }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, words, { timeout: 60_000 }, (_error, stdout, stderr) =>
      resolve({ output: stdout + stderr, code: child.exitCode }),
    );
  });
}
