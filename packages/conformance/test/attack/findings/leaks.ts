// Secrets in files, answers and output, and what is taken for one.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createSession } from "@tapedeck/tape/internal";
import { tapedeck, withService } from "./processes.ts";
import { type Findings, get, recordedBy, replayed, secret, sessionText, simple, written } from "./scene.ts";

export const leaks: Findings = {
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
