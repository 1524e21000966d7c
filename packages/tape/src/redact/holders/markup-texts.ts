import { entitiesDecoded } from "../read/coded/decode.ts";
import type { Span } from "../read/span.ts";
import { isDue, type Steps } from "../steps.ts";
import type { Holders } from "./holders.ts";

const documentStart = /^\s*<[A-Za-z!?]/;
// XML 1.0, sections 3.1 and 2.6; attributes without quotes are of HTML.
const tag =
  /<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'<>=]+))?)*)\s*(\/?)>|<![A-Za-z][^<>]*>/y;
const attribute = /=\s*["']?((?<=")[^"]*|(?<=')[^']*|[^\s"']+)["']?/g;
// https://html.spec.whatwg.org/multipage/syntax.html#void-elements
const voidElement = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;
const rawElement = /^(?:script|style)$/i;
const sections = [
  ["<!--", "-->"],
  // Also a program in PHP.
  ["<?", "?>"],
  ["<![CDATA[", "]]>"],
] as const;
const entityStart = /&[#\w]{0,8}$/;
const entityEnd = /^[#\w]{0,8};/;

/**
 * Returns the texts and values of attributes in XML or HTML, or null for another text: its elements must have their ends.
 * @param isPart Whether the text is a stretch of a longer one.
 */
export function* markupTexts(text: string, isPart: boolean): Steps<Holders | null> {
  if (!isPart && !documentStart.test(text)) return null;
  const spans = yield* textsOf(text, isPart);
  if (spans === null) return null;
  const wholeAt = (at: number): number => {
    const before = entityStart.exec(text.slice(Math.max(0, at - 9), at));
    return before !== null && entityEnd.test(text.slice(at, at + 9)) ? at - before[0].length : at;
  };
  return { spans, most: spans.length, wholeAt, said: entitiesDecoded };
}

function* textsOf(text: string, isPart: boolean): Steps<readonly Span[] | null> {
  const spans: Span[] = [];
  const open: string[] = [];
  let [done, closed, raw] = [0, 0, ""];
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", Math.max(done, at + 1))) {
    if (isDue()) yield;
    const [starts, ends] = (raw === "" && sections.find(([starts]) => text.startsWith(starts, at))) || [];
    if (starts !== undefined) {
      const end = text.indexOf(ends, at + starts.length);
      spans.push({ start: done, end: at }, { start: at + starts.length, end: end < 0 ? text.length : end });
      done = end < 0 ? text.length : end + ends.length;
      continue;
    }
    tag.lastIndex = at;
    const [whole = "", isEnd = "", said = "", attributes = "", isEmpty = ""] = tag.exec(text) ?? [];
    const name = said.toLowerCase();
    if (whole === "" || (raw !== "" && (isEnd === "" || name !== raw))) continue;
    spans.push({ start: done, end: at });
    done = at + whole.length;
    raw = "";
    if (isEnd !== "") {
      closed += 1;
      if (open.length > 0 ? open.pop() !== name : !isPart) return null;
    } else if (name !== "") {
      spans.push(...valuesOf(attributes, at + 1 + name.length));
      if (isEmpty !== "" || voidElement.test(name)) continue;
      open.push(name);
      if (rawElement.test(name)) raw = name;
    }
  }
  // Of a stretch, few elements are open at its end; "<hunter2>" in a log has no end.
  if (isPart ? closed <= open.length : open.length > 0) return null;
  return [...spans, { start: done, end: text.length }];
}

function valuesOf(attributes: string, from: number): readonly Span[] {
  return Array.from(attributes.matchAll(attribute), ({ index, 0: whole, 1: value = "" }) => {
    const isQuoted = /["']$/.test(whole);
    const end = from + index + whole.length - (isQuoted ? 1 : 0);
    return { start: end - value.length, end };
  });
}
