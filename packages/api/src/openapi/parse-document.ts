import { jsonBreak } from "@tapedeck/tape/internal";
import { LineCounter, parseDocument as parseYaml } from "yaml";
import { OpenApiError } from "./reference.ts";

/** More aliases than a handwritten document has, and fewer than a "billion laughs". */
const mostAliases = 1000;

/**
 * Parses a document, JSON or YAML.
 * @param file File name for errors.
 * @throws OpenApiError for text that is empty or neither, with line and column, but without the text around them.
 */
export function parseDocument(text: string, file?: string): unknown {
  const broken = /^\s*\{/.test(text) ? jsonBreak(text) : undefined;
  if (broken === null) return JSON.parse(text);
  const refuse = (language: string, line: number, column: number): never => {
    throw new OpenApiError(`it is no ${language} from line ${line}, column ${column} on`, { file });
  };
  // YAML may also begin with a brace, and would accept much broken JSON.
  if (broken && (file === undefined ? /^\s*\{\s*"/.test(text) : /\.json$/i.test(file)))
    refuse("JSON", broken.line, broken.column);
  const lineCounter = new LineCounter();
  // Pretty ones would quote the lines around each error: 100,000 take nine seconds.
  const document = parseYaml(text, { logLevel: "silent", lineCounter, prettyErrors: false });
  const [error] = document.errors;
  if (document.contents === null)
    throw new OpenApiError("it is empty; write the API's description, or remove what names it", { file });
  if (error !== undefined) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    refuse("YAML", line, col);
  }
  try {
    return document.toJS({ maxAliasCount: mostAliases });
  } catch (cause) {
    throw new OpenApiError("its aliases lead nowhere, or stand for too much", { file, cause });
  }
}
