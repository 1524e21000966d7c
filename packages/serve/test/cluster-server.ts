// Two workers of `node:cluster` listen on one port; prints what comes of it in each.
import cluster from "node:cluster";
import process from "node:process";
import { listen } from "../src/index.ts";

const handler = async (): Promise<Response> => new Response("hello");

if (cluster.isPrimary) {
  const { port, close } = await listen(handler);
  await close();
  const workers = [1, 2].map(() => cluster.fork({ PORT: String(port) }));
  const said: string[] = [];
  cluster.on("message", (_worker, text: string) => {
    said.push(text.replace(String(port), "PORT"));
    if (said.length < workers.length) return;
    console.log(said.join("\n"));
    for (const worker of workers) worker.process.kill();
  });
} else {
  const server = await listen(handler, { port: Number(process.env["PORT"]) }).catch((error: Error) => error);
  process.send?.("url" in server ? server.url : server.message);
}
