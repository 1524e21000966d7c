import { github, service } from "@tapedeck/api";
// Prints the digest of what a few worlds give: documents, pages, validators and what is not there, as a caller gets
// them. Any runtime runs it.
import { createWorld, createWorldPlayer } from "../src/index.ts";

const encoder = new TextEncoder();
const parts: Uint8Array[] = [];

for (const [seed, accounts, repositories] of [
  [42, 1_000_000, 10_000_000],
  [42, 10, 10],
  [-7, 300, 0],
  [2 ** 40 + 1, 1, 1000],
] as const) {
  const world = createWorld({ seed, accounts, repositories });
  for (const api of [service, github]) {
    const player = createWorldPlayer(world, { api });
    const targets = ["/zen", "/bicyclists/malaga", "/user", "/user/repos?per_page=5", "/users/nobody"];
    for (let at = 0; at < 40; at += 1) {
      const login = world.user(at % accounts).login;
      targets.push(`/users/${login}`, `/users/${login}/repos?per_page=3&page=2`, `/orgs/${login}/repos`);
      if (repositories === 0) continue;
      const { full_name, owner } = world.item((at * 104_729) % repositories);
      targets.push(`/repos/${full_name}`, `/users/${owner.login}/repos?per_page=10`, `/repositories/${at}`);
    }
    for (const target of targets) {
      const reply = player.answer({
        method: "GET",
        target,
        headers: { authorization: "token any" },
        body: null,
        base: "http://localhost",
        address: "127.0.0.1",
      });
      // What else an answer has is the player's, and none of the world's.
      const own = reply.headers.filter(([name]) => /^(?:etag|link|last-modified|content-type)$/.test(name));
      parts.push(encoder.encode(`${target} ${reply.status}\n${own.join("\n")}\n`));
      if (reply.status === 200 && reply.body !== null) parts.push(reply.body);
    }
  }
}

const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
parts.reduce((at, part) => {
  all.set(part, at);
  return at + part.length;
}, 0);
const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", all));
console.log(Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join(""));
