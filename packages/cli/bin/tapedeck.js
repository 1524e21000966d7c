#!/usr/bin/env node
// The command as it is installed. JavaScript, and old enough for any Node to read, so that one that is too old for the
// rest is told so; `@tapedeck/cli` is the package's own entry, which is built where it is published. An `import` of
// `node:process` would take as long as ten of these files.
const { bun, deno, node } = globalThis.process.versions;
const [major, minor] = node.split(".").map(Number);
if (!bun && !deno && (major < 22 || (major === 22 && minor < 18))) {
  console.error(`tapedeck: needs Node 22.18 or newer (this is ${node}): install one from https://nodejs.org`);
  globalThis.process.exitCode = 2;
} else {
  await import("@tapedeck/cli");
}
