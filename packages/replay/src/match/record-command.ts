import type { Api } from "@tapedeck/api";
import { anonymous, type RecordedRequest } from "@tapedeck/tape";

/** Where what is missing would be recorded, as far as the player was told. */
export interface Recording {
  /** The folder that is replayed. Default: `recordings`. */
  readonly out?: string;
  /** Base URL of the live API. Default: the origin that the recordings name. */
  readonly from?: string;
  /** The origin that is written in place of the live one. Default: none is. */
  readonly origin?: string;
  /** How a test records it, in place of a command. Advice then names options as code has them. */
  readonly inTest?: string;
}

/** Runs the command line wherever npm is; `tapedeck` alone is another package on npm. */
const commandLine = "npx @tapedeck/cli";

/** Origin in recordings of a service on this machine: its port means nothing on the next day. */
const thisMachine = "http://localhost";

/**
 * The command that records a request; values that it cannot know stand in capitals.
 * @param origin The one that the nearest recordings name.
 * @example
 * recordingCommand(request, "http://localhost", { out: "fixtures" });
 * // npx @tapedeck/cli record --from http://localhost:PORT --out fixtures -- sh -c 'curl "$TAPEDECK_URL/users/ada"'
 */
export function recordingCommand(
  { method, target, principal, body }: RecordedRequest,
  origin: string,
  recording: Recording,
  { credentials }: Pick<Api, "credentials">,
): string {
  const { out = "recordings", from = origin === thisMachine ? `${origin}:PORT` : origin } = recording;
  const written = recording.origin === undefined ? "" : `--origin ${word(recording.origin)} `;
  const how = method === "HEAD" ? "--head " : method === "GET" ? "" : `--request ${method} `;
  const known = principal === anonymous ? "" : `--token ${principal}=TOKEN `;
  const who = principal === anonymous ? "" : `--header "${credentialHeader(credentials)}$TOKEN" `;
  const what = body === null ? "" : "--data @BODY ";
  // Characters that mean more than text to a shell are percent-encoded: the target came from a client.
  const safe = target.replace(/[^\w/?&=%.,:;@~+*[\]-]/g, encodeForShell);
  return `${commandLine} record --from ${word(from)} --out ${word(out)} ${written}${known}-- sh -c 'curl ${how}${who}${what}"$TAPEDECK_URL${safe}"'`;
}

/** The header that carries a credential, as far as the place for it. */
function credentialHeader(forms: Api["credentials"]): string {
  for (const form of forms) {
    if ("scheme" in form) return `Authorization: ${form.scheme === "bearer" ? "Bearer" : form.scheme} `;
    if ("header" in form) return `${form.header}: `;
    if ("cookie" in form) return `Cookie: ${form.cookie}=`;
  }
  return "Authorization: Bearer ";
}

/** A word as a shell takes it. */
function word(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function encodeForShell(character: string): string {
  const encoded = encodeURIComponent(character);
  return encoded === character ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : encoded;
}
