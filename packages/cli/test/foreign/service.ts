import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** The token that the page sends; it must be in no recording. */
export const plantedToken = "s3cr3t-t0ken-of-the-page";
/** The cookie that the service sets; it must be in no recording. */
export const plantedCookie = "c00kie-of-the-service";

/** A password that the page sends in a form; it must be in no recording. */
export const plantedPassword = "p4ssw0rd-typed";

/** What a page of this service asks for, and what each tool's file should replay. */
export const page: string = `<!doctype html><meta charset="utf-8"><title>asking</title><link rel="icon" href="data:,"><script>
const ask = (path, init) => fetch(path, init).then((answer) => answer.arrayBuffer()).catch(() => null);
(async () => {
  await ask("/people/ada");
  await ask("/people/ada?page=2&page=1&q=a+b%20c");
  await ask("/me", { headers: { authorization: "Bearer ${plantedToken}" } });
  await ask("/gzip");
  await ask("/br");
  await ask("/bytes");
  await ask("/zen");
  await ask("/zen");
  await ask("/moved");
  await ask("/nobody");
  await ask("/echo", { method: "POST", headers: { "content-type": "application/json" }, body: '{"title":"Málaga"}' });
  await ask("/echo", { method: "POST", body: new URLSearchParams({ a: "1 & 2", password: [..."${[...plantedPassword].reverse().join("")}"].reverse().join("") }) });
  await ask("/things/1", { method: "DELETE" });
  await ask("/etag", { cache: "no-store" });
  await ask("/etag", { cache: "no-store", headers: { "if-none-match": '"v1"' } });
  await ask("/cut");
  await ask("data:text/plain,not%20the%20service");
  document.title = "asked";
})();
</script>`;

const users = JSON.stringify({ login: "ada", id: 1.0, name: "Ada · Málaga", score: 12345678901234567890n.toString() });

/** Answers as the service: JSON, compressed, binary, repeated, redirected, refused, echoed, and cut off. */
export function serveAsking(): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  let zen = 0;
  return async (request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = Buffer.concat(chunks).toString();
    const send = (status: number, headers: Record<string, string | string[]>, body: string | Uint8Array = ""): void => {
      response.writeHead(status, { "cache-control": "max-age=0", ...headers }).end(body);
    };
    const json = { "content-type": "application/json; charset=utf-8" };
    switch (pathname) {
      case "/":
        return send(200, { "content-type": "text/html; charset=utf-8" }, page);
      case "/people/ada":
        return send(
          200,
          { ...json, "x-request-id": String(zen), "set-cookie": [`s=${plantedCookie}`, "t=2"] },
          search ? `{"search":${JSON.stringify(search)}}` : users,
        );
      case "/me":
        return send(200, json, JSON.stringify({ login: "ada", sent: request.headers.authorization ?? null }));
      case "/gzip":
        return send(200, { ...json, "content-encoding": "gzip" }, gzipSync('{"packed":"gzip"}'));
      case "/br":
        return send(200, { ...json, "content-encoding": "br" }, brotliCompressSync('{"packed":"br"}'));
      case "/bytes":
        return send(200, { "content-type": "application/octet-stream" }, Uint8Array.of(0, 255, 1, 254, 137, 80));
      case "/zen":
        zen += 1;
        return send(200, { "content-type": "text/plain; charset=utf-8" }, `line ${zen}`);
      case "/moved":
        return send(302, { location: "/people/ada" });
      case "/echo":
        return send(
          201,
          { ...json, location: "/things/1" },
          JSON.stringify({ type: request.headers["content-type"], sent }),
        );
      case "/things/1":
        return send(204, {});
      case "/etag": {
        const etag = `"v1"`;
        return request.headers["if-none-match"] === etag ? send(304, { etag }) : send(200, { ...json, etag }, "[1]");
      }
      case "/cut":
        response.writeHead(200, { "content-length": "10" }).write("ab");
        return void response.destroy();
      default:
        return send(
          404,
          json,
          `{"message":"Not Found","documentation_url":"https://docs.service.example/${createHash("md5").update(pathname).digest("hex")}"}`,
        );
    }
  };
}
