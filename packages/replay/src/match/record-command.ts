import type { Api } from "@tapedeck/api";
import { anonymous, createScrubber, type RecordedRequest } from "@tapedeck/tape";
import { looksLikeWord, replacePlaceholders } from "@tapedeck/tape/internal";

/** Where a missing request would be recorded, as far as the player knows. */
export interface Recording {
  /** The folder of recordings. Default: `recordings`. */
  readonly out?: string;
  /** Base URL of the live API. Default: the origin in the recordings. */
  readonly from?: string;
  /** The origin that replaces the live one in recordings. Default: none. */
  readonly origin?: string;
  /** How a test records it, instead of a command. Advice then names options as in code. */
  readonly inTest?: string;
}

/** Runs the command wherever npm is installed; `tapedeck` alone is another package on npm. */
const commandLine = "npx @tapedeck/cli";

/** Origin of this machine's services in recordings, without the port, which changes. */
const thisMachine = "http://localhost";

/**
 * Returns the command that records a request, with unknown values in capitals.
 * @param origin The origin of the nearest recordings.
 * @param authorization The `Authorization` that was sent, whose scheme is shown, unless that may be a secret.
 * @example
 * recordingCommand(request, "http://localhost", { out: "fixtures" });
 * // npx @tapedeck/cli record --from http://localhost:PORT --out fixtures -- sh -c 'curl "$TAPEDECK_URL/users/ada"'
 */
export function recordingCommand(
  { method, target, principal, headers, body }: RecordedRequest,
  origin: string,
  recording: Recording,
  { base }: Pick<Api, "base">,
  authorization?: string,
): string {
  const how = method === "HEAD" ? "--head " : method === "GET" ? "" : `--request ${method} `;
  // What is signed for one request is of no use to another: curl signs it anew.
  const isDigest = /^digest /i.test(authorization ?? "");
  const known = principal === anonymous || isDigest ? "" : `--token ${principal}=TOKEN `;
  const header = `--header "Authorization: ${shownScheme(authorization)}$TOKEN" `;
  const who = principal === anonymous ? "" : isDigest ? "--digest --user NAME:PASSWORD " : header;
  // Without a type, curl calls every body a form; without a body, a type says nothing.
  const told = headers.filter(([name, value]) => isPlain.test(value) && (name !== "content-type" || body !== null));
  const fields = told.map(([name, value]) => `--header "${titled(name)}: ${value.replaceAll('"', '\\"')}" `).join("");
  const what = body === null ? "" : "--data-binary @BODY ";
  // Characters with a meaning in a shell are percent-encoded: the target came from a client.
  const safe = target.replace(/[^\w/?&=%.,:;@~+*[\]-]/g, encodeForShell);
  return `${recordFrom(origin, recording, base)} ${known}-- sh -c 'curl ${how}${who}${fields}${what}"$TAPEDECK_URL${safe}"'`;
}

/**
 * Returns the command that sends recorded requests again, and replaces their answers.
 * @param requests Requests of one method and path.
 * @example
 * againCommand([request], "https://api.service.example", {}, { base: "" });
 * // npx @tapedeck/cli record --from https://api.service.example --out recordings --again 'GET /users/ada'
 */
export function againCommand(
  requests: readonly RecordedRequest[],
  origin: string,
  recording: Recording,
  { base }: Pick<Api, "base">,
): string {
  const [{ method, target } = { method: "GET", target: "/" }] = requests;
  const isOne = requests.every((each) => each.target === target);
  const asked = `${method} ${isOne ? target : `${target.replace(/\?.*/s, "")}*`}`;
  const principals = [...new Set(requests.map(({ principal }) => principal))].filter((each) => each !== anonymous);
  const known = principals.map((principal) => `--token ${shellWord(`${principal}=TOKEN`)} `).join("");
  return `${recordFrom(origin, recording, base)} ${known}--again ${shellWord(asked)}`;
}

/** Returns the beginning of a command that records. */
function recordFrom(origin: string, recording: Recording, base: string): string {
  const { out = "recordings", from = (origin === thisMachine ? `${origin}:PORT` : origin) + base } = recording;
  const written = recording.origin === undefined ? "" : ` --origin ${shellWord(recording.origin)}`;
  // Some services have a key in the path of their base URL.
  const shown = replacePlaceholders(createScrubber().text(from), () => "KEY");
  return `${commandLine} record --from ${shellWord(shown)} --out ${shellWord(out)}${written}`;
}

// What means nothing to a shell within double quotes, but for these quotes: it came from a client.
const isPlain = /^(?!.*__redacted)[\w/+.,:;=*" ()-]+$/;

function titled(name: string): string {
  return name.replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase());
}

/** Returns the scheme that was sent; none where there is none, or where it may be a secret. */
function shownScheme(authorization = ""): string {
  const [, scheme = ""] = /^([a-z][\w-]{0,31}) +\S/i.exec(authorization) ?? [];
  return scheme !== "" && looksLikeWord(scheme) ? `${scheme} ` : "";
}

/** Returns a word quoted for a shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function encodeForShell(character: string): string {
  const encoded = encodeURIComponent(character);
  return encoded === character ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : encoded;
}
