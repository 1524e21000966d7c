import { connect } from "node:net";

/** Sends lines over a connection of its own and reads until the server ends it. */
export function say(port: number, head: readonly string[], body: string | Uint8Array = ""): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(`${[...head, "Connection: close"].join("\r\n")}\r\n\r\n`);
      socket.write(body);
    });
    const chunks: Uint8Array[] = [];
    socket.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    socket.on("close", () => resolve(Buffer.concat(chunks).toString()));
    // What was answered before the connection broke is an answer all the same.
    socket.on("error", (error) => (chunks.length > 0 ? resolve(Buffer.concat(chunks).toString()) : reject(error)));
  });
}

/** The body of an answer as it came over the wire. */
export function bodyOf(answer: string): string {
  return answer.slice(answer.indexOf("\r\n\r\n") + 4);
}

/** The first line of an answer, and its headers by name in lower case. */
export function headOf(answer: string): {
  readonly status: number;
  readonly headers: ReadonlyArray<readonly string[]>;
} {
  const [first = "", ...lines] = answer.slice(0, answer.indexOf("\r\n\r\n")).split("\r\n");
  return {
    status: Number(first.split(" ")[1]),
    headers: lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
  };
}
