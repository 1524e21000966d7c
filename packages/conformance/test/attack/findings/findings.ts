// The twenty findings of an attack on commit 11a5ad4, tried again: each says today's number, and fails where it does not hold.

import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { createSession } from "@tapedeck/tape/internal";
import { utf8 } from "../../../../tape/test/tapes.ts";
import type { Attack, AttackRow } from "../attack.ts";
import { tapedeck, withService } from "./processes.ts";

const secret = "a7Xq2LmZ9pRt4KwB6nYc";
/** Today's number, and whether it is as it should be. */
type Found = readonly [said: string, isWell: boolean];

const answerAll = { path: "/users/ada", status: 200 };

/** Everything that lies in a folder, names too. */
function written(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(
      (entry) =>
        `${join(entry.parentPath, entry.name)}\n${entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), "latin1") : ""}`,
    )
    .join("\n");
}

function sessionText(text: string): string {
  return createSession().response({ status: 200, headers: [], body: utf8(text) }).body?.text as string;
}

async function recordedBy(folder: string, from: string, ask: (url: string) => Promise<void>) {
  return tapedeck(["record", "--from", from, "--out", join(folder, "out"), "--proxy", "0", "--retries", "0"], {
    use: ask,
  });
}

const get = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> => {
  const answer = await fetch(url, { headers });
  await answer.clone().arrayBuffer();
  return answer;
};

/** Sends a request as it stands, whatever it says of its host. */
function raw(url: string, options: object, body?: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      options,
      (answer) => void answer.resume().on("end", () => resolve(answer.statusCode ?? 0)),
    );
    sent.on("error", reject).end(body);
  });
}

const simple = (folder: string, use: (from: string) => Promise<unknown>): Promise<unknown> =>
  withService(
    (asked, answer) => void answer.end(JSON.stringify({ asked: asked.url })),
    async (from) => {
      await recordedBy(folder, from, async (url) => void (await get(`${url}${answerAll.path}`)));
      return use(from);
    },
  );

async function replayed(
  folder: string,
  use: (url: string, pid: number) => Promise<void>,
  words: readonly string[] = [],
) {
  return tapedeck(["replay", join(folder, "out"), "--port", "0", ...words], { use });
}

const findings: Readonly<Record<string, (folder: string) => Promise<Found>>> = {
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
  "3 headers that no list names": async () => {
    const words =
      "token secret client-secret api-secret password auth pass key credential signature pin session jwt".split(" ");
    const names = words.flatMap((word) => [
      word,
      `x-${word}`,
      `dd-${word}`,
      `x-acme-${word}`,
      `acme-${word}`,
      `${word}-value`,
    ]);
    const asked = (name: string) =>
      createSession().request({ method: "GET", target: "/", principal: "", headers: [[name, secret]], body: null });
    const left = names.filter((name) => asked(name).headers.some(([, value]) => value.includes(secret)));
    return [`${left.length} of ${names.length} names leak${left.length > 0 ? `: ${left}` : ""}`, left.length === 0];
  },
  "4 what the recorder wrote, verify passes": async (folder) => {
    const targets = [
      `/x?u=${encodeURIComponent(`https://ada:${secret}@h`)}`,
      `/x?d=${encodeURIComponent(`{"access_token":"${secret}"}`)}`,
      `/x?h=${encodeURIComponent(`Authorization: Bearer ${secret}`)}`,
    ];
    const { said } = await withService(
      (_asked, answer) => void answer.end("{}"),
      (from) =>
        recordedBy(folder, from, async (url) => {
          for (const target of targets) await get(url + target);
        }),
    );
    const verified = await tapedeck(["verify", join(folder, "out")]);
    const all = written(join(folder, "out")) + said + verified.said;
    return [
      `leaked ${all.split(secret).length - 1}, verify ends with ${verified.code}`,
      !all.includes(secret) && verified.code === 0,
    ];
  },
  "5 a miss": async (folder) => {
    await simple(folder, async () => {});
    let all = "";
    const { said } = await replayed(folder, async (url) => {
      for (const query of [`access_token=${secret}`, `u=${encodeURIComponent(`https://ada:${secret}@h`)}`])
        all += await (await get(`${url}/never?${query}`, { "if-none-match": `"${secret}"`, "x-token": secret })).text();
      for (const name of ["misses", "journal"]) all += await (await get(`${url}/_tapedeck/${name}`)).text();
    });
    return [`said ${(all + said).split(secret).length - 1} times`, !(all + said).includes(secret)];
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
  "8 a header beyond Latin-1": async (folder) => {
    const name = 'attachment; filename="ключ.txt"';
    const har = {
      log: {
        version: "1.2",
        creator: { name: "x", version: "1" },
        entries: [
          {
            request: { method: "GET", url: "http://a.example/f", headers: [], queryString: [] },
            response: {
              status: 200,
              headers: [{ name: "content-disposition", value: name }],
              content: { mimeType: "text/plain", text: "x", size: 1 },
            },
          },
        ],
      },
    };
    writeFileSync(join(folder, "a.har"), JSON.stringify(har));
    await tapedeck(["import", join(folder, "a.har"), "--to", join(folder, "out")]);
    let [status, header] = [0, ""];
    await replayed(folder, async (url) => {
      const answer = await get(`${url}/f`);
      status = answer.status;
      header = Buffer.from(answer.headers.get("content-disposition") ?? "", "latin1").toString();
    });
    return [
      `imported, replayed ${status}, ${header === name ? "as it was" : "another"}`,
      status === 200 && header === name,
    ];
  },
  "9 requests that differ in a hidden value": async (folder) => {
    const codes = ["EDDF", "KJFK", "EGLL"];
    await withService(
      (asked, answer) => void answer.end(asked.url),
      (from) =>
        recordedBy(folder, from, async (url) => {
          for (const code of codes) await get(`${url}/airports?code=${code}`);
        }),
    );
    let right = 0;
    let never = 0;
    await replayed(folder, async (url) => {
      for (const code of codes.toReversed()) {
        const said = await (await get(`${url}/airports?code=${code}`)).text();
        // The answer repeats the query, whose code is hidden by then.
        if (written(join(folder, "out")).includes(said.split("=")[1] ?? "?")) right += 1;
      }
      never = (await get(`${url}/airports?code=LFPG`)).status;
    });
    const plain = codes.filter((code) => written(join(folder, "out")).includes(code)).length;
    return [
      `${right} of 3 right, one that was never sent: ${never}, ${plain} in plain`,
      right === 3 && never === 501 && plain === 0,
    ];
  },
  "10 what an answer issues": async (folder) => {
    const { said } = await withService(
      (asked, answer) => {
        if (asked.url === "/login") answer.setHeader("set-cookie", `sid=${secret}; Path=/; HttpOnly`);
        answer.end(JSON.stringify({ ticket: secret }));
      },
      (from) =>
        recordedBy(folder, from, async (url) => {
          await fetch(`${url}/login`, { method: "POST" });
          await get(`${url}/a?key=${secret}`, { "x-session-id": secret });
          await get(`${url}/files/${secret}/list`);
        }),
    );
    const times = (written(join(folder, "out")) + said).split(secret).length - 1;
    return [`${times} times in files, names and output`, times === 0];
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
  "13 another host": async (folder) => {
    await simple(folder, async () => {});
    const hosts = ["a+b.evil.example", "evil.example", "127.0.0.1.evil.example", "a@b", "[::7.0.0.1]"];
    const statuses: number[] = [];
    await replayed(folder, async (url) => {
      for (const host of hosts) statuses.push(await raw(`${url}/_tapedeck/journal`, { headers: { host } }));
    });
    return [`${statuses.join(", ")} to ${hosts.length} names`, statuses.every((status) => status >= 400)];
  },
  "14 documents without secrets": async () => {
    const documents = [
      '{"errors":{"password":["is too short"]}}',
      '{"properties":{"password":{"type":"string","minLength":8},"token":{"$ref":"#/x"}}}',
      '{"dependencies":{"cookie":"0.7.1"}}',
      '{"logprobs":[{"token":" the","logprob":-0.1}]}',
      '{"token":"ETH"}',
      "docker://repo:tag@sha256:9f86d081884c7d659a2feaa0c55ad015",
      "ACGTACGTTGCATGCCGATAGCTAGCTAGGATCGATCGATCGATTTAGC",
      '{"login":"ada","password":"ada"}'.replace("password", "note"),
    ];
    const changed = documents.filter((text) => sessionText(text) !== text);
    return [`${changed.length} of ${documents.length} kinds changed`, changed.length === 0];
  },
  "15 schemes of credentials": async (folder) => {
    const schemes = [
      `Basic ${btoa(`${secret}:`)}`,
      secret,
      `ApiKey ${secret}`,
      `AWS4-HMAC-SHA256 Credential=AKIA/x, SignedHeaders=host, Signature=${secret}`,
      `Digest username="ada", response="${secret}"`,
      `OAuth oauth_token="${secret}"`,
      `SSWS ${secret}`,
      `Negotiate ${secret}`,
    ];
    const statuses: number[] = [];
    await withService(
      ({ headers }, answer) => void answer.writeHead(headers.authorization ? 200 : 401).end("{}"),
      (from) =>
        recordedBy(folder, from, async (url) => {
          for (const [nth, authorization] of schemes.entries()) await get(`${url}/${nth}`, { authorization });
        }),
    );
    await replayed(folder, async (url) => {
      for (const [nth, authorization] of schemes.entries())
        statuses.push((await get(`${url}/${nth}`, { authorization })).status);
    });
    const well = statuses.filter((status) => status === 200).length;
    return [`${well} of ${schemes.length} replayed with 200`, well === schemes.length];
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
  "18 SIGTERM": async (folder) => {
    const large = "x".repeat(1 << 20);
    let statuses: readonly PromiseSettledResult<string>[] = [];
    await withService(
      (_asked, answer) => void answer.end(large),
      (from) => recordedBy(folder, from, async (url) => void (await get(`${url}/large`))),
    );
    await replayed(folder, async (url, pid) => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}/large`)));
      process.kill(pid, "SIGTERM");
      statuses = await Promise.allSettled(answers.map((answer) => answer.text()));
    });
    const whole = statuses.filter((each) => each.status === "fulfilled" && each.value === large).length;
    return [`${50 - whole} of 50 answers under way cut`, whole === 50];
  },
  "19 the operator's own credential": async (folder) => {
    mkdirSync(join(folder, "out"));
    let said = "";
    const { said: log } = await withService(
      ({ headers }, answer) =>
        void answer.writeHead(403).end(JSON.stringify({ message: `bad ${headers.authorization}` })),
      (from) =>
        tapedeck(
          ["replay", join(folder, "out"), "--port", "0", "--misses", "record", "--from", from, "--token-env", "OWN"],
          {
            env: { OWN: secret },
            use: async (url) => {
              said = await (await get(`${url}/x`, { authorization: "Bearer any" })).text();
            },
          },
        ),
    );
    const all = said + log + written(folder);
    return [`${all.split(secret).length - 1} times in answer, output and files`, !all.includes(secret)];
  },
};

/** The findings, a row each. */
export const again: Attack = {
  about: "what an attack on an early commit found, tried again one by one; --only NUMBER",
  run: async ({ only, say }) => {
    const failures: string[] = [];
    let tried = 0;
    for (const [name, look] of Object.entries(findings)) {
      if (only !== undefined && !name.startsWith(`${only} `)) continue;
      const folder = mkdtempSync(join(tmpdir(), "tapedeck-finding-"));
      const [said, isWell] = await look(folder).catch((error: unknown): Found => [`it stopped: ${error}`, false]);
      rmSync(folder, { recursive: true, force: true });
      tried += 1;
      say(`${name}: ${said}`);
      if (!isWell) failures.push(`${name}: ${said}`);
    }
    return [{ attack: "findings of 11a5ad4, tried again", tried, lost: failures.length, failures } satisfies AttackRow];
  },
};
