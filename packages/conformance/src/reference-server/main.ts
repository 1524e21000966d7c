import { parseArgs } from "node:util";
import { startCityOrigin } from "./city.ts";
import { faults, startOrigin } from "./origin.ts";
import type { Grants } from "./rules/caller.ts";

const usage = `usage: node packages/conformance/src/reference-server/main.ts
  [--port N] [--city-port N] [--public-url URL] [--limit-anonymous N] [--limit-token N]
  [--vendor WORD] [--fault NAME]
tokens of account "ada" come from the environment: STANDIN_TOKEN_FULL may see private repositories, STANDIN_TOKEN_NARROW not
faults, of which one can be switched on:
${Object.entries(faults)
  .map(([name, { what }]) => `  ${name.padEnd(22)} ${what}`)
  .join("\n")}`;

function numberIn(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^\d+$/.test(text)) throw new RangeError(`Cannot read "${text}": it is not a whole number\n${usage}`);
  return Number(text);
}

function tokensIn(environment: Readonly<Record<string, string | undefined>>): Grants {
  const { STANDIN_TOKEN_FULL: full, STANDIN_TOKEN_NARROW: narrow } = environment;
  return {
    ...(narrow ? { [narrow]: { account: "ada", scopes: [] } } : {}),
    ...(full ? { [full]: { account: "ada", scopes: ["repo"] } } : {}),
  };
}

const string = { type: "string" } as const;
const { values } = parseArgs({
  options: {
    port: string,
    "city-port": string,
    "public-url": string,
    "limit-anonymous": string,
    "limit-token": string,
    vendor: string,
    fault: string,
    help: { type: "boolean" },
  },
});

if (values.help) {
  console.log(usage);
} else {
  const { "public-url": publicUrl, vendor } = values;
  const fault = values.fault === undefined ? {} : { fault: values.fault };
  const origin = await startOrigin({
    port: numberIn(values.port, 0),
    limits: { anonymous: numberIn(values["limit-anonymous"], 60), token: numberIn(values["limit-token"], 5000) },
    tokens: tokensIn(process.env),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(vendor === undefined ? {} : { vendor }),
    ...fault,
  });
  const city = await startCityOrigin({ port: numberIn(values["city-port"], 0), ...fault });
  console.log(`service ${origin.url}`);
  console.log(`cities  ${city.url}`);
}
