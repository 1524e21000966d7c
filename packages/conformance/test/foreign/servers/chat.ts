import { createServer, type Server } from "node:http";
import { WebSocketServer, WebSocket as WsClient } from "ws";

/** What a client heard over a WebSocket, and how it ended. */
export interface Heard {
  readonly protocol: string;
  readonly messages: readonly string[];
  readonly code: number;
  readonly reason: string;
}

/** A chat on `ws`, the server that most of npm uses: it greets, answers each message, and leaves when told to. */
export function chat(): Server {
  const server = createServer((_request, response) => response.writeHead(426).end("upgrade"));
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => (offered.has("chat.v2") ? "chat.v2" : false),
  });
  server.on("upgrade", (request, socket, head) => {
    if (request.url === "/closed") {
      socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 6\r\n\r\nclosed");
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      let count = 0;
      client.send(JSON.stringify({ type: "hello", token: "ghp_0123456789abcdefghijABCDEFGHIJ012345" }));
      client.on("message", (data, isBinary) => {
        count += 1;
        if (isBinary) return client.send(Buffer.from([...(data as Buffer)].reverse()));
        const said = JSON.parse(String(data)) as { readonly say: string; readonly id?: string };
        if (said.say === "bye") return client.close(4000, "bye");
        if (said.say === "where")
          return client.send(JSON.stringify({ id: said.id, url: `ws://${request.headers.host}/` }));
        client.send(JSON.stringify({ count, heard: said.say }));
        client.send(JSON.stringify({ count, again: said.say }));
      });
    });
  });
  return server;
}

/** Messages to the chat, and the end. */
export const talk: readonly [string, string, Uint8Array, string] = [
  '{"say":"one","at":1}',
  '{"say":"two","at":2}',
  Uint8Array.of(1, 2, 255),
  '{"say":"bye","at":3}',
];

/** Says one thing after the other, each once all answers to the one before are there. */
export function byWs(url: string, says: readonly (string | Uint8Array)[] = talk): Promise<Heard> {
  const client = new WsClient(url, ["chat.v1", "chat.v2"]);
  return conversation(client as unknown as WebSocket, says);
}

/** The same with the WebSocket of the runtime. */
export function byNode(url: string, says: readonly (string | Uint8Array)[] = talk): Promise<Heard> {
  return conversation(new WebSocket(url, ["chat.v2"]), says);
}

function conversation(client: WebSocket, says: readonly (string | Uint8Array)[]): Promise<Heard> {
  const { promise, resolve, reject } = Promise.withResolvers<Heard>();
  const messages: string[] = [];
  client.binaryType = "arraybuffer";
  let next = 0;
  let due = 1;
  client.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
    messages.push(typeof data === "string" ? data : [...new Uint8Array(data)].join());
    due -= 1;
    if (due > 0) return;
    const said = says[next];
    next += 1;
    if (said === undefined) return client.close(1000, "done");
    due = typeof said === "string" ? 2 : 1;
    client.send(said as string);
  };
  client.onclose = ({ code, reason }) => resolve({ protocol: client.protocol, messages, code, reason });
  client.onerror = (event) => {
    if (client.readyState === client.CONNECTING || client.protocol === "") reject(event);
  };
  return promise;
}
