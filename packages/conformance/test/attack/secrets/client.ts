// Sends the steps of a file to a base URL, and through a tape where one is named; run by each runtime as a process.
//   client.ts FILE URL [record|auto|replay FOLDER]
import { readFileSync } from "node:fs";
import process from "node:process";
import type { Message } from "./places.ts";
import { bytesOf, messageOf, type Step } from "./plant.ts";

const [file = "", url = process.env["TAPEDECK_URL"] ?? "", mode, dir = ""] = process.argv.slice(2);
const steps = JSON.parse(readFileSync(file, "utf8")) as readonly Step[];
const isMode = mode === "record" || mode === "auto" || mode === "replay";
// Loaded where it is used alone: that takes longer than all of the steps.
const tape = isMode
  ? await (await import("@tapedeck/testing")).openTape({ from: url, name: ".", dir, mode, local: true })
  : null;
for (const { method, target, headers, body, messages } of steps) {
  try {
    if (messages !== undefined) {
      await converse(target, messages);
      continue;
    }
    const init = { method, headers, ...(body === null ? {} : { body: bytesOf(body) }), redirect: "manual" } as const;
    const answer = await fetch(url + target, init);
    await answer.arrayBuffer();
  } catch (error) {
    console.error(String(error), String((error as Error).cause ?? ""));
  }
}
if (tape !== null) {
  console.log(
    JSON.stringify({ misses: tape.misses(), refusals: tape.refusals().map(String), journal: tape.player.journal() }),
  );
  await tape.close();
}

function converse(target: string, messages: readonly Message[]): Promise<void> {
  const socket = new WebSocket(url.replace(/^http/, "ws") + target);
  let awaited = messages.filter(({ from }) => from === "server").length;
  return new Promise((resolve) => {
    socket.onopen = () => {
      for (const { from, data } of messages) if (from === "client") socket.send(messageOf(data));
    };
    socket.onmessage = () => {
      awaited -= 1;
      if (awaited === 0) socket.close();
    };
    socket.onerror = () => resolve();
    socket.onclose = () => resolve();
  });
}
