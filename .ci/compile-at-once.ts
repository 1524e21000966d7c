// Puts the functions in parentheses that a replay calls up to its first answer: V8 compiles such ones together with their
// file, so that Node's cache of compiled code has them. The others it compiles at each start, when they are first called.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

/** A function that was called: its place in a file, and its name. */
interface Called {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

/**
 * Rewrites a file of a built command.
 * @param command The file that starts it.
 * @param recordings What it replays for that.
 */
export function compileAtOnce(file: string, command: string, recordings: string): void {
  const code = readFileSync(file, "latin1");
  writeFileSync(file, inParentheses(code, calledIn(file, command, recordings)), "latin1");
}

function calledIn(file: string, command: string, recordings: string): readonly Called[] {
  const folder = mkdtempSync(join(tmpdir(), "tapedeck-called-"));
  try {
    const client = 'fetch(process.env.TAPEDECK_URL + "/users/ada").then(({ ok }) => process.exit(ok ? 0 : 1))';
    const words = [command, "replay", recordings, "--quiet", "--", process.execPath, "--eval", client];
    const env = { ...process.env, NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: "1" };
    const { status, stderr } = spawnSync(process.execPath, words, { env, encoding: "utf8" });
    if (status !== 0)
      throw new Error(`Cannot see what a start of the command calls: it ended with ${status}\n${stderr}`);
    const url = pathToFileURL(file).href;
    return readdirSync(folder)
      .flatMap((each) => JSON.parse(readFileSync(join(folder, each), "utf8")).result as readonly Covered[])
      .filter((script) => script.url === url)
      .flatMap(({ functions }) => functions)
      .flatMap(({ functionName: name, ranges: [{ startOffset: from, endOffset: to, count }] }) =>
        count > 0 && from > 0 ? [{ from, to, name }] : [],
      );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A file in what Node writes for `NODE_V8_COVERAGE`. */
interface Covered {
  readonly url: string;
  readonly functions: ReadonlyArray<{
    readonly functionName: string;
    readonly ranges: readonly [{ readonly startOffset: number; readonly endOffset: number; readonly count: number }];
  }>;
}

function inParentheses(code: string, called: readonly Called[]): string {
  const isTop = ({ from }: Called): boolean => code[from - 1] === "\n";
  const textOf = ({ from, to }: Called): string => code.slice(from, to);
  const declared = called.filter((each) => isTop(each) && /^(?:async )?function\b/.test(textOf(each)));
  // Methods have no such form, and a declaration within a function is compiled with it when that is called.
  const isExpression = (each: Called): boolean =>
    /^(?:async )?(?:\(|[\w$]+ =>)/.test(textOf(each)) || /^(?:async )?function\*? ?\(/.test(textOf(each));
  const marks = called.filter(isExpression).flatMap(({ from, to }) => [
    { at: from, mark: "(" },
    { at: to, mark: ")" },
  ]);
  marks.sort((a, b) => a.at - b.at || (a.mark < b.mark ? 1 : -1));
  const marked = (from: number, to: number): string => {
    let [text, last] = ["", from];
    for (const { at, mark } of marks) {
      if (at < from || at > to || (at === to && mark === "(") || (at === from && mark === ")")) continue;
      text += code.slice(last, at) + mark;
      last = at;
    }
    return text + code.slice(last, to);
  };
  declared.sort((a, b) => a.from - b.from);
  const imports = /^(?:import .*\n)*/.exec(code)?.[0].length ?? 0;
  // A declaration is there before the code runs, which a variable is only where it stands first.
  let [first, rest, last] = ["", "", imports];
  for (const { from, to, name } of declared) {
    first += `var ${name} = (${marked(from, to)});\n`;
    rest += marked(last, from);
    last = to;
  }
  return code.slice(0, imports) + first + rest + marked(last, code.length);
}
