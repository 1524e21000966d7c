import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const marionettePort = 2828;

// Run within the browser itself: opens the network panel on a tab, asks for the page, and has the panel export.
const program = `
const done = arguments[arguments.length - 1];
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
(async () => {
  const { require } = ChromeUtils.importESModule("resource://devtools/shared/loader/Loader.sys.mjs");
  const { gDevTools } = require("devtools/client/framework/devtools");
  const tab = gBrowser.selectedTab;
  const toolbox = await gDevTools.showToolboxForTab(tab, { toolId: "netmonitor" });
  await pause(1500);
  const triggeringPrincipal = Services.scriptSecurityManager.getSystemPrincipal();
  tab.linkedBrowser.fixupAndLoadURIString(PAGE, { triggeringPrincipal });
  for (let at = 0; at < 60 && tab.linkedBrowser.contentTitle !== "asked"; at += 1) await pause(250);
  await pause(1500);
  return JSON.stringify({ log: await toolbox.getHARFromNetMonitor() });
})().then((har) => done({ har }), (error) => done({ error: String(error) }));
`;

/**
 * Has the developer tools of a stock Firefox export a page: the browser is steered by Marionette, and its own network
 * panel writes the file. Needs Debian's `firefox-esr`.
 * @param page A URL whose host is a name for this machine: Firefox is told that `api.service.example` is.
 */
export async function exportByFirefox(page: string): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), "tapedeck-firefox-"));
  await writeFile(
    join(profile, "user.js"),
    'user_pref("network.dns.localDomains", "api.service.example");\nuser_pref("dom.security.https_first", false);\n',
  );
  const words = ["--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile", profile];
  const firefox = spawn("firefox-esr", [...words, "about:blank"], { stdio: "ignore" });
  try {
    const send = conversation(await connected());
    await send("WebDriver:NewSession", { capabilities: { alwaysMatch: {} } });
    await send("WebDriver:SetTimeouts", { script: 60_000 });
    await send("Marionette:SetContext", { value: "chrome" });
    const script = program.replace("PAGE", JSON.stringify(page));
    const { value } = (await send("WebDriver:ExecuteAsyncScript", { script, args: [] })) as {
      value: { har?: string; error?: string };
    };
    if (value.har === undefined) throw new Error(value.error ?? "Firefox gave nothing");
    return value.har;
  } finally {
    firefox.kill();
    await wait(1000);
    await rm(profile, { recursive: true, force: true });
  }
}

async function connected(): Promise<Socket> {
  for (let at = 0; at < 60; at += 1) {
    const socket = connect(marionettePort, "127.0.0.1");
    const open = await new Promise<boolean>((resolve) =>
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false)),
    );
    if (open) return socket;
    await wait(500);
  }
  throw new Error("Firefox opened no Marionette port");
}

type Send = (name: string, parameters: object) => Promise<unknown>;

// Each message is its length, a colon, and JSON: [0, id, name, parameters] there, [1, id, error, result] back.
function conversation(socket: Socket): Send {
  const waiting = new Map<number, (result: unknown) => void>();
  let unread = Buffer.alloc(0);
  socket.on("data", (data: Buffer) => {
    unread = Buffer.concat([unread, data]);
    for (let colon = unread.indexOf(":"); colon !== -1; colon = unread.indexOf(":")) {
      const end = colon + 1 + Number(unread.subarray(0, colon));
      if (unread.length < end) return;
      const message: unknown = JSON.parse(unread.subarray(colon + 1, end).toString());
      unread = unread.subarray(end);
      if (Array.isArray(message))
        waiting.get(message[1])?.(message[2] ? { value: { error: JSON.stringify(message[2]) } } : message[3]);
    }
  });
  let last = 0;
  return (name, parameters) =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      const text = JSON.stringify([0, last, name, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
}
