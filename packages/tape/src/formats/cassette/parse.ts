// Parses a cassette's YAML (or JSON) to plain data; tags construct nothing. `interaction.ts` interprets the data.

import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseAllDocuments } from "yaml";
import { isBytes } from "../../body/body.ts";
import { RecordingSyntaxError } from "../../recording-error.ts";
import { checkArgument } from "../../text/check-options.ts";
import { bytesOfBase64 } from "../imported.ts";
import { parseForeignJson } from "../json.ts";
import { Unsupported } from "../part-reader.ts";
import { limits, mebibytes } from "../text.ts";
import { indentQuotes } from "./indent-quotes.ts";

/** Data of a cassette. YAML scalars stay text as written: in a body, `1.0` is not the number one. */
export type Data = string | number | boolean | null | Uint8Array | readonly Data[] | DataRecord;
export interface DataRecord {
  readonly [name: string]: Data;
}

/** An interaction, read on demand: a faulty one must not affect the others. */
interface Item {
  /** Its place for people: `interaction 3 (line 120)`. */
  readonly place: string;
  /** @throws Unsupported for a tag that is not data, or aliases that expand too far. */
  readonly read: () => Data;
}

/** The content of a cassette file. */
interface Cassette {
  readonly items: readonly Item[];
  /** The members besides the interactions: `recorded_with`, `version`. */
  readonly label: DataRecord;
}

/** The member with the interactions, by tool. */
const lists = ["http_interactions", "interactions"];

/**
 * Parses a cassette: JSON, or YAML of one or several documents. Tags construct nothing: those that the tools write for
 * texts, bytes, tuples and their own records are read as the data beneath; any other excludes its interaction.
 * @throws RecordingSyntaxError for text that is neither, with line and column, and without quoting it.
 * @see YAML 1.2.2; YAML 1.1 type `binary`
 */
export function parseCassette(text: string, file: string): Cassette {
  checkArgument("read a cassette", "its text", text, "string");
  const advice = { broken: "restore it from version control, or record it again" };
  if (/^\uFEFF?\s*[[{]/.test(text)) return fromData(parseForeignJson(text, file, advice) as Data);
  const { documents, counter } = parseYaml(text, file);
  const found = documents.map((document, at) =>
    fromDocument(document, counter, documents.length > 1 ? `document ${at + 1}, ` : ""),
  );
  return { items: found.flatMap(({ items }) => items), label: Object.assign({}, ...found.map(({ label }) => label)) };
}

/** Returns the first document of a YAML file as JSON text, with numbers and words by YAML 1.2. */
export function yamlToJson(text: string, file: string): string {
  const [document] = parseYaml(text, file, "core").documents;
  try {
    return JSON.stringify(document?.toJS({ maxAliasCount: 1000 }) ?? null);
  } catch {
    throw new RecordingSyntaxError(file, "its aliases stand for too much; save it as JSON");
  }
}

function parseYaml(
  text: string,
  file: string,
  schema: "core" | "failsafe" = "failsafe",
): { readonly documents: readonly Document[]; readonly counter: LineCounter } {
  if (text.length > limits.yaml) {
    throw new RecordingSyntaxError(
      file,
      `it is YAML of ${mebibytes(text.length)}, and ${mebibytes(limits.yaml)} are read; split it, or keep it as JSON`,
    );
  }
  const counter = new LineCounter();
  let documents: readonly Document[];
  try {
    documents = documentsIn(text, schema, counter);
    if (documents.some(({ errors }) => errors.length > 0)) {
      const again = new LineCounter();
      const repaired = documentsIn(indentQuotes(text), schema, again);
      if (repaired.every(({ errors }) => errors.length === 0)) return { documents: repaired, counter: again };
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RecordingSyntaxError(file, "it is YAML that is nested too deeply; record it again");
  }
  const [error] = documents.flatMap(({ errors }) => errors);
  if (error === undefined) return { documents, counter };
  const { line, col } = counter.linePos(error.pos[0]);
  const conflict = text.split("\n").findIndex((each) => /^(?:<{7}|>{7})\s/.test(each));
  const wrong =
    conflict !== -1
      ? `it holds a merge conflict, at line ${conflict + 1}`
      : error.code === "DUPLICATE_KEY"
        ? `a name stands twice in one map, at line ${line}, column ${col}: which of the two was meant cannot be told`
        : `it is no YAML, at line ${line}, column ${col} (${error.code.toLowerCase().replaceAll("_", " ")})`;
  // The parser's own message may quote the text.
  throw new RecordingSyntaxError(file, `${wrong}; mend it, or record it again`);
}

function documentsIn(text: string, schema: "core" | "failsafe", lineCounter: LineCounter): readonly Document[] {
  const options = { schema, lineCounter, logLevel: "silent", prettyErrors: false, strict: false } as const;
  const parsed = parseAllDocuments(text, options);
  return Array.isArray(parsed) ? parsed : [];
}

function fromData(data: Data): Cassette {
  const label = isRecord(data) ? data : {};
  const alone = isRecord(data) && isRecord(data["request"]) ? [data] : [];
  const list = isRecord(data) ? (lists.map((name) => data[name]).find(Array.isArray) ?? alone) : data;
  const items = (Array.isArray(list) ? (list as readonly Data[]) : []).map(
    (item, at): Item => ({ place: `interaction ${at + 1}`, read: () => item }),
  );
  return { items, label };
}

function fromDocument(document: Document, counter: LineCounter, before: string): Cassette {
  const top = document.contents;
  const reader = dataReader(document, counter);
  const label: Record<string, Data> = {};
  let list: unknown = top;
  if (isMap(top)) {
    list = null;
    for (const { key, value } of top.items) {
      const name = isScalar(key) ? String(key.value) : "";
      if (lists.includes(name)) list = value;
      else if (isScalar(value)) label[name] = value.source ?? null;
    }
  }
  const items = isSeq(list) ? list.items : [];
  return {
    label,
    items: items.map((node, at): Item => {
      const start = (node as Node | null)?.range?.[0];
      const line = start === undefined ? "" : ` (line ${counter.linePos(start).line})`;
      return { place: `${before}interaction ${at + 1}${line}`, read: () => reader(node) };
    }),
  };
}

/** Tags for plain data: nothing is ever constructed from them. */
const plainTags: readonly RegExp[] = [
  /^!$/,
  /^tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq|omap|set|timestamp|python\/(?:unicode|str|tuple|list|dict|bytes|none|int|long|bool|float))$/,
  /^!(?:str|ruby\/(?:struct|object):VCR::(?:HTTPInteraction|Request|Response|ResponseStatus)|ruby\/(?:hash|string|array|sym|symbol)(?::[\w:]+)?)$/,
  /^tag:yaml\.org,2002:python\/object(?:\/new|\/apply)?:(?:vcr\.request\.(?:Request|HeadersDict)|(?:__builtin__|builtins)\.(?:frozenset|set))$/,
];
// Header names of aiohttp: strings that are made of a list of one.
const wrappedString = /^tag:yaml\.org,2002:python\/object\/(?:apply|new):multidict\.(?:\w+\.)?istr$/;
const binaryTag = /^(?:tag:yaml\.org,2002:|!)(?:binary|python\/bytes)$/;

/** The member in which some serializers of vcrpy store the value of JSON in place of its text. */
const parsedBody = "parsed_body";
const jsonScalar = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/** Makes a reader of nodes that counts everything it has read, which bounds the expansion of aliases. */
function dataReader(document: Document, counter: LineCounter): (node: unknown) => Data {
  let nodes = 0;
  let characters = 0;
  // Searching for one means walking through the document.
  const targets = new Map<Node, Node | undefined>();
  // Every access to a node goes through here.
  const enter = (node: unknown, depth: number): unknown => {
    nodes += 1;
    if (isScalar(node)) characters += node.source?.length ?? 0;
    if (depth > limits.yamlDepth) throw new Unsupported(`it is nested more than ${limits.yamlDepth} levels deep`);
    if (nodes > limits.yamlNodes || characters > limits.file)
      throw new Unsupported("its aliases stand for more than a file may hold");
    if (!isAlias(node)) return check(node as Node | null);
    if (!targets.has(node)) targets.set(node, node.resolve(document));
    const target = targets.get(node);
    if (target === undefined) throw new Unsupported(`its alias${lineOf(node)} stands for nothing`);
    return enter(target, depth);
  };
  const read = (entered: unknown, depth: number): Data => {
    const node = enter(entered, depth);
    if (isScalar(node)) {
      const text = node.source ?? "";
      if (binaryTag.test(node.tag ?? "")) return bytesOfBase64(text, `its !!binary${lineOf(node)}`);
      return node.type === "PLAIN" && /^(?:|~|null|Null|NULL)$/.test(text) ? null : text;
    }
    if (isSeq(node) && wrappedString.test(node.tag ?? "")) return read(node.items[0], depth + 1);
    if (isSeq(node)) return node.items.map((each) => read(each, depth + 1));
    if (!isMap(node)) return null;
    const record: Record<string, Data> = Object.create(null);
    for (const { key, value } of node.items) {
      // Ruby's symbols.
      const name = String(read(key, depth + 1)).replace(/^:(?=\w)/, "");
      record[name] = name === parsedBody ? jsonOf(value, depth + 1) : read(value, depth + 1);
    }
    return record;
  };
  // By the text, so that every digit and the order of names stay.
  const jsonOf = (entered: unknown, depth: number): string => {
    const node = enter(entered, depth);
    if (isSeq(node)) return `[${node.items.map((each) => jsonOf(each, depth + 1)).join(",")}]`;
    if (isMap(node)) {
      const members = node.items.map(
        ({ key, value }) => `${JSON.stringify(String(read(key, depth + 1)))}:${jsonOf(value, depth + 1)}`,
      );
      return `{${members.join(",")}}`;
    }
    const text = isScalar(node) ? (node.source ?? "") : "";
    const isPlain = isScalar(node) && node.type === "PLAIN";
    if (isPlain && jsonScalar.test(text)) return text;
    return isPlain && /^(?:|~|null)$/.test(text) ? "null" : JSON.stringify(text);
  };
  const lineOf = ({ range }: Node): string => (range ? ` at line ${counter.linePos(range[0]).line}` : "");
  const check = (node: Node | null): Node | null => {
    const tag = node?.tag;
    if (!node || tag === undefined) return node;
    if ([binaryTag, wrappedString, ...plainTags].some((each) => each.test(tag))) return node;
    const name = tag.replace("tag:yaml.org,2002:", "!!").slice(0, 60);
    throw new Unsupported(`it has the tag ${name}${lineOf(node)}, which is no data and is never carried out`);
  };
  return (node) => read(node, 0);
}

export function isRecord(data: Data | undefined): data is DataRecord {
  return typeof data === "object" && data !== null && !Array.isArray(data) && !isBytes(data);
}
