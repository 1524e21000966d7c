// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source text.
import { redactFaults } from "./redact-faults.ts";
import { requestFaults } from "./request-faults.ts";

/** A small fault, made in a source as it is loaded. */
export interface Fault {
  /** Below `packages/`. */
  readonly file: string;
  /** What stands there, exactly once. */
  readonly find: string;
  readonly replace: string;
  /** What goes wrong by it. */
  readonly what: string;
}

/**
 * The text of a file with the fault made in it.
 * @throws RangeError where its place is not there exactly once.
 */
export function faultyText({ file, find, replace, what }: Fault, text: string): string {
  const times = text.split(find).length - 1;
  if (times !== 1) throw new RangeError(`Cannot make the fault "${what}": ${file} has its place ${times} times`);
  return text.replace(find, () => replace);
}

export type Change = readonly [what: string, find: string, replace: string];

/** The faults of files below the sources of a package. */
export function faultsIn(of: string, files: Readonly<Record<string, readonly Change[]>>): readonly Fault[] {
  return Object.entries(files).flatMap(([file, changes]) =>
    changes.map(([what, find, replace]) => ({ file: `${of}/src/${file}`, find, replace, what })),
  );
}

function inFile(file: string, ...changes: readonly Change[]): readonly Fault[] {
  return faultsIn("replay", { [file]: changes });
}

/** Every fault that is tried, by file. */
export const faults: readonly Fault[] = [
  ...faultsIn("tape", redactFaults),
  ...faultsIn("serve", requestFaults),
  ...inFile(
    "answer.ts",
    ["all callers share a bucket", "bucketOf(caller, ask.address);", 'bucketOf({ kind: "anonymous" }, ask.address);'],
    ["a refused request is answered", "limits && decision?.refusedBy\n", "false\n"],
    ["HEAD has a body", 'given.method === "HEAD" ? withoutBody(reply) : reply', "reply"],
    ["a refused request takes its turn", "sequence: given.sequence", "sequence: wanted.sequence"],
    ["the journal tells a refusal as paid", "decision?.refusedBy ? 0 :", "decision?.refusedBy ? 1 :"],
  ),
  ...inFile("response/chosen-response.ts", ["what is free is charged", "cost === 0", "false"]),
  ...inFile("clock.ts", ["the clock goes back when it is advanced", "shift += seconds", "shift -= seconds"]),
  ...inFile(
    "handlers/player.ts",
    ["a request takes two turns", "playCounts.add(sequence);", "playCounts.add(sequence), playCounts.add(sequence);"],
    ["the state of a login is forgotten", "    if (states !== null) settings.states.note(states);\n", ""],
    ["a reset plays no tape from its start", "playCounts.clear();\n", ""],
    [
      "a reset gives nothing back",
      "if (bucket === undefined) buckets.forgetAll();",
      "if (bucket === undefined) void 0;",
    ],
    ["parts of seconds are told", "Math.floor(clock())", "clock()"],
    ["what was spent is forgotten", "    buckets.commit(changes, at);\n", ""],
    [
      "what is weighed is given at once",
      "const found = answerTo(ask, undefined, held);",
      "const found = answerTo(ask, undefined, held);\n      give(found);",
    ],
    ["what is weighed is not what is held", "answerTo(ask, undefined, held)", "answerTo(ask)"],
  ),
  ...inFile(
    "handlers/shared-player.ts",
    ["two requests at once take the same turn", "before.then(() => answerNext(ask))", "answerNext(ask)"],
    ["after a failure nothing is answered", "before = reply.catch(() => {});", "before = reply;"],
    ["a change that was not made is taken for made", "if (held === null) return result;", "return result;"],
  ),
  ...inFile(
    "http/accept.ts",
    ["text wins where both weigh the same", '"plain") > Math.max', '"plain") >= Math.max'],
    ["a weight is not looked at", "weight === undefined ? 1 : Number(weight) || 0", "1"],
    [
      "a wide range comes before a narrow one",
      'weights.get(`${kind}/${type}`) ?? weights.get(`${kind}/*`) ?? weights.get("*/*")',
      'weights.get("*/*") ?? weights.get(`${kind}/*`) ?? weights.get(`${kind}/${type}`)',
    ],
  ),
  ...inFile(
    "http/conditional-response.ts",
    [
      "a good copy is sent again",
      'requestHeader(ask, "if-modified-since"), validators)) {',
      'requestHeader(ask, "if-modified-since"), validators) && false) {',
    ],
    [
      "HEAD is cut to a part",
      'ask.method === "GET" ? requestHeader(ask, "range") : undefined',
      'requestHeader(ask, "range")',
    ],
  ),
  ...inFile(
    "http/conditional.ts",
    ["* is no etag", 'if (ifNoneMatch.trim() === "*") return true;', ""],
    [
      "of a list of etags the first alone counts",
      "opaqueTags(ifNoneMatch).includes(opaqueTags(etag)[0] ?? etag)",
      "opaqueTags(ifNoneMatch)[0] === (opaqueTags(etag)[0] ?? etag)",
    ],
    ["etags are compared strongly", "includes(opaqueTags(etag)[0] ?? etag)", "includes(etag)"],
    [
      "a copy of the very second is stale",
      "moment(lastModified) <= moment(ifModifiedSince)",
      "moment(lastModified) < moment(ifModifiedSince)",
    ],
    [
      "a date counts beside an etag",
      "if (ifNoneMatch !== undefined) {",
      "if (ifNoneMatch !== undefined && ifModifiedSince === undefined) {",
    ],
    ["a weak etag is enough to cut", "ifRange === etag :", "opaqueTags(ifRange)[0] === opaqueTags(etag ?? '')[0] :"],
    ["the last bytes end beyond the end", "last: length - 1 };", "last: length };"],
    ["a range at the very end can be satisfied", "first >= length", "first > length"],
    [
      "a range is not ended by the end",
      'Math.min(to === "" ? length - 1 : Number(to), length - 1)',
      '(to === "" ? length - 1 : Number(to))',
    ],
  ),
  ...inFile(
    "http/response-draft.ts",
    ["a 304 has a content type", "content-(?:type|length", "content-(?:length"],
    [
      "a message without a body tells a length",
      'hasLength ? String(body.length) : status === 205 ? "0" : null',
      "String(body?.length ?? 0)",
    ],
    ["a part lacks its last byte", "slice(first, last + 1)", "slice(first, last)"],
    ["the date is not now's", "new Date(now * 1000)", "new Date(0)"],
  ),
  ...inFile(
    "index/alike.ts",
    ["two sessions share their answers", "narrow([nth]);", "void nth;"],
    ["two logins share their answers", "keep(isWithin(nearest));", ""],
    ["a user in a header gets another's session", "narrow(users);", ""],
    [
      "a session that nobody recorded gets what is for no session",
      'if (values[nth] !== "") keep((place) => header.values[place] !== "");',
      "",
    ],
    ["a tenant gets another's answer", "narrow([...headers.keys()].filter((nth) => !headers[nth]?.isIssued));", ""],
  ),
  ...inFile(
    "index/layer/stacked-index.ts",
    ["a layer hides nothing of what lies below", "!hasAny(above, layerKey(prepared, rule), pathIn(prepared))", "true"],
    ["a condition reaches what lies below", "layers.length > 1 && layer.has(anyCondition, path)", "false"],
  ),
  ...inFile(
    "index/exchange-store.ts",
    ["an override goes on where the one before it was", "opened += 1;", ""],
    [
      "an override stays below the one before it",
      "restack([{ name, bytes, layer: open(tapes) }, ...others]",
      "restack([...others.slice(0, 1), { name, bytes, layer: open(tapes) }, ...others.slice(1)]",
    ],
    ["an override cannot be removed", "if (found) restack(left);", ""],
  ),
  ...inFile("index/layer/memory-layer.ts", ["places are counted from 0", "place: at + 1", "place: at"]),
  ...inFile(
    "index/lookup.ts",
    ["the first answer is given for ever", ": Math.min(turn, length - 1))", ": 0)"],
    ["after the last answer the first comes again", ": Math.min(turn, length - 1))", ": turn % length)"],
    ["the last answer comes first", ": Math.min(turn, length - 1))", ": length - 1 - Math.min(turn, length - 1))"],
    ["/zen stays at its last line", '"cycle" ? turn % length', '"cycle" ? Math.min(turn, length - 1)'],
    ["a sequence ends one too early", "turn >= length &&", "turn >= length - 1 &&"],
    ["what was recorded under a condition is not found", "keys: [condition + anyCondition, ", "keys: ["],
    [
      "what was recorded under a condition is not preferred",
      "keys: [condition + anyCondition, ...(isOnly ? [] : [anyCondition])]",
      "keys: [...(isOnly ? [] : [anyCondition]), condition + anyCondition]",
    ],
  ),
  ...inFile(
    "index/paginate.ts",
    ["pages begin one too late", "(page.number - 1) * page.size", "page.number * page.size"],
    ["a list may be whole with an error in it", "response.status === 200 &&", ""],
    ["a list may lack its end", 'rel === "next"', 'rel === "never"'],
  ),
  ...inFile(
    "index/prepared-exchange.ts",
    ["Link leads to where it was recorded", "[name, rebase(value)] as const", "[name, value] as const"],
    ["bodies lead to where they were recorded", "whole ? text : rebase(text)", "whole ? text : text"],
    ["what one caller was sent another is sent", "if (kept.base === base) return kept;", "return kept;"],
  ),
  ...inFile("limit/buckets.ts", [
    "a bucket that is reset stays",
    "for (const name of named(bucket)) held.delete(name);",
    "",
  ]),
  ...inFile(
    "limit/quota-store.ts",
    ["a store lets the last one win", "if (!changes.every(", "if (false && !changes.every("],
    ["a store makes some of the changes", "!changes.every(", "!changes.some("],
    [
      "a store does not look at what was used",
      "one.size === other.length && other.every(([name, value]) => sameValue(one.get(name), value))",
      "true",
    ],
    ["a store makes no change", "  commit(held, changes);\n", ""],
  ),
  ...inFile(
    "limit/limits.ts",
    ["another API spends the first one's", 'prefix: isFirst ? "" : `${name}: `', 'prefix: ""'],
    ["all accounts are nobody", 'account === undefined || caller.kind !== "known" ? named', "true ? named"],
    ["a free request opens no window", "return from === to ? [] :", "return true ? [] :"],
    ["what is in flight is never released", "limiter.settle(bucketsOf(limits, held), decision, null, now)", "[]"],
  ),
  ...inFile("limit/rate-limited.ts", [
    "a refusal names the address of an account",
    "accountOf(caller) ?? ask.address",
    "ask.address",
  ]),
  ...inFile(
    "login/client-sessions.ts",
    ["clients share a session", "open(++latest)", "open(latest)"],
    ["clients share a session at upstream", "hasUpstream || ", ""],
    [
      "a client's session keeps the name that it had",
      "if (session) session.name = nameAfter",
      "if (session) nameAfter",
    ],
  ),
  ...inFile("login/stand-ins.ts", [
    "any session stands for the only recorded one, also after the first",
    "if (sentFor.has(`${place} ${said}`)) return false;",
    "",
  ]),
  ...inFile("login/account.ts", ["a refreshed login is another's", "for (const each of sent) left.add(each);", ""]),
  ...inFile(
    "match/explain.ts",
    [
      "the farthest recording is called the closest",
      "distance(a.differences) - distance(b.differences)",
      "distance(b.differences) - distance(a.differences)",
    ],
    ["a miss is a 404", "    status: 501,\n    headers", "    status: 404,\n    headers"],
  ),
  ...inFile(
    "match/matchers.ts",
    ["bodies are not compared", '"principal", "body"]', '"principal"]'],
    ["queries are not compared", 'target.includes("?") ? target.slice(target.indexOf("?")) : ""', '""'],
  ),
  ...inFile("memoize.ts", [
    "everything is remembered for ever",
    "if (isCached && known.size >= most) known.clear();",
    "",
  ]),
  ...inFile(
    "request/principal.ts",
    ["two tokens of one account have a bucket each", "`account ${caller.account}`", "`account ${caller.alias}`"],
    [
      "a description says which recordings a credential gets",
      "principalIn(authorization, credentials) }",
      'caller.kind === "known" ? caller.alias : anonymous }',
    ],
    ["all addresses share a bucket", "`address ${address}`", '"address 127.0.0.1"'],
  ),
  ...inFile("http/message.ts", ["a recorded range is not found", '"range", "upgrade"]', '"upgrade"]']),
  ...inFile(
    "request/request-context.ts",
    ["what nobody sees comes before the caller's own", ": [principal, anonymous]", ": [anonymous, principal]"],
    ["the caller's own recordings are not looked at", ": [principal, anonymous]", ": [anonymous]"],
    [
      "HEAD does not find what was recorded for GET",
      '? ["HEAD", "GET"] : [request.method]',
      "? [request.method] : [request.method]",
    ],
  ),
  ...inFile("response/described-response.ts", [
    "a preflight is charged",
    '"access-control-request-headers")), 0)',
    '"access-control-request-headers")), 1)',
  ]),
  ...inFile(
    "response/select-response.ts",
    [
      "a server's own failure is charged",
      'status >= 500 || method === "OPTIONS" ? 0 : 1',
      'method === "OPTIONS" ? 0 : 1',
    ],
    ["a recorded preflight is charged", '|| method === "OPTIONS" ? 0 : 1', "? 0 : 1"],
    ["an error can be unmodified", "validators: status === 200 &&", "validators: status >= 200 &&"],
    ["the world's HEAD is no GET", "{ ...request, method, headers: [] }", "{ ...request, headers: [] }"],
  ),
];
