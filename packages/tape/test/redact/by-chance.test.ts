import { createCipheriv, createHash } from "node:crypto";
import { createScrubber } from "@tapedeck/tape";
import { expect, test } from "vitest";

/** Bytes as compressed data has them, the same for each seed. */
function randomBytes(seed: string, length: number): Buffer {
  const key = createHash("sha256").update(seed).digest();
  return createCipheriv("aes-256-ctr", key, Buffer.alloc(16)).update(Buffer.alloc(length));
}

function scrubbed(bytes: Buffer): Buffer {
  const { response } = createScrubber().exchange({
    request: { method: "GET", target: "/file", principal: "anonymous", headers: [], body: null },
    response: {
      status: 200,
      headers: [["content-type", "application/octet-stream"]],
      body: { encoding: "base64", text: bytes.toString("base64") },
    },
  });
  return response.body?.encoding === "base64" ? Buffer.from(response.body.text, "base64") : Buffer.alloc(0);
}

test("compressed bytes that happen to spell the name of a password stay, whatever is behind it", () => {
  for (const begun of ["PW{", "pw=", ";Pw=", "&pW=", "-pw=", 'pw:"', "\npSW=", "JhPw\xd0", "PSk7>", "PW\xc4"]) {
    const bytes = randomBytes(begun, 40_000);
    for (let at = 200; at < bytes.length - 200; at += 200) bytes.write(begun, at, "latin1");
    expect(scrubbed(bytes).equals(bytes), `seed ${JSON.stringify(begun)}`).toBe(true);
  }
});

test.each([
  ["MessagePack's", Buffer.from("\xa2pw\xa7", "latin1"), Buffer.from("\xa3sig", "latin1")],
  ["BSON's", Buffer.from("\x02pw\0\x08\0\0\0", "latin1"), Buffer.from("\0\x05sig\0", "latin1")],
])("%s password is hidden between compressed bytes", (shows, before, behind) => {
  const bytes = Buffer.concat([
    randomBytes(shows, 300),
    before,
    Buffer.from("geh3im9"),
    behind,
    randomBytes(shows, 300),
  ]);
  expect(scrubbed(bytes).includes("geh3im9")).toBe(false);
});
