import { createScrubber, type HeaderList, headerList, type RedactOptions } from "@tapedeck/tape";
import type { Har, HarEntry } from "@tapedeck/tape/har";
import type { Finding } from "./finding.ts";

/**
 * Finds what looks like a secret: in the entries by the names of headers, parameters, cookies and members, anywhere else
 * in the file by its shape.
 * @example
 * secretsIn(har, text); // [{ kind: "secret", where: "entry 1, GET …", found: "… (github-token)", advice: "…" }]
 */
export function secretsIn({ log }: Har, text: string): readonly Finding[] {
  const then =
    log._tapedeck === undefined
      ? "then take the file over with npx @tapedeck/cli import"
      : "then run npx @tapedeck/cli verify --fix";
  const found = log.entries.flatMap((entry, at) => {
    const kinds = kindsIn(entry, log._tapedeck?.redact);
    const { method, url } = entry.request;
    return kinds.length === 0
      ? []
      : [secretFinding(`entry ${at + 1}, ${method} ${createScrubber().text(url)}`, kinds, then)];
  });
  return found.length > 0 ? found : secretLines(text, then);
}

/** The same for a file that cannot be read, or whose secret is in no entry: a name, a comment, what a tool added. */
export function secretLines(text: string, then = "then restore the file, or remove it"): readonly Finding[] {
  return text.split("\n").flatMap((line, at) => {
    const kinds = new Set<string>();
    createScrubber({ onRedact: (kind) => kinds.add(kind) }).text(line);
    return kinds.size === 0 ? [] : [secretFinding(`line ${at + 1}`, [...kinds], then)];
  });
}

function kindsIn({ request, response }: HarEntry, redact: RedactOptions = {}): readonly string[] {
  const kinds = new Set<string>();
  const scrubber = createScrubber({ ...redact, onRedact: (kind) => kinds.add(kind) });
  const { text, encoding } = response.content ?? {};
  scrubber.target(request.url);
  for (const each of [request.postData?.text, text]) if (typeof each === "string") scrubber.text(each);
  const { queryString } = request as { readonly queryString?: unknown };
  // As they stand in a query or a form: a parameter's name tells a secret.
  for (const [name, value] of [...pairs(queryString), ...pairs(request.postData?.params)])
    scrubber.text(`?${name}=${value}`);
  const cookies = [request, response].flatMap((each) => pairs((each as { readonly cookies?: unknown }).cookies));
  const fields: HeaderList = [
    ...pairs(request.headers),
    ...pairs(response.headers),
    ...cookies.map(([name, value]) => ["cookie", `${name}=${value}`] as const),
  ];
  scrubber.response({ status: 200, headers: headerList(fields), body: null });
  for (const body of [
    encoding === "base64" ? text : null,
    request.postData?._encoding === "base64" ? request.postData.text : null,
  ]) {
    if (typeof body === "string" && isBase64(body))
      scrubber.response({ status: 200, headers: [], body: { encoding: "base64", text: body } });
  }
  return [...kinds];
}

// Of any type: no more than headers has been checked.
function pairs(list: unknown): ReadonlyArray<readonly [name: string, value: string]> {
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: { readonly name?: unknown; readonly value?: unknown } | null) =>
    typeof each?.name === "string" && typeof each.value === "string" ? [[each.name, each.value] as const] : [],
  );
}

function isBase64(text: string): boolean {
  try {
    atob(text);
    return true;
  } catch {
    return false;
  }
}

function secretFinding(where: string, kinds: readonly string[], then: string): Finding {
  return {
    kind: "secret",
    where,
    found: `something that looks like a secret (${kinds.join(", ")})`,
    advice: `if it is real, revoke it first; ${then}, and take it out of the version history`,
  };
}
