// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source text.
import type { Change } from "./faults.ts";

/** Faults of redaction, by file below `packages/tape/src`. */
export const redactFaults: Readonly<Record<string, readonly Change[]>> = {
  "redact/judge/judge.ts": [
    ["a validation's words are hidden", 'isOrdinaryValue(value, name) && where !== "credentials"', "false"],
    ["a placeholder beside a user is hidden", 'value.endsWith(":")', "true"],
    ["a country is a code", "value.length < 4", "false"],
    ["a flag in a cookie is hidden", "isFlag(value) || isKept(name)", "isKept(name)"],
    ["a cookie of letters stays", "|| longRun.test(value)", ""],
    ["a challenge's nonce stays", "|| /nonce$|^opaque$/i.test(name)", ""],
    ["a token's word is hidden", "/tokens?$/i.test(name) && isWordToken(value, text, start)", "false"],
    ["a count is hidden", "return !isCount(name, value)", "return true"],
    ["a number that stands for another is hidden", "if (isPlaceholderNumber(value))", "if (value === null)"],
    ["what labels a field is hidden", "&& isLabelOf(name, value, rules)", "&& false"],
  ],
  "redact/judge/carried.ts": [
    ["a UUID under auth is hidden", "    uuid.test(value) ||\n", ""],
    [
      "a user and a password of Docker stay",
      "return isPair(name, value) || isToken(value) ||",
      "return isToken(value) ||",
    ],
    ["what a key may do tells nothing", "if (grants.test(object)) return !shortId.test(value);", ""],
    ["a long code that is sent stays", "|| isLongCode(value)", ""],
    ["a community of people is hidden", "ofSnmp.test(near)", "true"],
    ["a path is a key", "(isBase64 && !isPath)", "isBase64"],
    ["a code of goods is hidden", "ofCode.test(object())", "true"],
    ["India's postal code is hidden", " && !postal.test(object())", ""],
  ],
  "redact/judge/card.ts": [["an account without a card is hidden", "&& besideCard.test(beside)", ""]],
  "redact/memory/issued-authorization.ts": [
    ["two logins are one", "if (kind !== undefined) return", "if (kind === undefined) return"],
  ],
  "redact/judge/name-rules.ts": [
    ["password2 is another name", "...(spelled.at(-1)?.split(numbered) ?? [])", "...spelled.slice(-1)"],
    ["a name that is kept is hidden", "if (isIn(kept)) return null;", ""],
    ["a path is a name", 'if (place === "field" && name.includes("/")) return null;', ""],
    ["x- makes another name", 'isOfAll ? words.slice(1).join("") : bare', "bare"],
    ["the next page's token is hidden", "return !isHarmlessToken(words);", "return true;"],
    ["a cursor is hidden by its looks", "if (words.some((word) => cursors.has(word))) return false;", ""],
    ["a placeholder is a name", "    if (findPlaceholders(name).length > 0) return null;\n", ""],
  ],
  "redact/placeholder.ts": [
    ["a JWT in its place is no placeholder", "text.startsWith(jwtHeader) ? jwtId(text) : text", "text"],
    ["all numbers are one", 'Number.parseInt(tag || "0", 16)', "0"],
    ["what a list shows has the numbers of what logins issue", "isSibling = /^\\d{4}$/.test(tag)", "isSibling = false"],
  ],
  "redact/memory/pseudonym.ts": [
    ["a PIN's tag tells what it is", "Math.floor(bitsOf(value)) - hiddenBits", "Math.floor(bitsOf(value))"],
    ["an opaque value's tag is short", "export const opaqueDigits = 10", "export const opaqueDigits = 4"],
  ],
  "redact/memory/issued-placeholders.ts": [
    ["an answer's second token is the first", "freeAfter(counts.get(kind) ?? 0,", "freeAfter(0,"],
    ["the second token of a GET's answer is the first", "&& !isOthers(first) ? first", "? first"],
    ["the second cookie of a GET is the first", 'cookie === "" || !isOthers(known)', "true"],
    ["what another GET issues is what the first did", 'other === "" &&', "true &&"],
    [
      "what is issued anew gets another placeholder",
      'if (known !== undefined && (cookie !== "" || !isOthers(known))) {',
      "if (false) {",
    ],
    [
      "the second cookie of a GET gets another placeholder",
      "isCounted ? undefined : expected.renewed.get(kind)",
      "undefined",
    ],
  ],
  "redact/memory/session-names.ts": [
    ["who logs in keeps the session's name", "isFirst || sendsPassword(request)", "isFirst"],
    [
      "a user in a header names no session",
      "acts.length === 0 && response.status < 400 ? userHeaders(request) : []",
      "[]",
    ],
    ["another user's login changes nothing", "latestUser(name) === user", "true"],
    ["who logs in by a link has no name", "isLogin ? whoIn(target) : []", "[]"],
    ["a filter by a user logs in", "const isLogin = isBegun ||", "const isLogin = true ||"],
    ["a refused login names a session", "response.status < 400 && (isFirst", "(isFirst"],
    [
      "what a page shows begins a session",
      "beginsSession.test(name)),\n        body: null",
      "true),\n        body: null",
    ],
    ["what a balancer sets is somebody's", "known === undefined || known === session ? session : null", "session"],
  ],
  "redact/memory/secret-memory.ts": [
    ["nothing is followed", "if (followed.length === 0 && words.told === told) return clean;", "return clean;"],
    [
      "what was read before is not read again",
      "createTurnReader(index, () => targets.clear())",
      "createTurnReader(index, () => {})",
    ],
  ],
  "redact/memory/shown-values.ts": [
    ["what an answer showed is nobody's", "if (by === null) return;", "return;"],
    [
      "what a client sent is an answer's",
      "if (first.get(word) === undefined) first.set(word, by);",
      "first.set(word, by);",
    ],
  ],
  "redact/memory/secret-namer.ts": [
    ["an issued password is typed", "(before === undefined || isGuessable(whole))", "true"],
    ["what a client asked for is followed", "if (!shared.target.includes(value))", "if (value)"],
    ["a client's value has no tag", 'isTyped || reading === "sent") && (!isG', "isTyped) && (!isG"],
    [
      "words are hidden wherever they come",
      "const mayFollow = each === value ? !isWord : !looksLikeWord(each)",
      "const mayFollow = true",
    ],
    ["what an answer repeats loses its placeholder", "if (before !== undefined) issues(value, before);", ""],
    ["two values with one placeholder are not told", "onAmbiguous?.(placeholder);", ""],
  ],
  "redact/read/calls.ts": [
    ["arguments before their method stay", "toMethod.test(text.slice(list.end, at)) ? list.start : null", "null"],
  ],
  "redact/memory/turn-reader.ts": [
    ["what was read in turns is lost", "message.found = before.found;\n      message.fresh = before.fresh;", ""],
    ["what was read without its tags is kept", "if (waits.tags.size === 0) ", ""],
  ],
  "redact/scrubber.ts": [
    ["messages are not read", "withData(each, (data) => held(data))", "each"],
    ["a header that no list has stays", "looksOpaque(said) ||", ""],
    ["a password in x-auth stays", "|| looksTyped(name, said)", ""],
    ["Location is read as prose", "sent || leads.test(name) ? rules.carrying", "sent ? rules.carrying"],
    ["what is hidden is read once", "pass <= mostPasses", "pass <= 1"],
    ["a file of gzip is not opened", "const inner = gunzipped(binary);", "const inner = null as string | null;"],
    ["a reason is not read", "...(raw.reason !== undefined && { reason: text(raw.reason) }),", ""],
    ["a query without a name stays", "isPath.test(raw) ? readers : targetReaders", "readers"],
  ],
  "redact/judge/typed-header.ts": [["digits in x-auth stay", "login.test(name) &&", "false &&"]],
  "redact/memory/search/repeated-words.ts": [
    ["a number as a whole header stays", "if (isSent && whole.test(text))", "if (text === null)"],
    ["a number with other signs in a cookie stays", "text.matchAll(field)", '"".matchAll(field)'],
    ["a number in a path and an answer stays", "text.matchAll(number)", '"".matchAll(number)'],
    ["a number stands for itself as text alone", "word.isNumber || isOfJson(", "isOfJson("],
    ["a number in a list becomes a text", "(/[[,]\\s{0,40}-?$/.test(before) && isList(text, before))", "false"],
    ["a number in a part of a long list becomes a text", "if (!isSent) return", "if (text === null) return"],
    ["what may be a time is followed", "if (!isCommon(value)) yield", "yield"],
  ],
  "redact/memory/search/known-words.ts": [
    ["of many numbers the last ones stay", "few.size > fewNumbers ||", ""],
    ["an id that its client knew is hidden", "askedFor.get(value) !== undefined", "false"],
    [
      "a number that a client sent as a secret is not followed",
      "if (maySend(value)) tell(",
      "if (value === null) tell(",
    ],
  ],
  "redact/memory/search/secret-index.ts": [["what was forgotten is found", "forms.drop(secret);", ""]],
  "redact/memory/search/form-table.ts": [
    ["what comes after many were forgotten stays", "for (let at = 0; at < count; at++) mark(", "void ("],
  ],
  "redact/memory/search/spellings.ts": [
    ["hexadecimal of a secret stays", "[[asItStands], once, hex]", "[[asItStands], once, []]"],
    ["base64 for URLs stays", 'return [core, core.replaceAll("+", "-").replaceAll("/", "_")];', "return [core];"],
    ["base64 of base64 stays", "twice.map(numbersOf)", "[[], []]"],
    ["base64 of base64 for URLs stays", "!hasSign.test(text) ? [] :", "true ? [] :"],
  ],
  "redact/shaped-hits.ts": [
    ["a shape breaks a number", "isDocument ? numbersIn(text, isPart) : () => null", "() => null"],
  ],
  "redact/hits.ts": [
    ["of two that overlap the rest is not told apart", "value: text.slice(outer.start, end) }", "}"],
    ["of two that overlap the rest stays", "last = joined(text, last, hit.end);", "void 0;"],
    ["UTF-16 gets narrow placeholders", "asWide(signed, raw)", "signed"],
    ["an alias in a longer value goes", "last.inner.push(", "void ("],
  ],
  "redact/window.ts": [
    ["what goes on behind a part is cut", "if (start < to && end > to) to = start;", ""],
    ["a character is cut in two", "whole.length - cutOff(whole)", "whole.length"],
    ["what was hidden is not read again", "hits.length > 0 && beyond === 0", "pass < 2 && beyond === 0"],
  ],
  "redact/read/coded/decode.ts": [
    ["a URL in a URL is read once", "const mostLevels = 6;", "const mostLevels = 2;"],
    ["plus is a plus", "spaced === null ? levels : [...levels, spaced]", "levels"],
    [
      "UTF-16 is not read",
      'text.includes("\\0")) return codedOrWide',
      'text.includes("\\0\\0\\0")) return codedOrWide',
    ],
  ],
  "redact/read/json/json-members.ts": [
    ["a schema is hidden", "isMember && (isSchema(text, colon + 1, end) ||", "isMember && (false ||"],
    ["what a scheme of OpenAPI lets a client do is hidden", "|| isRequirement(text, start - 1, colon + 1))", ")"],
    ["a model's tokens are hidden", "/^token$/i.test(one) ? isDigits : ", ""],
    ["lists within lists are read again", "listed = end;", ""],
    ["what a map says of itself is hidden", "!isOfItself(name)", "true"],
    ["a public key is hidden", "isPublicKey(value) ||", ""],
  ],
  "redact/read/told-by-target.ts": [
    [
      "an id that a password is answered is a session",
      "if (isHeld && isAnswer && isOpen(path, value, isWithUser))",
      "if (false)",
    ],
    ["the session of LoopBack stays", '!(name === "id" && isWithUser)', "true"],
  ],
  "redact/read/json/secret-object.ts": [
    ["the kind of a secret is hidden", "if (isOfItself(secret, path, value, rules)) return false;", ""],
    ["a link is hidden", "if (ofLink.test(secret) && isOfLink(path, value, rules)) return false;", ""],
    ["a link that lets in stays", "ofWords.test(last)", "true"],
  ],
  "redact/holders/within-holders.ts": [
    ["the parts of strings stay", "parts.push({ ...hit, ...part, value })", "parts.push()"],
    ["an escape is cut", "end: wholeAt(Math.min(end, hit.end))", "end: Math.min(end, hit.end)"],
    ["an entity is cut", "start: wholeAt(Math.max(start, hit.start))", "start: Math.max(start, hit.start)"],
    ["a number becomes a text", "[] : [whole]", "[] : [hit]"],
  ],
  "redact/holders/json-strings.ts": [
    ["JSON ends at a value", "if (!isPart && !documentStart.test(text)) return null;", "return null;"],
    ["a stretch of JSON begins outside of a string", "for (const first of [0, 1])", "for (const first of [0])"],
  ],
  "redact/holders/form-fields.ts": [
    ["a field of a form takes the next", "if (!form.test(text)) return null;", "return null;"],
  ],
  "redact/holders/markup-texts.ts": [
    ["XML ends at a value", "if (!isPart && !documentStart.test(text)) return null;", "return null;"],
    ["text of a section is markup", "text.startsWith(starts, at)", "false"],
    ["what is no markup is cut", "if (open.length > 0 ? open.pop() !== name : !isPart) return null;", "open.pop();"],
  ],
  "redact/read/text/command-lines.ts": [
    ["the report of tests is hidden", "NICK \\S)/, isSeldom: true", "NICK \\S)/"],
    ["the rest of a line is prose", "if (!(line.behind ?? lineEnd).test(", "if (false && !lineEnd.test("],
  ],
  "redact/read/json/name-beside.ts": [
    ["a value in front of its name stays", "valueInFront(text, member.start, done, within) ??", ""],
    ["a value beyond another member stays", "[mostBetween, reachBehind] = [8,", "[mostBetween, reachBehind] = [1,"],
  ],
  "redact/read/coded/base64.ts": [
    ["padding is lost", "coded.length % 4 === 0 ? spelled :", ""],
    ["a file of gzip in base64 stays", 'const packed = "H4sI', 'const packed = "H4sJ'],
  ],
  "redact/value-parts.ts": [
    [
      "a Basic password is not known alone",
      "...(looksLikeWord(password) && !isLongNumber(password) ? [] : [password])",
      "",
    ],
  ],
  "response-parts.ts": [["trailers are not read", "trailers: change(trailers, false)", "trailers"]],
  "redact/options.ts": [
    ["a shape that fits nothing's text is taken", 'if (new RegExp(pattern, "u").test(""))', "if (false)"],
  ],
};
