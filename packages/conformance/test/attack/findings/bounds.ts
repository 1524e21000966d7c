// What a request, an answer or a plan may cost: memory, time, and a process that goes on.
import { createHash, randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { createSession } from "@tapedeck/tape/internal";
import { tapedeck, withService } from "./processes.ts";
import { type Findings, get, raw, recordedBy, replayed, secret, simple } from "./scene.ts";

export const bounds: Findings = {
  "1 a bomb": async (folder) => {
    await simple(folder, async () => {});
    const bomb = brotliCompressSync(Buffer.alloc(1 << 28));
    let [status, waited] = [0, 0];
    const { peak } = await replayed(folder, async (url) => {
      const began = performance.now();
      status = await raw(`${url}/users/ada`, { method: "POST", headers: { "content-encoding": "br" } }, bomb);
      waited = Math.round(performance.now() - began);
    });
    return [`${bomb.length} bytes of 256 MB: ${status} after ${waited} ms, ${peak} MiB`, status === 413 && peak < 400];
  },
  "2 a large answer": async (folder) => {
    const piece = randomBytes(1 << 20);
    const digest = createHash("sha256");
    let came = 0;
    const { peak, code } = await withService(
      async (_asked, answer) => {
        for (let nth = 0; nth < 100; nth += 1)
          if (!answer.write(piece)) await new Promise((resolve) => answer.once("drain", resolve));
        answer.end();
      },
      (from) =>
        recordedBy(folder, from, async (url) => {
          for await (const chunk of (await fetch(`${url}/large`)).body ?? []) {
            digest.update(chunk);
            came += chunk.length;
          }
        }),
    );
    return [
      `${came} bytes recorded, ${peak} MiB at most, exit ${code}`,
      came === 100 << 20 && peak < 400 && code === 0,
    ];
  },
  "6 many credentials": async () => {
    const session = createSession();
    const time = (from: number): number => {
      const began = process.cpuUsage();
      for (let nth = from; nth < from + 300; nth += 1)
        session.request({
          method: "GET",
          target: `/a/${nth}`,
          principal: "",
          headers: [["authorization", `Bearer ${secret}${nth}`]],
          body: null,
        });
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 300_000;
    };
    time(0);
    const few = time(300);
    for (const from of [1000, 2000, 3000]) time(from);
    const many = time(4000);
    return [`${few.toFixed(2)} ms a request with 300 before it, ${many.toFixed(2)} with 1,500`, many < few * 4 + 0.5];
  },
  "7 a long path": async (folder) => {
    const statuses: number[] = [];
    const { code } = await withService(
      (_asked, answer) => void answer.end("{}"),
      (from) =>
        recordedBy(folder, from, async (url) => {
          for (const path of [`/${"a".repeat(4100)}`, "/after"]) statuses.push((await get(url + path)).status);
        }),
    );
    return [`4,100 characters: ${statuses.join(", ")}, exit ${code}`, statuses.join() === "200,200" && code === 0];
  },
  "12 many misses": async (folder) => {
    await simple(folder, async () => {});
    let status = 0;
    const { peak } = await replayed(folder, async (url) => {
      for (let nth = 0; nth < 1000; nth += 1) await raw(`${url}/${nth}${"/a".repeat(3500)}`, {});
      status = (await get(`${url}/_tapedeck/misses`)).status;
    });
    return [`1,000 of 3,500 segments: ${peak} MiB, /misses ${status}`, peak < 400 && status === 200];
  },
  "17 a plan of four lists of 100": async (folder) => {
    const list = Array.from({ length: 100 }, (_, nth) => nth);
    const plan = { requests: [{ path: "/{a}/{b}/{c}/{d}", for: { a: list, b: list, c: list, d: list } }] };
    writeFileSync(join(folder, "plan.json"), JSON.stringify(plan));
    let asked = 0;
    const { peak } = await withService(
      (_asked, answer) => {
        asked += 1;
        answer.end("{}");
      },
      (from) =>
        tapedeck([
          "record",
          "--from",
          from,
          "--out",
          join(folder, "out"),
          "--plan",
          join(folder, "plan.json"),
          "--budget",
          "5",
        ]),
    );
    return [`${asked} asked with --budget 5, ${peak} MiB`, asked === 5 && peak < 400];
  },
};
