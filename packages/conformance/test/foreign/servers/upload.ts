import { createRequire } from "node:module";
import type { Express } from "./express.ts";
import type { ForeignServer } from "./servers.ts";

const load = createRequire(import.meta.url);

/** An upload of bytes that are no text, under a boundary that the client makes up each time; and the bytes again. */
export const upload: ForeignServer = {
  name: "multer",
  start: async () => {
    const express = load("express") as Express;
    const multer = load("multer") as () => { single(field: string): unknown };
    const app = express();
    const files = new Map<string, { readonly mimetype: string; readonly buffer: Buffer }>();
    app.post("/files", multer().single("file"), ({ file, body }, response) => {
      files.set(file.originalname, file);
      response.status(201).json({ name: file.originalname, size: file.buffer.length, note: body["note"] });
    });
    app.get("/files/:name", ({ params }, response) => {
      const file = files.get(params["name"] ?? "");
      if (file === undefined) response.status(404).json({ error: "no such file" });
      else response.type(file.mimetype).send(file.buffer);
    });
    return app;
  },
  program: async (ask) => {
    const send = async (name: string, note: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
      const body = new FormData();
      body.set("note", note);
      body.set("file", new File([bytes], name, { type: "application/octet-stream" }));
      await ask("/files", { method: "POST", body });
    };
    await send(
      "bytes.bin",
      "the first",
      Uint8Array.from({ length: 256 }, (_, at) => at),
    );
    await send(
      "bytes.bin",
      "the second",
      Uint8Array.from({ length: 300 }, (_, at) => 255 - (at % 256)),
    );
    await send("text.txt", "a text", new TextEncoder().encode("naïve\r\n--text"));
    await ask("/files/bytes.bin");
    await ask("/files/bytes.bin", { headers: { range: "bytes=250-" } });
    await ask("/files/none");
  },
};
