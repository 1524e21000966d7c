// What a replay gives back, to whom, and to the end.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tapedeck, withService } from "./processes.ts";
import { type Findings, get, raw, recordedBy, replayed, secret, simple, written } from "./scene.ts";

export const replays: Findings = {
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
  "13 another host": async (folder) => {
    await simple(folder, async () => {});
    const hosts = ["a+b.evil.example", "evil.example", "127.0.0.1.evil.example", "a@b", "[::7.0.0.1]"];
    const statuses: number[] = [];
    await replayed(folder, async (url) => {
      for (const host of hosts) statuses.push(await raw(`${url}/_tapedeck/journal`, { headers: { host } }));
    });
    return [`${statuses.join(", ")} to ${hosts.length} names`, statuses.every((status) => status >= 400)];
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
};
