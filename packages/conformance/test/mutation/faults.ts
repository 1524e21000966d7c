// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source text.
/** A small fault, made in `packages/replay/src` as it is loaded. */
export interface Fault {
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

type Change = readonly [what: string, find: string, replace: string];

function inFile(file: string, ...changes: readonly Change[]): readonly Fault[] {
  return changes.map(([what, find, replace]) => ({ file, find, replace, what }));
}

/** Every fault that is tried, by file. */
export const faults: readonly Fault[] = [
  ...inFile(
    "quota.ts",
    ["the last request of a window is refused", "used > current.limit", "used >= current.limit"],
    ["a window allows one too many", "used > current.limit", "used > current.limit + 1"],
    ["a refusal moves the counter", "allowed: false, quota: current", "allowed: false, quota: { ...current, used }"],
    [
      "the window slides with use",
      "allowed: true, quota: { ...current, used }",
      "allowed: true, quota: { ...current, used, resetsAt: now + current.windowSeconds }",
    ],
    ["what is free is charged", "current.used + cost", "current.used + 1"],
    ["a jitter where there should be none", "if (jitterSeconds === 0) return quota;", "jitterSeconds ||= 1;"],
    ["a jitter beyond its bound", "asked % (jitterSeconds + 1)", "asked % (jitterSeconds + 2)"],
    ["a jitter to one side alone", "% 2 === 0 ? 1 : -1", "% 2 === 0 ? 1 : 1"],
    ["a window lasts a second too long", "now < quota.resetsAt ?", "now <= quota.resetsAt ?"],
    ["a window ends a second too early", "now < quota.resetsAt ?", "now < quota.resetsAt - 1 ?"],
    [
      "a clock set back opens a new window",
      "now < quota.resetsAt ?",
      "now < quota.resetsAt && now >= quota.resetsAt - quota.windowSeconds ?",
    ],
    ["a window begins with one spent", "windowSeconds, used: 0,", "windowSeconds, used: 1,"],
    ["remaining is one too few", "String(limit - used)", "String(limit - used - 1)"],
    ["the reset is told in milliseconds", "String(resetsAt)", "String(resetsAt * 1000)"],
  ),
  ...inFile(
    "accept.ts",
    ["text wins where both weigh the same", "ranges) > Math.max", "ranges) >= Math.max"],
    ["a weight is not looked at", "weight === undefined ? 1 : Number(weight.slice(2)) || 0", "1"],
    ["a wide range comes before a narrow one", '[type, `${kind}/*`, "*/*"]', '["*/*", `${kind}/*`, type]'],
  ),
  ...inFile(
    "answer.ts",
    ["all callers share a bucket", "bucketOf(caller, ask.address);", 'bucketOf({ kind: "anonymous" }, ask.address);'],
    [
      "a credential has the limit of those without",
      "limitOf(profile, accountOf(caller))",
      "limitOf(profile, undefined)",
    ],
    ["a secondary refusal is charged", "given === wanted ? primary.quota : held", "primary.quota"],
    ["the secondary limit is never met", "slow?.allowed === false", "false"],
    ["what is free counts for the secondary limit", "Math.min(cost, 1)", "1"],
    ["city counts have counters", "quota: metered ? tell(paid) : null", "quota: tell(paid)"],
    ["city counts open a window", "quotas: metered\n", "quotas: true\n"],
    ["HEAD has a body", 'ask.method === "HEAD" ? withoutBody(reply) : reply', "reply"],
    ["a refused request takes its turn", "sequence: given.sequence", "sequence: wanted.sequence"],
    ["the journal tells a refusal as paid", "cost: given.cost ?? 0", "cost: wanted.cost ?? 0"],
    ["a secondary limit forgets what was asked", "[[paceBucket(bucket), slow.quota] as const]", "[]"],
  ),
  ...inFile(
    "caller.ts",
    ["two tokens of one account have a bucket each", "`account ${caller.account}`", "`account ${caller.principal}`"],
    ["all addresses share a bucket", "`address ${address}`", '"address 127.0.0.1"'],
    ["an unknown credential is let in", "(known.get(token) ?? bad)", "(known.get(token) ?? anyone)"],
    ["a malformed credential is none", "if (token === null) return bad;", "if (token === null) return nobody;"],
    ["Bearer is no credential", '    case "bearer":\n', ""],
    ["Basic takes the account for the token", "/^[^:]*:(.+)$/s", "/^([^:]*):.+$/s"],
  ),
  ...inFile(
    "candidate.ts",
    [
      "a server's own failure is charged",
      'status >= 500 || method === "OPTIONS" ? 0 : 1',
      'method === "OPTIONS" ? 0 : 1',
    ],
    ["a recorded preflight is charged", '|| method === "OPTIONS" ? 0 : 1', "? 0 : 1"],
    ["a bad credential is free", "badCredentials(profile), 1)", "badCredentials(profile), 0)"],
    ["the overview is charged", "overview(profile, held), 0)", "overview(profile, held), 1)"],
    ["a preflight is charged", '"access-control-request-headers")), 0)', '"access-control-request-headers")), 1)'],
    ["a miss is charged", 'decided("miss", draft, 0)', 'decided("miss", draft, 1)'],
    ["a 405 is free", "methodNotAllowed(profile), 1)", "methodNotAllowed(profile), 0)"],
    ["a 401 is free", "authenticationRequired(profile), 1)", "authenticationRequired(profile), 0)"],
    ["a 404 in place of a miss is free", "notFound(profile), 1)", "notFound(profile), 0)"],
    ["the own account is anybody's", "if (needsCredential(route)) return [principal];", ""],
    ["what nobody sees comes before the caller's own", ": [principal, anonymous]", ": [anonymous, principal]"],
    ["the caller's own recordings are not looked at", ": [principal, anonymous]", ": [anonymous]"],
    ["an error can be unmodified", "validators: status === 200 &&", "validators: status >= 200 &&"],
    [
      "HEAD does not find what was recorded for GET",
      '? ["HEAD", "GET"] : [request.method]',
      "? [request.method] : [request.method]",
    ],
    ["a preflight needs a good credential", ' && ask.method !== "OPTIONS" && isMetered', " && isMetered"],
    ["a city count needs a good credential", '"OPTIONS" && isMetered(place.route)', '"OPTIONS"'],
    ["a path outside the contract is not found", '"not-found" && place.route !== "other"', '"not-found"'],
    ["a caller without a credential gets a miss", 'caller.kind === "anonymous")\n', "false)\n"],
    ["ids are not led to names", "profile.idRoutes ? namedTarget", "false ? namedTarget"],
    ["the world's HEAD is no GET", "{ ...request, method, headers: [] }", "{ ...request, headers: [] }"],
  ),
  ...inFile(
    "tailor.ts",
    ["a 304 is charged to a credential", '[known ? "token" : "anonymous"]', '["anonymous"]'],
    ["a 304 is free for everybody", 'cost && profile.notModifiedCost[known ? "token" : "anonymous"]', "cost && 0"],
    [
      "a good copy is sent again",
      'headerOf(ask, "if-modified-since"), validators)) {',
      'headerOf(ask, "if-modified-since"), validators) && false) {',
    ],
    ["HEAD is cut to a part", 'ask.method === "GET" && mayCut', "mayCut"],
    ["every profile has private caches", "profile.privateCache && known ?", "known ?"],
    [
      "a recorded 304 costs what a 200 costs",
      "if (draft.status === 304) return { ...candidate, draft, cost: unmodifiedCost };",
      "",
    ],
  ),
  ...inFile(
    "conditional.ts",
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
  ),
  ...inFile(
    "range.ts",
    ["the last bytes end beyond the end", "last: length - 1 };", "last: length };"],
    ["a range at the very end can be satisfied", "first >= length", "first > length"],
    [
      "a range is not ended by the end",
      'Math.min(to === "" ? length - 1 : Number(to), length - 1)',
      '(to === "" ? length - 1 : Number(to))',
    ],
  ),
  ...inFile(
    "draft.ts",
    ["a 304 has a content type", "content-(?:type|length", "content-(?:length"],
    [
      "a message without a body tells a length",
      'if (draft.body !== null) headers.push(["content-length", String(draft.body.length)])',
      'headers.push(["content-length", String(draft.body?.length ?? 0)])',
    ],
    ["a part lacks its last byte", "slice(first, last + 1)", "slice(first, last)"],
    ["the date is not now's", "new Date(now * 1000)", "new Date(0)"],
  ),
  ...inFile(
    "deck.ts",
    ["the first answer is given for ever", ": Math.min(turn, cards.length - 1)]", ": 0]"],
    ["after the last answer the first comes again", ": Math.min(turn, cards.length - 1)]", ": turn % cards.length]"],
    [
      "the last answer comes first",
      ": Math.min(turn, cards.length - 1)]",
      ": cards.length - 1 - Math.min(turn, cards.length - 1)]",
    ],
    ["/zen stays at its last line", '"cycle" ? turn % cards.length', '"cycle" ? Math.min(turn, cards.length - 1)'],
    ["a sequence ends one too early", "turn >= cards.length &&", "turn >= cards.length - 1 &&"],
    [
      "anybody's refusal is everybody's",
      "?? deck.refusals.get(request.principal)?.[0]",
      "?? [...deck.refusals.values()][0]?.[0]",
    ],
    ["what was recorded under a condition is not found", '[condition, ""]', '[""]'],
    ["what was recorded under a condition is not preferred", '[condition, ""]', '["", condition]'],
    [
      "one of the played counts as unplayed",
      "cards.slice(turns.get(id) ?? 0)",
      "cards.slice(Math.max(0, (turns.get(id) ?? 0) - 1))",
    ],
  ),
  ...inFile(
    "layer.ts",
    [
      "/zen is whose it was recorded for",
      "ignoresCredential(route) ? anonymous : request.principal",
      "request.principal",
    ],
    ["places are counted from 0", "place: at + 1", "place: at"],
  ),
  ...inFile(
    "stack.ts",
    ["a layer hides nothing of what lies below", "!taken.has(layerKey(card, rule))", "true"],
    ["layers share their turns", 'layer === "" ? key :', "layer !== undefined ? key :"],
  ),
  ...inFile(
    "collection.ts",
    ["a patch goes on where the one before it was", "laid += 1;", ""],
    [
      "a patch stays below the one before it",
      "restack([[name, layer], ...patches",
      "restack([...patches.slice(0, 1), [name, layer], ...patches.slice(1)",
    ],
    ["a patch cannot be taken away", "if (found) restack(left);", ""],
  ),
  ...inFile(
    "buckets.ts",
    ["all callers share a pace", "return `secondary ${bucket}`", 'return "secondary"'],
    ["an ended window is shown", "[bucket, at(quota, now)]", "[bucket, quota]"],
    [
      "a window that has ended is used up, and not the new one",
      "at(held.get(bucket) ?? freshQuota(limitOf(profile, account), profile.windowSeconds, now), now)",
      "held.get(bucket) ?? freshQuota(limitOf(profile, account), profile.windowSeconds, now)",
    ],
    ["an account is used up to the limit of those without", "limitOf(profile, account)", "limitOf(profile, undefined)"],
    [
      "one request is left",
      "Math.min(before.used, most) : most - remaining",
      "Math.min(before.used, most) : most - remaining - 1",
    ],
  ),
  ...inFile(
    "player.ts",
    ["a request takes two turns", "(turns.get(sequence) ?? 0) + 1", "(turns.get(sequence) ?? 0) + 2"],
    ["request ids go on after a reset", "misses = [];\n      asked = 0;", "misses = [];"],
    ["a reset plays no tape from its start", "turns.clear();\n", ""],
    ["a reset leaves patches where they are", "collection.liftAll();\n", ""],
    ["a reset gives nothing back", "reset: () => {\n      buckets.forgetAll();", "reset: () => {"],
    ["parts of seconds are told", "Math.floor(clock())", "clock()"],
    ["what was spent is forgotten", "for (const [bucket, quota] of paid) buckets.put(bucket, quota);", ""],
    [
      "what is weighed is given at once",
      "const found = answerTo(ask, undefined, held);",
      "const found = answerTo(ask, undefined, held);\n      give(found);",
    ],
    ["what is weighed is not what is held", "answerTo(ask, undefined, held)", "answerTo(ask)"],
  ),
  ...inFile("clock.ts", ["the clock goes back when it is advanced", "shift += seconds", "shift -= seconds"]),
  ...inFile(
    "route.ts",
    ["a page of anything is taken for a page", 'if (route !== "other") settlePaging', "settlePaging"],
    ["of a repeated parameter the first counts", "new Map(searchParams)", "new Map([...searchParams].reverse())"],
    ["the order of parameters matters", "(a < b ? -1 : 1)", "0"],
    ["/user/repos needs no credential", 'route === "own-user" || route === "own-repositories"', 'route === "own-user"'],
    ["city counts are counted", 'return route !== "city-count";', "return true;"],
    ["/zen is each caller's own", "return route === rotating;", "return false;"],
    ["paging parameters count on a single resource", "if (!list) return;", ""],
  ),
  ...inFile(
    "page.ts",
    [
      "there is a page 0",
      'Math.max(1, wholeNumber(parameters.get("page")) ?? 1)',
      'wholeNumber(parameters.get("page")) ?? 1',
    ],
    ["a page may have 101 items", "const largestSize = 100", "const largestSize = 101"],
    ["the last page is left out", "Math.ceil(length / size)", "Math.floor(length / size)"],
    ["the last page has a next", "number < last ?", "number <= last ?"],
    ["behind the end, prev leads to where there is nothing", "Math.min(number - 1, last)", "number - 1"],
  ),
  ...inFile(
    "whole-list.ts",
    ["pages begin one too late", "(page.number - 1) * page.size", "page.number * page.size"],
    ["a page is cut from another caller's list", "each.principal === request.principal &&", ""],
    ["a list may be whole with an error in it", "response.status === 200 &&", ""],
    ["a list may lack its end", 'rel === "next"', 'rel === "never"'],
    ["every page has the etag of the first", '`-${page.number}-${page.size}"`', "'\"'"],
  ),
  ...inFile("id-route.ts", [
    "a user's id leads to an organisation",
    "`/users/${login}/repos`",
    "`/orgs/${login}/repos`",
  ]),
  ...inFile(
    "rate-limit-route.ts",
    ["the overview says that all remains", "remaining: limit - used", "remaining: limit"],
    ["the overview tells the window's length", "reset: resetsAt", "reset: limit"],
  ),
  ...inFile(
    "refusal.ts",
    [
      "a recorded refusal of another status is given",
      "recorded?.card.exchange.response.status === profile.refusal.status && ",
      "recorded && ",
    ],
    ["the journal tells a cost of refusals", "cost: 0, validators", "cost: 1, validators"],
    [
      "a refusal names the address of an account",
      'caller.kind === "known" ? caller.account : ask.address',
      "ask.address",
    ],
  ),
  ...inFile(
    "card.ts",
    ["recorded counters are sent", "limit|remaining|reset|used", "limit|remaining|reset"],
    ["the values of headers keep the vendor's word", "namesVendor(name) ? rename(value) : value", "value"],
    ["Link leads to where it was recorded", "pointsSomewhere(name) ? rebase(value) : value", "value"],
    ["bodies lead to where they were recorded", 'rebase(compact ?? "")', 'compact ?? ""'],
    ["what one caller was sent another is sent", "rendered.get(base)", "rendered.values().next().value"],
  ),
  ...inFile(
    "decisions.ts",
    ["no page may read a decision", '["access-control-allow-origin", "*"],', ""],
    [
      "a refusal always tells the wait",
      '"#rate-limiting");\n  return retryAfter ?',
      '"#rate-limiting");\n  return true ?',
    ],
    [
      "a secondary refusal never tells the wait",
      '"#about-secondary-rate-limits");\n  return retryAfter ?',
      '"#about-secondary-rate-limits");\n  return false ?',
    ],
    [
      "a preflight lets through the usual headers alone",
      '["access-control-allow-headers", wanted]',
      '["access-control-allow-headers", usualHeaders]',
    ],
  ),
  ...inFile(
    "explain.ts",
    [
      "the farthest recording is called the closest",
      "a.differences.length - b.differences.length",
      "b.differences.length - a.differences.length",
    ],
    ["a miss is a 404", "    status: 501,\n    headers", "    status: 404,\n    headers"],
  ),
  ...inFile("difference.ts", [
    "what is the same is called different",
    "=== matchers[part](recorded) ? []",
    "!== matchers[part](recorded) ? []",
  ]),
  ...inFile(
    "matchers.ts",
    ["the order of JSON members matters", "(a < b ? -1 : 1)", "0"],
    ["bodies are not compared", '"principal", "body"]', '"principal"]'],
    ["queries are not compared", 'target.includes("?") ? target.slice(target.indexOf("?")) : ""', '""'],
  ),
  ...inFile("nearest-path.ts"),
  ...inFile("inquiry.ts", ["a recorded range is not found", '"if-none-match", "range"]', '"if-none-match"]']),
  ...inFile("memory.ts", ["everything is remembered for ever", "if (known.size >= most) known.clear();", ""]),
  ...inFile(
    "profile.ts",
    ["an alias has no limit of its own", "limits[account] ?? limits[anyToken] ?? 0", "limits[anyToken] ?? 0"],
    [
      "github charges a 304",
      "notModifiedCost: { anonymous: 1, token: 0 }",
      "notModifiedCost: { anonymous: 1, token: 1 }",
    ],
  ),
  ...inFile(
    "quota-store.ts",
    ["a store lets the last one win", "if (!changes.every(", "if (false && !changes.every("],
    ["a store makes some of the changes", "!changes.every(", "!changes.some("],
    ["a store does not look at what was used", "a.used === b.used &&", ""],
    ["a store keeps what it should let go", "if (to === null) held.delete(bucket);", "if (to === null) continue;"],
  ),
  ...inFile(
    "shared-player.ts",
    ["two requests at once take the same turn", "before.then(() => answerNext(ask))", "answerNext(ask)"],
    ["after a failure nothing is answered", "before = reply.catch(() => {});", "before = reply;"],
    [
      "a change that was not made is taken for made",
      "|| (await store.swap(changes))) return result;",
      "|| (await store.swap(changes)) || true) return result;",
    ],
  ),
];
