import { expectedOf, rawAnswersOf } from "../../../serve/test/raw-answers.ts";
import { runtimeServers } from "../../../serve/test/runtime-servers.ts";
import type { Attack } from "./attack.ts";

/** The public cases of request smuggling, of names and of targets; a row for each server. */
export const http: Attack = {
  about: "raw requests that parsers disagree on, each with an honest client after it",
  run: async () => {
    const rows = [];
    for (const server of runtimeServers) {
      const [{ anyName: said }, expected] = [await rawAnswersOf(server), expectedOf(server)];
      const otherwise = Object.keys(expected).filter((name) => said[name] !== expected[name]);
      const tunnel = "405 | 200 GET /smuggled";
      const taken = Object.values(said).filter((answer) => answer.includes("/smuggled") && !answer.startsWith(tunnel));
      rows.push({
        attack: `raw requests: ${server.name}`,
        tried: Object.keys(expected).length,
        letIn: taken.length,
        failures: otherwise.map((name) => `${name}: "${said[name]}" in place of "${expected[name]}"`),
      });
    }
    return rows;
  },
};
